import { app } from "../app.svelte";
import type { TrackDto } from "../ipc/bindings";
import type { Client } from "../ipc/client";
import { AppError } from "../ipc/errors";
import type { Position } from "../map/features";

export function isTrack(path: string): boolean {
  return /\.gpx$/i.test(path);
}

type Asked = Pick<Client, "track_match" | "pick_track" | "job_cancel">;

/** A recorded track that is looked at. It lives here and nowhere else: closing it forgets it. */
export class Track {
  /** Name of the file that is read or shown; empty when none is. */
  file = $state("");
  running = $state(false);
  cancelling = $state(false);
  found = $state.raw<TrackDto | null>(null);
  error = $state.raw<AppError | null>(null);
  /** The stretch that is pointed at in the list. */
  lit = $state.raw<Position[] | null>(null);
  /** Counts up when the map should show the drives, or the stretch that was pressed. */
  fit = $state(0);

  #client: () => Asked;
  #newId: () => string;
  #job = "";

  constructor(client: () => Asked, newId: () => string = () => crypto.randomUUID()) {
    this.#client = client;
    this.#newId = newId;
  }

  /** Whether the track takes the place of the plan. */
  get open(): boolean {
    return this.file !== "" || this.error !== null;
  }

  /** Asks for a file with the desktop's own dialog and shows it. */
  async choose(): Promise<void> {
    try {
      const path = await this.#client().pick_track();
      if (path !== null) await this.show(path);
    } catch (reason) {
      this.error = AppError.from(reason);
    }
  }

  /** Finds the roads of the file at `path`. A newer one takes the older one's place. */
  async show(path: string): Promise<void> {
    if (this.running) void this.cancel();
    const job = this.#newId();
    this.#job = job;
    this.file = path.split(/[/\\]/).filter(Boolean).at(-1) ?? path;
    this.running = true;
    this.cancelling = false;
    this.found = null;
    this.error = null;
    this.lit = null;
    try {
      const found = await this.#client().track_match({ path }, job);
      if (this.#job !== job) return;
      this.found = found;
      this.fit += 1;
    } catch (reason) {
      if (this.#job !== job) return;
      const error = AppError.from(reason);
      if (error.code === "cancelled") this.file = "";
      else this.error = error;
    } finally {
      if (this.#job === job) {
        this.running = false;
        this.cancelling = false;
      }
    }
  }

  async cancel(): Promise<void> {
    if (!this.running) return;
    this.cancelling = true;
    await this.#client().job_cancel(this.#job).catch(() => null);
  }

  point(line: Position[] | null, press = false): void {
    this.lit = line;
    if (press) this.fit += 1;
  }

  close(): void {
    if (this.running) void this.cancel();
    this.#job = "";
    this.file = "";
    this.running = false;
    this.found = null;
    this.error = null;
    this.lit = null;
  }
}

export const track = new Track(() => app.client);
