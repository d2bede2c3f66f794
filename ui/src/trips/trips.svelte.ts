import { app, errorText } from "../app.svelte";
import { t } from "../i18n/index.svelte";
import type { ImportBriefDto, ImportReportDto, PlaceCandidateDto, TableMappingDto, TablePreviewDto } from "../ipc/bindings";
import type { Client } from "../ipc/client";
import { AppError } from "../ipc/errors";
import { Job } from "../regions/job.svelte";
import { toasts } from "../shared/toasts.svelte";

/** Files that hold recordings by their name: tracks, timelines, tables; each also packed. A folder has no ending. */
export function isRecording(path: string): boolean {
  const name = fileName(path);
  return /\.(gpx|geojson|json|csv|tsv|txt)(\.gz)?$/i.test(name) || !name.slice(1).includes(".");
}

export function isTable(path: string): boolean {
  return /\.(csv|tsv|txt)$/i.test(path);
}

export function fileName(path: string): string {
  return path.split(/[/\\]/).filter(Boolean).at(-1) ?? path;
}

type Asked = Pick<
  Client,
  | "trips_import"
  | "trips_table"
  | "trip_imports"
  | "trips_undo"
  | "place_candidates"
  | "place_candidate_answer"
  | "pick_trips"
  | "pick_folder"
  | "job_cancel"
>;

/** Drives that come in from files: what was chosen, the running import, what it did, and the places it suggests. It outlives
 *  the page, so that an import goes on while something else is looked at. */
export class Trips {
  /** Files and folders that were chosen or dropped, and wait for "import". */
  offered = $state.raw<readonly string[]>([]);
  /** The table whose columns are being said. */
  table = $state.raw<{ path: string; preview: TablePreviewDto } | null>(null);
  report = $state.raw<ImportReportDto | null>(null);
  imports = $state.raw<readonly ImportBriefDto[] | null>(null);
  places = $state.raw<readonly PlaceCandidateDto[]>([]);
  /** The suggested place that is looked at on the map. */
  shown = $state<string | null>(null);
  error = $state.raw<AppError | null>(null);
  busy = $state(false);
  readonly job: Job;

  #client: () => Asked;

  constructor(client: () => Asked, newId?: () => string) {
    this.#client = client;
    this.job = new Job(client, newId);
  }

  get shownPlace(): PlaceCandidateDto | null {
    return this.places.find((place) => place.id === this.shown) ?? null;
  }

  /** What is there: earlier imports, and suggested places. */
  async load(): Promise<void> {
    try {
      const [imports, places] = await Promise.all([this.#client().trip_imports(), this.#client().place_candidates(app.lang)]);
      this.imports = imports;
      this.#suggest(places);
      this.error = null;
    } catch (reason) {
      this.error = AppError.from(reason);
    }
  }

  offer(paths: readonly string[]): void {
    if (paths.length === 0) return;
    this.offered = [...paths];
    this.report = null;
    this.job.error = null;
  }

  async chooseFiles(): Promise<void> {
    try {
      this.offer(await this.#client().pick_trips());
    } catch (reason) {
      toasts.show(errorText(AppError.from(reason)));
    }
  }

  async chooseFolder(): Promise<void> {
    try {
      const folder = await this.#client().pick_folder();
      if (folder !== null) this.offer([folder]);
    } catch (reason) {
      toasts.show(errorText(AppError.from(reason)));
    }
  }

  /** Opens the dialog that says what the columns of the first table are. */
  async askColumns(): Promise<void> {
    const path = this.offered.find(isTable);
    if (path === undefined) return;
    try {
      const preview = await this.#client().trips_table(path);
      if (preview) this.table = { path, preview };
    } catch (reason) {
      this.job.error = AppError.from(reason);
    }
  }

  /** Imports what was offered. A table whose columns can't be told is asked about first. */
  async start(mapping: TableMappingDto | null = null): Promise<void> {
    const paths = [...this.offered];
    if (paths.length === 0 || this.job.running) return;
    const table = mapping ? undefined : paths.find(isTable);
    if (table !== undefined) {
      const preview = await this.#client().trips_table(table).catch(() => null);
      if (preview && !preview.usable) {
        this.table = { path: table, preview };
        return;
      }
    }
    this.table = null;
    this.report = null;
    const name = paths.length === 1 ? fileName(paths[0]!) : t("trips.files", { n: paths.length });
    const report = await this.job.run(name, (job, onProgress) => this.#client().trips_import({ paths, mapping, lang: app.lang }, job, onProgress));
    if (!report) return;
    this.offered = [];
    this.report = report;
    this.#suggest(report.places);
  }

  /** What came in otherwise: from the watched folder, or from a receiver. */
  take(report: ImportReportDto): void {
    this.report = report;
    this.#suggest(report.places);
  }

  /** Takes an import back whole; the same files may be imported again. */
  async undo(id: string): Promise<void> {
    this.busy = true;
    try {
      const undone = await this.#client().trips_undo(id);
      // What came of an import says nothing true any more once it, or what it found known, is gone.
      if (this.report && (this.report.id === id || this.report.known > 0)) this.report = null;
      if (undone.trips === 0 && undone.visits > 0) toasts.show(t("trips.undoneVisits", { n: undone.visits }));
      else toasts.show(t(undone.also.length > 0 ? "trips.undoneAlso" : "trips.undone", { n: undone.trips, also: undone.also.length }));
    } catch (reason) {
      toasts.show(errorText(AppError.from(reason)));
    } finally {
      this.busy = false;
    }
  }

  /** Yes, under this name; or no for good. */
  async answer(place: PlaceCandidateDto, yes: boolean, name: string): Promise<boolean> {
    this.busy = true;
    try {
      const done = await this.#client().place_candidate_answer({ id: place.id, answer: yes ? "confirm" : "dismiss", name: name.trim(), lang: app.lang });
      this.#suggest(done.left);
      if (!yes) toasts.show(t("trips.placeDismissed"));
      else if (place.use_of === "entrance") toasts.show(t("entrance.always", { place: done.place?.text ?? "", name: name.trim() || place.name }));
      else toasts.show(t("trips.placeKept", { name: done.place?.text ?? name, n: done.tied }));
      return true;
    } catch (reason) {
      toasts.show(errorText(AppError.from(reason)));
      return false;
    } finally {
      this.busy = false;
    }
  }

  #suggest(places: readonly PlaceCandidateDto[]): void {
    this.places = places;
    if (this.shown !== null && !places.some((place) => place.id === this.shown)) this.shown = null;
  }
}

export const trips = new Trips(() => app.client);
