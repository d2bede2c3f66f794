import { app, errorText } from "../app.svelte";
import { t } from "../i18n/index.svelte";
import type { FixDto, ImportReportDto } from "../ipc/bindings";
import type { Client } from "../ipc/client";
import { AppError } from "../ipc/errors";
import type { Position } from "../map/features";
import { toasts } from "../shared/toasts.svelte";

type Asked = Pick<Client, "drive_simulate" | "drive_recorded">;

/** A drive takes about this long to watch, whatever its length. */
const WATCH_MS = 12_000;
/** Nobody sees more steps than this in a second. */
const STEP_MS = 60;

/** A simulated drive along a route of the plan, in fast motion. At its end it is handed in as if a receiver had recorded it,
 *  unless the person stopped it before: then nothing is written down. */
export class Drive {
  fixes = $state.raw<readonly FixDto[]>([]);
  index = $state(0);
  running = $state(false);
  /** Handing in what was driven. */
  writing = $state(false);

  #client: () => Asked;
  #stepMs: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(client: () => Asked, stepMs = STEP_MS) {
    this.#client = client;
    this.#stepMs = stepMs;
  }

  get at(): Position | null {
    const fix = this.fixes[this.index];
    return fix ? [fix.point.lon, fix.point.lat] : null;
  }

  get driven(): Position[] {
    return this.fixes.slice(0, this.index + 1).map(({ point }) => [point.lon, point.lat]);
  }

  get fraction(): number {
    return this.fixes.length > 1 ? this.index / (this.fixes.length - 1) : 0;
  }

  async start(plan: string, route: string): Promise<void> {
    if (this.running || this.writing) return;
    this.running = true;
    try {
      const made = await this.#client().drive_simulate({ plan_id: plan, route_id: route, departed_at: null, every_s: 2 });
      if (!this.running) return;
      this.fixes = made.fixes;
      this.index = 0;
    } catch (reason) {
      this.stop();
      toasts.show(errorText(AppError.from(reason)));
      return;
    }
    const reduced = typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
    const step = Math.max(1, Math.ceil((this.fixes.length * this.#stepMs) / WATCH_MS));
    if (reduced || this.fixes.length < 2) {
      this.index = Math.max(0, this.fixes.length - 1);
      await this.#arrive();
      return;
    }
    this.#timer = setInterval(() => {
      this.index = Math.min(this.index + step, this.fixes.length - 1);
      if (this.index === this.fixes.length - 1) void this.#arrive();
    }, this.#stepMs);
  }

  /** Away with it; nothing of it was written down. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.running = false;
    this.fixes = [];
    this.index = 0;
  }

  async #arrive(): Promise<void> {
    clearInterval(this.#timer);
    const fixes = [...this.fixes];
    this.writing = true;
    try {
      const report: ImportReportDto = await this.#client().drive_recorded({ fixes, lang: app.lang }, crypto.randomUUID());
      const undo = report.id;
      const text = report.trips > 0 ? t("situation.arrived") : t("situation.arrivedKnown");
      if (undo !== null) toasts.show(text, t("shared.undo"), async () => void (await app.client.trips_undo(undo)));
      else toasts.show(text);
    } catch (reason) {
      toasts.show(errorText(AppError.from(reason)));
    } finally {
      this.writing = false;
      this.stop();
    }
  }
}

export const drive = new Drive(() => app.client);
