import { describe, expect, it } from "vitest";
import type { ProgressDto } from "../ipc/bindings";
import { AppError } from "../ipc/errors";
import { Job, phaseLines } from "./job.svelte";

function at(phase: string, phase_index: number, phase_count = 8): ProgressDto {
  return { phase, phase_index, phase_count, done: 1, total: 2, fraction: 0.3, eta_s: null };
}

describe("the list of phases", () => {
  const states = (progress: ProgressDto | null): string =>
    phaseLines(progress)
      .map((line) => `${line.word}:${line.state}`)
      .join(" ");
  it("stands before the first report", () => {
    expect(states(null)).toMatch(/^check:now read:then .* search:then$/);
  });
  it("ticks what is behind", () => {
    expect(states(at("roads", 2))).toMatch(/^check:done read:done roads:now names:then/);
  });
  it("begins with the download where there is one", () => {
    expect(states(at("download", 0, 10))).toMatch(/^download:now verify:then check:then .* search:then$/);
    expect(states(at("read", 3, 10))).toMatch(/^download:done verify:done check:done read:now/);
  });
  it("is as long as the job says, and names a phase it doesn't know by the program's word", () => {
    expect(phaseLines(at("check", 0, 3)).length).toBe(3);
    expect(states(at("demo", 8, 9))).toMatch(/search:done demo:now$/);
  });
});

describe("a long job", () => {
  const failing = (code: AppError["code"]) => () =>
    Promise.reject(new AppError({ code, args: {}, retryable: false, places: [] }));

  it("answers with its result and shows its progress", async () => {
    const job = new Job(() => ({ job_cancel: async () => null }), () => "job-1");
    const seen: string[] = [];
    const result = await job.run("monaco", async (id, onProgress) => {
      seen.push(id, String(job.running));
      onProgress(at("read", 1));
      seen.push(job.progress?.phase ?? "");
      return 7;
    });
    expect([result, job.running, seen.join()]).toEqual([7, false, "job-1,true,read"]);
  });

  it("that fails says why; that was cancelled doesn't", async () => {
    const job = new Job(() => ({ job_cancel: async () => null }), () => "job-1");
    expect(await job.run("a", failing("disk_full"))).toBeNull();
    expect(job.error?.code).toBe("disk_full");
    expect(await job.run("a", failing("cancelled"))).toBeNull();
    expect(job.error).toBeNull();
  });

  it("is cancelled by the id it runs under, once", async () => {
    const asked: string[] = [];
    const job = new Job(
      () => ({
        job_cancel: async (id) => {
          asked.push(id);
          return null;
        },
      }),
      () => "job-9",
    );
    let stop = (): void => {};
    const running = job.run("a", () => new Promise<null>((done) => (stop = () => done(null))));
    await job.cancel();
    await job.cancel();
    stop();
    await running;
    await job.cancel();
    expect(asked).toEqual(["job-9"]);
  });

  it("doesn't start a second time while it runs", async () => {
    const job = new Job(() => ({ job_cancel: async () => null }), () => "job-1");
    let stop = (): void => {};
    const first = job.run("a", () => new Promise<number>((done) => (stop = () => done(1))));
    expect(await job.run("b", async () => 2)).toBeNull();
    stop();
    expect(await first).toBe(1);
  });
});
