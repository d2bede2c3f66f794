import { describe, expect, it } from "vitest";
import type { ErasePreviewDto, ReceiptDto } from "../ipc/bindings";
import { AppError } from "../ipc/errors";
import { Erasure, type Target } from "./erasure.svelte";

function receipt(change: Partial<ReceiptDto> = {}): ReceiptDto {
  return {
    complete: true,
    erased: 1,
    files: 38,
    found: 0,
    bytes_read: 1,
    seconds: 1,
    groups: [],
    at: 1,
    unfinished: "",
    ...change,
  };
}

class Program {
  calls: string[] = [];
  first = receipt();
  resumed: ReceiptDto | null = receipt();
  failure: AppError | null = null;

  async erase_preview(ids: string[], withTrips: boolean): Promise<ErasePreviewDto> {
    this.calls.push(`preview ${ids.join()} ${withTrips}`);
    return { targets: [], dependents: [], source_trips: withTrips ? 0 : 2 };
  }
  async erase(ids: string[], withTrips: boolean): Promise<ReceiptDto> {
    this.calls.push(`erase ${ids.join()} ${withTrips}`);
    if (this.failure) throw this.failure;
    return this.first;
  }
  async erase_everything(): Promise<ReceiptDto> {
    this.calls.push("everything");
    return this.first;
  }
  async erase_resume(): Promise<ReceiptDto | null> {
    this.calls.push("resume");
    return this.resumed;
  }
}

function begin(target: Target): { program: Program; erasure: Erasure } {
  const program = new Program();
  return { program, erasure: new Erasure(target, () => program, () => "en") };
}

describe("an erasure", () => {
  it("shows what would change before anything happens, and again when the trips go along", async () => {
    const { program, erasure } = begin({ ids: ["pref-5"] });
    await erasure.look();
    expect(erasure.preview?.source_trips).toBe(2);
    await erasure.includeTrips(true);
    await erasure.go();
    expect(program.calls).toEqual(["preview pref-5 false", "preview pref-5 true", "erase pref-5 true"]);
    expect([erasure.step, erasure.finished]).toEqual(["receipt", true]);
  });

  it("that left bytes isn't finished, and trying again finishes instead of erasing twice", async () => {
    const { program, erasure } = begin({ ids: ["pref-5"] });
    program.first = receipt({ complete: false, found: 2, unfinished: "reader" });
    await erasure.go();
    expect([erasure.step, erasure.finished]).toEqual(["receipt", false]);
    await erasure.go();
    expect(program.calls).toEqual(["erase pref-5 false", "resume"]);
    expect(erasure.finished).toBe(true);
  });

  it("with nothing left to finish says so without a receipt", async () => {
    const { program, erasure } = begin("resume");
    program.resumed = null;
    await erasure.go();
    expect([erasure.nothingLeft, erasure.finished, erasure.receipt]).toEqual([true, true, null]);
  });

  it("that fails goes back to the question and says why", async () => {
    const { program, erasure } = begin({ ids: ["pref-5"] });
    program.failure = new AppError({ code: "disk_full", args: {}, retryable: true, places: [] });
    await erasure.go();
    expect([erasure.step, erasure.error?.code, erasure.finished]).toEqual(["asking", "disk_full", false]);
  });

  it("of everything needs no preview", async () => {
    const { program, erasure } = begin("everything");
    await erasure.look();
    await erasure.go();
    expect(program.calls).toEqual(["everything"]);
  });
});
