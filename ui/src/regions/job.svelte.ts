import type { ProgressDto } from "../ipc/bindings";
import type { Client } from "../ipc/client";
import { AppError } from "../ipc/errors";

/** The phases of an import in order; a job may stop earlier or add phases that this list doesn't know. */
const PHASES: readonly string[] = ["check", "read", "roads", "names", "map", "write", "prepare", "search"];
/** The same with what comes before an import that is downloaded first. */
const DOWNLOADED: readonly string[] = ["download", "verify", ...PHASES];

/** One line of the list of phases. */
export interface PhaseLine {
  word: string;
  state: "done" | "now" | "then";
}

/**
 * One long piece of work: an import, or installing the demo.
 *
 * The program names the current phase and how many there are; the others are known by their order, so that the list
 * stands from the start and doesn't jump.
 */
export class Job {
  /** What it works on, for the head of its card; empty when nothing runs. */
  name = $state("");
  running = $state(false);
  cancelling = $state(false);
  progress = $state.raw<ProgressDto | null>(null);
  error = $state.raw<AppError | null>(null);

  readonly lines = $derived(phaseLines(this.progress));

  #client: () => Pick<Client, "job_cancel">;
  #newId: () => string;
  #id = "";

  constructor(client: () => Pick<Client, "job_cancel">, newId: () => string = () => crypto.randomUUID()) {
    this.#client = client;
    this.#newId = newId;
  }

  /** Runs `work`; null when it failed or was cancelled. A cancelled job is no error. */
  async run<T>(
    name: string,
    work: (job: string, onProgress: (progress: ProgressDto) => void) => Promise<T>,
  ): Promise<T | null> {
    if (this.running) return null;
    const id = this.#newId();
    this.#id = id;
    this.name = name;
    this.running = true;
    this.cancelling = false;
    this.progress = null;
    this.error = null;
    try {
      return await work(id, (progress) => {
        if (this.#id === id && this.running) this.progress = progress;
      });
    } catch (reason) {
      const error = AppError.from(reason);
      if (error.code !== "cancelled") this.error = error;
      return null;
    } finally {
      this.running = false;
      this.cancelling = false;
    }
  }

  async cancel(): Promise<void> {
    if (!this.running || this.cancelling) return;
    this.cancelling = true;
    try {
      await this.#client().job_cancel(this.#id);
    } catch {
      // It ended by itself in the meantime; `run` tells how.
      this.cancelling = false;
    }
  }
}

export function phaseLines(progress: ProgressDto | null): PhaseLine[] {
  const count = progress?.phase_count ?? PHASES.length;
  const at = progress?.phase_index ?? 0;
  const names = count === DOWNLOADED.length ? DOWNLOADED : PHASES;
  return Array.from({ length: count }, (_, i) => {
    const state = i < at ? "done" : i === at ? "now" : "then";
    const word = i === at && progress ? progress.phase : (names[i] ?? "demo");
    return { word, state };
  });
}
