import { describe, expect, it } from "vitest";
import type { HabitCardDto, MemoryDetailDto, MemoryKindDto, MemoryPageDto, MemoryRowDto } from "../ipc/bindings";
import { Questions } from "./questions.svelte";

const NOW = 1_795_910_400;

function row(id: string, kind: MemoryKindDto, text: string): MemoryRowDto {
  return {
    id,
    kind,
    text,
    place: "",
    when: "Weekends",
    origin: "inferred",
    state: "proposed",
    confidence: null,
    created_at: 1,
    last_used: null,
    uses: 0,
    expires_at: null,
    deleted_at: null,
  };
}

class Program {
  rows = [row("pref-1", "preference", "Prefer the D 37"), row("pref-2", "habit", "Prefer the sea"), row("pref-3", "habit", "Why?")];
  answers: string[] = [];
  async memory_list(): Promise<MemoryPageDto> {
    const facets = { all: 3, kinds: [], origins: [], unconfirmed: 3, expiring: 0, unused: 0, deleted: 0 };
    return { rows: this.rows, total: this.rows.length, facets };
  }
  async memory_show(id: string): Promise<MemoryDetailDto> {
    const found = this.rows.find((each) => each.id === id);
    if (!found) throw new Error("unknown");
    return { row: found, trips: [] } as unknown as MemoryDetailDto;
  }
  async habit_next(): Promise<HabitCardDto | null> {
    const habit = this.rows.find((each) => each.id === "pref-2");
    const seen = { kind: "way", what: "", times: 2, of: 2, days: "", change: null };
    return habit ? { id: "pref-2", question: "By the sea?", evidence: "Twice", confidence: 0.7, trips: [], ...seen } : null;
  }
  shown: string[] = [];
  async habit_show(id: string): Promise<HabitCardDto> {
    this.shown.push(id);
    if (id !== "pref-3") throw new Error("its map is gone");
    return { id, question: "By La Turbie?", evidence: "Sat", confidence: 0.7, trips: [], kind: "way", what: "", times: 2, of: 5, days: "", change: null };
  }
  async habit_answer(request: { id: string; answer: string }): Promise<never> {
    this.answers.push(`${request.id} ${request.answer}`);
    return undefined as never;
  }
  async memory_confirm(id: string): Promise<never> {
    this.answers.push(`${id} confirm`);
    return undefined as never;
  }
  async memory_reject(id: string): Promise<never> {
    this.answers.push(`${id} reject`);
    return undefined as never;
  }
}

function open(): { program: Program; questions: Questions } {
  const program = new Program();
  return { program, questions: new Questions(() => program, () => "en", () => NOW) };
}

describe("questions that wait", () => {
  it("come one at a time, the one the program words itself first", async () => {
    const { questions } = open();
    await questions.load();
    expect([questions.current?.question, questions.current?.evidence]).toEqual(["By the sea?", "Twice"]);
    expect(questions.position).toEqual({ at: 1, of: 3 });
  });

  it("later moves on, asks nothing of the program, and ends when all were put off", async () => {
    const { program, questions } = open();
    await questions.load();
    await questions.answer("later");
    expect(questions.current?.question).toBe("Is this so: “Prefer the D 37”?");
    expect(questions.position).toEqual({ at: 2, of: 3 });
    await questions.answer("later");
    expect([questions.current?.question, questions.current?.card?.of]).toEqual(["By La Turbie?", 5]);
    // What is no habit has no card to ask for.
    expect(program.shown).toEqual(["pref-3"]);
    await questions.answer("later");
    expect([questions.current, program.answers.length]).toEqual([null, 0]);
    await questions.load();
    expect(questions.current).toBeNull();
  });

  it("a quick second answer never meets the question that was just put off", async () => {
    const { program, questions } = open();
    await questions.load();
    const moving = questions.answer("later");
    expect(await questions.answer("no")).toBe(false);
    await moving;
    expect(program.answers).toEqual([]);
  });

  it("a habit is answered as a habit, anything else is confirmed or rejected", async () => {
    const { program, questions } = open();
    await questions.load();
    await questions.answer("only_then");
    program.rows = program.rows.filter((each) => each.id !== "pref-2");
    await questions.load();
    expect(questions.current?.id).toBe("pref-1");
    await questions.answer("no");
    await questions.answer("yes");
    expect(program.answers).toEqual(["pref-2 only_then", "pref-1 reject", "pref-1 confirm"]);
  });

  it("none waiting is no question", async () => {
    const { program, questions } = open();
    program.rows = [];
    await questions.load();
    expect(questions.current).toBeNull();
  });
});
