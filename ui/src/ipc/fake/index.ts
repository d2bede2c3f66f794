import type { ProgressDto, StatusDto } from "../bindings";
import type { Client, Host } from "../client";
import { AppError } from "../errors";
import { fakeEntrances } from "./entrances";
import { fakeEncryption } from "./encryption";
import { fakeInspect } from "./inspect";
import { fakeMemory } from "./memory";
import { fakeMind } from "./mind";
import { fakeModel } from "./model";
import { fakeMonth } from "./month";
import { fakeOutside } from "./outside";
import { fakePlanning } from "./planning";
import { fakeTrips } from "./trips";
import { fakeRegions, initialStatus } from "./status";

/** A made-up program for development in a plain browser and for unit tests. `?fake=first` starts as on the first
 *  start, `&lang=zh`, `&theme=dark` choose language and colours, `&learning=1` switches learning on,
 *  `&locked=1` starts encrypted with the passphrase "correct horse", `&keyring=missing` without a keyring. */
export interface FakeState {
  status: StatusDto;
  /** How long a command takes, milliseconds. */
  delay: number;
}

export function later<T>(state: FakeState, value: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(value());
      } catch (reason) {
        reject(AppError.from(reason));
      }
    }, state.delay);
  });
}

export function fail(code: AppError["code"], args: Record<string, string> = {}, places: AppError["places"] = []): never {
  throw new AppError({ code, args, retryable: false, places });
}

const cancelled = new Set<string>();

/** Walks through the phases of a long job. */
export async function runJob(job: string, phases: [string, number][], onProgress: (p: ProgressDto) => void) {
  const steps = 12;
  for (let phase = 0; phase < phases.length; phase++) {
    for (let step = 0; step <= steps; step++) {
      if (cancelled.delete(job)) fail("cancelled");
      const [name, total] = phases[phase]!;
      const fraction = (phase + step / steps) / phases.length;
      onProgress({
        phase: name,
        phase_index: phase,
        phase_count: phases.length,
        done: Math.round((total * step) / steps),
        total,
        fraction,
        eta_s: Math.round((1 - fraction) * 9),
      });
      await new Promise((resolve) => setTimeout(resolve, 90));
    }
  }
}

export function fakeClient(search = typeof location === "undefined" ? "" : location.search): Client {
  const params = new URLSearchParams(search);
  const state: FakeState = { status: initialStatus(params), delay: Number(params.get("delay") ?? 60) };
  const memory = fakeMemory(state);
  const encryption = fakeEncryption(state, params);
  return {
    ...fakeRegions(state),
    ...encryption.commands,
    ...fakePlanning(state, memory.proposals),
    ...memory.commands,
    ...fakeOutside(state),
    ...fakeInspect(state),
    status: () => later(state, () => (encryption.waits() ? fail("locked", encryption.waits() ?? {}) : state.status)),
    ...fakeMind(state),
    ...fakeModel(state),
    ...fakeTrips(state),
    ...fakeMonth(state),
    ...fakeEntrances(state, memory.commands.memory_show),
    job_cancel: (job) => {
      cancelled.add(job);
      return Promise.resolve(null);
    },
  };
}

export function fakeHost(): Host {
  const params = new URLSearchParams(location.search);
  return {
    // A template of tile addresses, when somebody serves tiles beside the development server.
    tiles: import.meta.env.VITE_TILES ?? null,
    preview: (memory, theme, width, height) => sketch(memory, theme, width, height),
    onStatus: () => () => {},
    onRegion: () => () => {},
    onFileDrop: () => () => {},
    ownFrame: () => Promise.resolve(params.get("frame") !== "system"),
    minimise: () => {},
    toggleMaximise: () => {},
    close: () => {},
  };
}

/** A small drawn line in place of a rendered preview. */
function sketch(memory: string, theme: string, width: number, height: number): string {
  const seed = [...memory].reduce((sum, c) => sum + c.charCodeAt(0), 0);
  const y = (i: number) => height / 2 + Math.sin(i + seed) * height * 0.3;
  const points = Array.from({ length: 9 }, (_, i) => `${(width * (i + 0.5)) / 9},${y(i).toFixed(1)}`).join(" ");
  const ground = theme === "dark" ? "#1c1e20" : "#f7f6f2";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/><polyline points="${points}" fill="none" stroke="#c07610" stroke-width="4" stroke-linejoin="round"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
