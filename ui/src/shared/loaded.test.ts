import { describe, expect, it } from "vitest";
import { Loaded } from "./loaded.svelte";

describe("what a page shows", () => {
  it("of several reads the newest wins, and an older failure says nothing", async () => {
    const answers: ((value: string | Error) => void)[] = [];
    const read = () => new Promise<string>((resolve, reject) => answers.push((value) => (value instanceof Error ? reject(value) : resolve(value))));
    const page = new Loaded<string>(["Memories"], read);
    const [first, second] = [page.load(), page.load()];
    answers[1]!("new");
    await second;
    answers[0]!(new Error("late"));
    await first;
    expect([page.value, page.error, page.loading]).toEqual(["new", null, false]);
  });

  it("the old value stays when reading fails, and the failure goes with the next success", async () => {
    let fails = false;
    const page = new Loaded<number>(["Memories"], () => (fails ? Promise.reject(new Error("no")) : Promise.resolve(7)));
    await page.load();
    fails = true;
    await page.load();
    expect([page.value, page.error !== null]).toEqual([7, true]);
    fails = false;
    await page.load();
    expect(page.error).toBeNull();
  });
});
