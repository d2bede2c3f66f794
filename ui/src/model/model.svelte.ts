import { app } from "../app.svelte";
import type { ModelAskDto, ModelCheckDto, ModelDto, ModelExchangeDto, ModelSetRequest } from "../ipc/bindings";
import { AppError } from "../ipc/errors";

const nothing: ModelSetRequest = {
  enabled: null,
  address: null,
  model: null,
  key: null,
  allow_remote: null,
  timeout_s: null,
  wait_ms: null,
  schema: null,
  intents: null,
  uses: null,
};

/** What is set for a language model, and the questions that a person asks it here. */
class Model {
  set = $state.raw<ModelDto | null>(null);
  said = $state.raw<ModelExchangeDto[]>([]);
  /** How the last test went; another setting makes it worthless. */
  checked = $state.raw<ModelCheckDto | null>(null);
  problem = $state.raw<AppError | null>(null);
  asked = $state.raw<ModelAskDto | null>(null);
  /** The question that is on its way. */
  job = $state<string | null>(null);
  #jobs = 0;

  async look(): Promise<void> {
    [this.set, this.said] = await Promise.all([app.client.model_get(), app.client.model_trace()]);
  }

  async change(change: Partial<ModelSetRequest>): Promise<void> {
    this.set = await app.client.model_set({ ...nothing, ...change });
    [this.checked, this.problem, this.asked] = [null, null, null];
  }

  async check(): Promise<void> {
    this.checked = null;
    await this.#run(async (job) => (this.checked = await app.client.model_check(job)));
  }

  /** Whether a plan's reasons can be put in other words. */
  get rephrases(): boolean {
    return this.set?.enabled === true && this.set.uses.includes("rephrase");
  }

  async ask(what: string, text: string): Promise<void> {
    this.asked = null;
    await this.#run(async (job) => (this.asked = await app.client.model_ask({ what, text, lang: app.lang }, job)));
  }

  async stop(): Promise<void> {
    if (this.job) await app.client.job_cancel(this.job);
  }

  async #run(question: (job: string) => Promise<unknown>): Promise<void> {
    if (this.job !== null) return;
    this.job = `model-${++this.#jobs}`;
    this.problem = null;
    try {
      await question(this.job);
    } catch (reason) {
      const error = AppError.from(reason);
      if (error.code !== "cancelled") this.problem = error;
    } finally {
      this.job = null;
    }
  }
}

export const model = new Model();
