import { describe, expect, it } from "vitest";
import type { PlanRequest, ProviderDto, ProviderPlanDto } from "../ipc/bindings";
import { AppError } from "../ipc/errors";
import { locale } from "../i18n/index.svelte";
import { Providers } from "./providers.svelte";
import { hostOf, sendsWords } from "./words";

const SERVICE: ProviderDto = {
  id: "osrm",
  name: "OSRM",
  enabled: true,
  address: "http://127.0.0.1:5000",
  usual_address: "http://127.0.0.1:5000",
  needs_key: "none",
  has_key: false,
  datum: "wgs84",
  timeout_s: 15,
  sends: ["features", "of another version"],
  features: [],
};
const TRIP = {} as PlanRequest;
const ANSWER = { plan: { routes: [{ id: "a" }, { id: "b" }] } } as unknown as ProviderPlanDto;

function asking() {
  const sent: string[] = [];
  let answer: (value: ProviderPlanDto | Error) => void = () => {};
  const client = {
    provider_list: async () => [SERVICE],
    provider_set: async () => [{ ...SERVICE, enabled: false }],
    provider_plan: (id: string, _: PlanRequest, job: string) => {
      sent.push(`${id} ${job}`);
      return new Promise<ProviderPlanDto>((resolve, reject) => {
        answer = (value) => (value instanceof Error ? reject(value) : resolve(value));
      });
    },
    job_cancel: async (job: string) => {
      sent.push(`cancel ${job}`);
      return null;
    },
  };
  let job = 0;
  return { providers: new Providers(() => client, () => `job-${++job}`), sent, answer: (value: ProviderPlanDto | Error) => answer(value) };
}

describe("asking a service", () => {
  it("is one question for one press, and the answer is shown", async () => {
    const { providers, sent, answer } = asking();
    await providers.look();
    expect([providers.on.length, sent]).toEqual([1, []]);
    const asked = providers.ask("osrm", TRIP);
    void providers.ask("osrm", TRIP);
    answer(ANSWER);
    await asked;
    expect(sent).toEqual(["osrm job-1"]);
    expect([providers.shownRoute?.id, providers.asking.size]).toEqual(["a", 0]);
    providers.show("osrm", 1);
    expect(providers.shownRoute?.id).toBe("b");
    providers.show("osrm", 1);
    expect(providers.shownRoute).toBeNull();
  });

  it("an answer to an older trip is not taken, and its question is stopped", async () => {
    const { providers, sent, answer } = asking();
    const asked = providers.ask("osrm", TRIP);
    providers.forget();
    answer(ANSWER);
    await asked;
    expect([sent, providers.answers.size, providers.shown]).toEqual([["osrm job-1", "cancel job-1"], 0, null]);
  });

  it("an error stays with its service; a cancelled question leaves none", async () => {
    const { providers, answer } = asking();
    const failed = providers.ask("osrm", TRIP);
    answer(new AppError({ code: "network", args: { why: "slow", provider: "osrm" }, retryable: true, places: [] }));
    await failed;
    expect(providers.errors.get("osrm")?.args.why).toBe("slow");
    const stopped = providers.ask("osrm", TRIP);
    answer(new AppError({ code: "cancelled", args: {}, retryable: false, places: [] }));
    await stopped;
    expect([providers.errors.size, providers.answers.size]).toEqual([0, 0]);
  });

  it("switching off puts its answer away", async () => {
    const { providers, answer } = asking();
    const asked = providers.ask("osrm", TRIP);
    answer(ANSWER);
    await asked;
    await providers.set("osrm", { enabled: false });
    expect([providers.on.length, providers.answers.size, providers.shown]).toEqual([0, 0, null]);
  });
});

it("says what is sent in one list, leaving out what this version has no word for", () => {
  locale.lang = "en";
  expect(sendsWords(SERVICE)).toBe("the coordinates of start, stops and destination and what to avoid, such as tolls");
  expect(hostOf(SERVICE.address)).toBe("127.0.0.1:5000");
});
