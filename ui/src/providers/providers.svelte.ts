import { app } from "../app.svelte";
import type { PlanRequest, ProviderDto, ProviderPlanDto, ProviderSetRequest, RouteDto } from "../ipc/bindings";
import type { Client } from "../ipc/client";
import { AppError } from "../ipc/errors";

type Asked = Pick<Client, "provider_list" | "provider_set" | "provider_plan" | "job_cancel">;

/** The services that can be asked for routes, and what they answered for the plan in view. Nothing is asked by itself. */
export class Providers {
  list = $state.raw<ProviderDto[]>([]);
  /** Ids of those that are being asked, with their jobs. */
  asking = $state.raw<ReadonlyMap<string, string>>(new Map());
  answers = $state.raw<ReadonlyMap<string, ProviderPlanDto>>(new Map());
  errors = $state.raw<ReadonlyMap<string, AppError>>(new Map());
  /** The answer that is looked at, and which of its ways. */
  shown = $state.raw<{ id: string; route: number } | null>(null);

  readonly on = $derived(this.list.filter((provider) => provider.enabled));

  #client: () => Asked;
  #newId: () => string;
  /** Counts the plans: an answer to an older one is not taken. */
  #round = 0;

  constructor(client: () => Asked, newId: () => string = () => crypto.randomUUID()) {
    this.#client = client;
    this.#newId = newId;
  }

  async look(): Promise<void> {
    this.list = await this.#client().provider_list().catch(() => this.list);
  }

  /** Changes what is set for a service; an `AppError` when it can't be like that. */
  async set(id: string, change: Partial<Omit<ProviderSetRequest, "id">>): Promise<void> {
    const nothing = { enabled: null, address: null, key: null, datum: null, timeout_s: null };
    this.list = await this.#client().provider_set({ ...nothing, ...change, id });
    if (change.enabled === false) this.#drop(id);
  }

  get shownAnswer(): ProviderPlanDto | null {
    return (this.shown && this.answers.get(this.shown.id)) ?? null;
  }

  get shownRoute(): RouteDto | null {
    return this.shownAnswer?.plan.routes[this.shown?.route ?? 0] ?? null;
  }

  /** Whether the way that is looked at is ours: then the map has it already, in blue. */
  get shownIsOurs(): boolean {
    return this.shownAnswer?.routes[this.shown?.route ?? 0]?.same_as_ours ?? false;
  }

  /** Asks one service, once, for the trip as it is. */
  async ask(id: string, request: PlanRequest): Promise<void> {
    if (this.asking.has(id)) return;
    const round = this.#round;
    const job = this.#newId();
    this.asking = new Map([...this.asking, [id, job]]);
    this.errors = without(this.errors, id);
    try {
      const answer = await this.#client().provider_plan(id, request, job);
      if (round !== this.#round) return;
      this.answers = new Map([...this.answers, [id, answer]]);
      this.shown = { id, route: 0 };
    } catch (reason) {
      const error = AppError.from(reason);
      if (round === this.#round && error.code !== "cancelled") this.errors = new Map([...this.errors, [id, error]]);
    } finally {
      if (this.asking.get(id) === job) this.asking = without(this.asking, id);
    }
  }

  async stop(id: string): Promise<void> {
    const job = this.asking.get(id);
    if (job !== undefined) await this.#client().job_cancel(job).catch(() => null);
  }

  show(id: string, route: number): void {
    this.shown = this.shown?.id === id && this.shown.route === route ? null : { id, route };
  }

  /** Another trip: the answers were to the old one. */
  forget(): void {
    this.#round += 1;
    for (const id of this.asking.keys()) void this.stop(id);
    this.asking = new Map();
    this.answers = new Map();
    this.errors = new Map();
    this.shown = null;
  }

  #drop(id: string): void {
    void this.stop(id);
    this.answers = without(this.answers, id);
    this.errors = without(this.errors, id);
    if (this.shown?.id === id) this.shown = null;
  }
}

function without<T>(map: ReadonlyMap<string, T>, id: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([key]) => key !== id));
}

export const providers = new Providers(() => app.client);
