import type { FacetsDto, LangDto, MemoryRowDto, MemorySortDto } from "../ipc/bindings";
import type { Client } from "../ipc/client";
import { AppError } from "../ipc/errors";
import { everything, isFiltered, picked, picksHere, sortedBy, toQuery, type Filter } from "./filter";
import { all, clicked, moved, noSelection, without, type Modifiers, type Selection } from "./selection";

/** Rows asked for first: more than any window shows, so that the table is there after one short answer. */
const FIRST_PAGE = 200;
/** Rows asked for at a time after that, until all are here. */
const NEXT_PAGE = 2000;

/** What the list needs from the world: the program, the time, and the language of the words. */
export interface Needs {
  client: () => Pick<Client, "memory_list">;
  /** UTC seconds. */
  now: () => number;
  lang: () => LangDto;
}

/**
 * The rows of the memory page with their filter, order and selection.
 *
 * The first page shows at once; the others follow one by one in the background, so that Ctrl+A and Shift ranges work
 * on all rows without asking. A newer request makes the pages of an older one worthless: `#run` counts requests.
 */
export class Memories {
  filter = $state.raw<Filter>(everything);
  rows = $state.raw<readonly MemoryRowDto[]>([]);
  /** Rows that match in all, loaded or not. */
  total = $state(0);
  facets = $state.raw<FacetsDto | null>(null);
  selection = $state.raw<Selection>(noSelection);
  /** A request is on its way; the old rows stay in view, dimmed. */
  loading = $state(false);
  error = $state.raw<AppError | null>(null);
  /** UTC seconds at the last load; what "today" and "in 41 days" count from. */
  now = $state(0);

  readonly order = $derived(this.rows.map((row) => row.id));
  readonly filtered = $derived(isFiltered(this.filter));
  /** The selected rows in the order of the table. */
  readonly chosen = $derived(this.rows.filter((row) => this.selection.ids.has(row.id)));

  #needs: Needs;
  #run = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.now = needs.now();
  }

  /** Shows another part of the memories. */
  async show(change: Partial<Filter>): Promise<void> {
    this.filter = { ...this.filter, ...change };
    await this.#load(false);
  }

  async sort(by: MemorySortDto): Promise<void> {
    this.filter = sortedBy(this.filter, by);
    await this.#load(false);
  }

  /** Reads everything again after something changed; rows in view are replaced only when all of them are here. */
  async reload(): Promise<void> {
    await this.#load(true);
  }

  click(id: string, keys: Modifiers): void {
    this.selection = clicked(this.selection, id, this.order, keys);
  }

  move(step: number, keys: Modifiers): void {
    this.selection = moved(this.selection, step, this.order, keys);
  }

  selectAll(): void {
    this.selection = all(this.selection, this.order);
  }

  clearSelection(): void {
    this.selection = { ...noSelection, cursor: this.selection.cursor };
  }

  /** Takes rows out of view at once, before the next answer says the same. */
  drop(ids: readonly string[]): void {
    const gone = new Set(ids);
    this.selection = without(this.selection, gone, this.order);
    const rows = this.rows.filter((row) => !gone.has(row.id));
    this.total -= this.rows.length - rows.length;
    this.rows = rows;
  }

  async #load(keepView: boolean): Promise<void> {
    const run = ++this.#run;
    const { filter } = this;
    const now = this.#needs.now();
    this.loading = true;
    this.error = null;
    try {
      const rows: MemoryRowDto[] = [];
      let total = Infinity;
      while (rows.length < total) {
        const limit = rows.length === 0 ? FIRST_PAGE : NEXT_PAGE;
        const query = toQuery(filter, this.#needs.lang(), rows.length, limit);
        const page = await this.#needs.client().memory_list(query);
        if (run !== this.#run) return;
        // A page without rows ends it even when the count says otherwise: rows can go while we read.
        total = page.rows.length === 0 ? rows.length : page.total;
        rows.push(...page.rows);
        this.facets = page.facets;
        if (!keepView || rows.length >= total) this.#publish(rows, total, now);
      }
      if (rows.length === 0) this.#publish([], 0, now);
    } catch (reason) {
      if (run === this.#run) this.error = AppError.from(reason);
    } finally {
      if (run === this.#run) this.loading = false;
    }
  }

  #publish(rows: readonly MemoryRowDto[], total: number, now: number): void {
    const here = picksHere(this.filter);
    const shown = here ? rows.filter((row) => picked(row, this.filter.state, now)) : [...rows];
    const order = this.order;
    const known = new Set(shown.map((row) => row.id));
    const complete = rows.length >= total;
    this.now = now;
    this.rows = shown;
    this.total = here ? shown.length : total;
    if (!complete) return;
    const gone = new Set([...this.selection.ids, this.selection.cursor ?? ""].filter((id) => !known.has(id)));
    if (gone.size > 0) this.selection = without(this.selection, gone, order.filter((id) => known.has(id) || gone.has(id)));
  }
}
