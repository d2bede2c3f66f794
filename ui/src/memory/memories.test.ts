import { describe, expect, it } from "vitest";
import type { MemoryPageDto, MemoryQuery, MemoryRowDto } from "../ipc/bindings";
import { AppError } from "../ipc/errors";
import { Memories } from "./memories.svelte";

const NOW = 1_795_910_400;
const DAY = 86_400;
const plain = { shift: false, ctrl: false };

function row(n: number): MemoryRowDto {
  return {
    id: `pref-${n}`,
    kind: n % 2 ? "avoid" : "preference",
    text: `memory ${n}`,
    place: "",
    when: "",
    origin: "stated",
    state: "active",
    confidence: 1,
    created_at: NOW - 200 * DAY,
    last_used: n % 5 ? NOW - n : null,
    uses: n,
    expires_at: n % 3 ? null : NOW + n * DAY,
    deleted_at: null,
  };
}

/** A program that keeps `rows` and answers page by page. */
class Program {
  asked: MemoryQuery[] = [];
  hold: Promise<void> | null = null;
  failure: AppError | null = null;
  constructor(public rows: MemoryRowDto[]) {}

  async memory_list(query: MemoryQuery): Promise<MemoryPageDto> {
    this.asked.push(query);
    const rows = this.rows.filter((each) => query.kinds.length === 0 || query.kinds.includes(each.kind));
    const page = rows.slice(query.offset, query.offset + query.limit);
    await this.hold;
    if (this.failure) throw this.failure;
    const facets = { all: this.rows.length, kinds: [], origins: [], unconfirmed: 0, expiring: 0, unused: 0, deleted: 0 };
    return { rows: page, total: rows.length, facets };
  }
}

function open(count: number): { program: Program; memories: Memories } {
  const program = new Program(Array.from({ length: count }, (_, n) => row(n)));
  const memories = new Memories({ client: () => program, now: () => NOW, lang: () => "en" });
  return { program, memories };
}

describe("the rows of the memory page", () => {
  it("come page by page until all are here", async () => {
    const { program, memories } = open(5000);
    await memories.reload();
    expect(memories.rows.length).toBe(5000);
    expect(program.asked.map((query) => [query.offset, query.limit])).toEqual([
      [0, 200],
      [200, 2000],
      [2200, 2000],
      [4200, 2000],
    ]);
  });

  it("show the first page before the second is asked for", async () => {
    const { program, memories } = open(300);
    let release = (): void => {};
    const loaded = memories.show({});
    await Promise.resolve();
    program.hold = new Promise((done) => (release = done));
    await new Promise((done) => setTimeout(done));
    expect(memories.rows.length).toBe(200);
    expect(memories.total).toBe(300);
    release();
    await loaded;
    expect(memories.rows.length).toBe(300);
  });

  it("an older answer never replaces a newer one", async () => {
    const { program, memories } = open(20);
    let release = (): void => {};
    program.hold = new Promise((done) => (release = done));
    const older = memories.show({ kind: "avoid" });
    program.hold = null;
    await memories.show({ kind: "preference" });
    release();
    await older;
    expect(new Set(memories.rows.map((each) => each.kind))).toEqual(new Set(["preference"]));
    expect(memories.loading).toBe(false);
  });

  it("none is an answer too", async () => {
    const { memories } = open(0);
    await memories.reload();
    expect([memories.rows.length, memories.total, memories.loading, memories.error]).toEqual([0, 0, false, null]);
  });

  it("a failure keeps the rows and says so", async () => {
    const { program, memories } = open(3);
    await memories.reload();
    program.failure = new AppError({ code: "io", args: {}, retryable: true, places: [] });
    await memories.reload();
    expect(memories.rows.length).toBe(3);
    expect(memories.error?.code).toBe("io");
  });

  it("facets that look at dates are picked here", async () => {
    const { memories } = open(30);
    await memories.show({ state: "expiring" });
    expect(memories.rows.map((each) => each.id)).toEqual(["pref-3", "pref-6", "pref-9", "pref-12"]);
    expect(memories.total).toBe(4);
    await memories.show({ state: "unused" });
    expect(memories.rows.every((each) => each.last_used === null)).toBe(true);
  });
});

describe("deleting from the table", () => {
  it("takes the rows out at once, and the cursor goes to the next one", async () => {
    const { program, memories } = open(5);
    await memories.reload();
    memories.click("pref-1", plain);
    memories.drop(["pref-1"]);
    expect([memories.order.join(), memories.total, memories.selection.cursor]).toEqual([
      "pref-0,pref-2,pref-3,pref-4",
      4,
      "pref-2",
    ]);
    program.rows = program.rows.filter((each) => each.id !== "pref-1");
    await memories.reload();
    expect(memories.selection.cursor).toBe("pref-2");
  });

  it("rows that went elsewhere are no longer selected", async () => {
    const { program, memories } = open(5);
    await memories.reload();
    memories.selectAll();
    program.rows = program.rows.slice(0, 2);
    await memories.reload();
    expect([...memories.selection.ids]).toEqual(["pref-0", "pref-1"]);
    expect(memories.chosen.length).toBe(2);
  });
});
