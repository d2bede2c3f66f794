import type { DownloadSizeDto, OnlineListDto, OnlineRegionDto, ProgressDto, RegionDto } from "../ipc/bindings";
import type { Client } from "../ipc/client";
import { AppError } from "../ipc/errors";

type Asks = Pick<Client, "regions_online" | "region_size" | "region_download_discard" | "job_cancel">;

/** A line of the tree. */
export interface Line {
  region: OnlineRegionDto;
  depth: number;
  /** How many regions are parts of it. */
  parts: number;
  open: boolean;
}

/**
 * The list of regions that can be downloaded.
 *
 * Looking at it asks nobody: the program keeps the list that was fetched last. Fetching it anew and asking for a size
 * are each one press of a button.
 */
export class Online {
  list = $state.raw<OnlineListDto | null>(null);
  /** What is being asked of the network: "list", or a region's id; empty when nothing is. */
  asking = $state("");
  error = $state.raw<AppError | null>(null);
  search = $state("");
  /** Ids whose parts are shown. */
  opened = $state.raw<ReadonlySet<string>>(new Set());
  /** Sizes that were asked for, by id. */
  sizes = $state.raw<ReadonlyMap<string, DownloadSizeDto>>(new Map());

  readonly lines = $derived(linesOf(this.list?.regions ?? [], this.opened, this.search));

  #client: () => Asks;
  #newId: () => string;
  #job = "";

  constructor(client: () => Asks, newId: () => string = () => crypto.randomUUID()) {
    this.#client = client;
    this.#newId = newId;
  }

  /** The list as it is kept; sends nothing. */
  async look(): Promise<void> {
    try {
      this.list = await this.#client().regions_online(false, this.#newId());
    } catch (reason) {
      this.error = AppError.from(reason);
    }
  }

  async fetch(): Promise<void> {
    await this.#ask("list", async (job) => {
      this.list = await this.#client().regions_online(true, job);
      this.sizes = new Map();
    });
  }

  async size(id: string): Promise<void> {
    await this.#ask(id, async (job) => {
      const size = await this.#client().region_size(id, job);
      this.sizes = new Map([...this.sizes, [id, size]]);
    });
  }

  async stop(): Promise<void> {
    if (this.asking !== "") await this.#client().job_cancel(this.#job);
  }

  async discard(id: string): Promise<void> {
    try {
      await this.#client().region_download_discard(id);
      this.sizes = new Map([...this.sizes].filter(([known]) => known !== id));
    } catch (reason) {
      this.error = AppError.from(reason);
    }
    await this.look();
  }

  toggle(id: string): void {
    const opened = new Set(this.opened);
    if (!opened.delete(id)) opened.add(id);
    this.opened = opened;
  }

  async #ask(what: string, work: (job: string) => Promise<void>): Promise<void> {
    if (this.asking !== "") return;
    this.asking = what;
    this.error = null;
    this.#job = this.#newId();
    try {
      await work(this.#job);
    } catch (reason) {
      const error = AppError.from(reason);
      if (error.code !== "cancelled") this.error = error;
    } finally {
      this.asking = "";
    }
  }
}

/** Downloading is a job like importing; this is what it calls. */
export type Download = (
  id: string,
  job: string,
  onProgress: (progress: ProgressDto) => void,
) => Promise<RegionDto>;

/**
 * The tree as lines: parts under what they are a part of, as far as it is open. A search shows what fits with everything
 * above it, so that one sees which Georgia it is.
 */
export function linesOf(regions: readonly OnlineRegionDto[], opened: ReadonlySet<string>, search: string): Line[] {
  const parts = new Map<string | null, OnlineRegionDto[]>();
  for (const region of regions) parts.set(region.parent, [...(parts.get(region.parent) ?? []), region]);
  const text = search.trim().toLocaleLowerCase();
  const fits = (region: OnlineRegionDto): boolean =>
    region.name.toLocaleLowerCase().includes(text) ||
    region.id.toLocaleLowerCase().includes(text) ||
    region.codes.some((code) => code.toLocaleLowerCase() === text);
  const within = new Map<string, boolean>();
  const holds = (region: OnlineRegionDto): boolean => {
    const known = within.get(region.id);
    if (known !== undefined) return known;
    const found = fits(region) || (parts.get(region.id) ?? []).some(holds);
    within.set(region.id, found);
    return found;
  };
  const lines: Line[] = [];
  const walk = (parent: string | null, depth: number): void => {
    for (const region of parts.get(parent) ?? []) {
      if (text !== "" && !holds(region)) continue;
      const own = parts.get(region.id) ?? [];
      const open = text === "" ? opened.has(region.id) : own.some(holds);
      lines.push({ region, depth, parts: own.length, open: open && own.length > 0 });
      if (open) walk(region.id, depth + 1);
    }
  };
  walk(null, 0);
  return lines;
}
