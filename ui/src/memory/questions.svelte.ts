import type { HabitAnswerDto, HabitCardDto, LangDto, MemoryRowDto } from "../ipc/bindings";
import type { Client } from "../ipc/client";
import { t } from "../i18n/index.svelte";
import { day } from "./dates";

/** What is asked, in words. */
export interface Question {
  id: string;
  kind: MemoryRowDto["kind"];
  question: string;
  evidence: string;
  /** A habit as it would be asked about on the map: what was seen, and what a yes would change. */
  card: HabitCardDto | null;
}

type Commands = Pick<
  Client,
  "memory_list" | "memory_show" | "habit_next" | "habit_show" | "habit_answer" | "memory_confirm" | "memory_reject"
>;

/** More questions than anybody answers in one sitting. */
const MOST = 200;

/**
 * The questions that wait, one at a time.
 *
 * "Later" moves on to the next one and lasts as long as the page: the question waits in the table all the same. The
 * words of the newest habit come ready-made with its card; those of the others are made from their rows and trips.
 */
export class Questions {
  waiting = $state.raw<readonly MemoryRowDto[]>([]);
  current = $state.raw<Question | null>(null);
  busy = $state(false);

  #later = $state.raw<ReadonlySet<string>>(new Set());
  readonly #open = $derived(this.waiting.filter((row) => !this.#later.has(row.id)));
  /** "2 of 3": how many were put off on this visit, and how many wait. */
  position = $state.raw({ at: 1, of: 0 });

  #client: () => Commands;
  #lang: () => LangDto;
  #now: () => number;
  #run = 0;

  constructor(client: () => Commands, lang: () => LangDto, now: () => number) {
    this.#client = client;
    this.#lang = lang;
    this.#now = now;
  }

  async load(): Promise<void> {
    const run = ++this.#run;
    const client = this.#client();
    const page = await client.memory_list({
      text: "",
      kinds: [],
      origins: [],
      max_confidence: null,
      unconfirmed: true,
      deleted: false,
      sort: "created",
      ascending: true,
      limit: MOST,
      offset: 0,
      lang: this.#lang(),
    });
    const card = page.total > 0 ? await client.habit_next(this.#lang()) : null;
    if (run !== this.#run) return;
    // The habit whose words the program has ready is asked first, as it is on the map.
    this.waiting = [...page.rows].sort((a, b) => Number(b.id === card?.id) - Number(a.id === card?.id));
    await this.#pose(run, card);
  }

  /** Answers the question in view; true when the program took the answer. */
  async answer(answer: HabitAnswerDto): Promise<boolean> {
    const asked = this.current;
    if (!asked || this.busy) return false;
    if (answer === "later") {
      this.#later = new Set([...this.#later, asked.id]);
    }
    // Until the next question is in view, a quick second key must not answer the one that was just put off.
    this.busy = true;
    try {
      if (answer === "later") {
        await this.#pose(++this.#run, null);
        return true;
      }
      const client = this.#client();
      if (asked.kind === "habit") await client.habit_answer({ id: asked.id, answer });
      else if (answer === "no") await client.memory_reject(asked.id);
      else await client.memory_confirm(asked.id, this.#lang());
      return true;
    } finally {
      this.busy = false;
    }
  }

  async #pose(run: number, card: HabitCardDto | null): Promise<void> {
    const row = this.#open[0];
    if (!row) {
      this.current = null;
      return;
    }
    const own = card?.id === row.id ? card : await this.#card(row);
    const words = own ?? (await this.#words(row));
    if (run !== this.#run) return;
    this.current = { id: row.id, kind: row.kind, question: words.question, evidence: words.evidence, card: own };
    this.position = { at: this.waiting.length - this.#open.length + 1, of: this.waiting.length };
  }

  async #card(row: MemoryRowDto): Promise<HabitCardDto | null> {
    if (row.kind !== "habit") return null;
    return this.#client()
      .habit_show(row.id, this.#lang())
      .catch(() => null);
  }

  async #words(row: MemoryRowDto): Promise<Pick<Question, "question" | "evidence">> {
    const question = /[?？]$/.test(row.text) ? row.text : t("habit.isIt", { text: row.text });
    const { trips } = await this.#client().memory_show(row.id, this.#lang());
    const last = trips[0];
    const evidence = last
      ? t("habit.evidence", { n: trips.length, date: day(last.departed_at, this.#now(), last.zone) })
      : row.when;
    return { question, evidence };
  }
}
