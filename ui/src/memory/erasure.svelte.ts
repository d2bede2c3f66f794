import type { ErasePreviewDto, LangDto, ReceiptDto } from "../ipc/bindings";
import type { Client } from "../ipc/client";
import { AppError } from "../ipc/errors";

/** What can be erased: some memories, everything of the profile, or what an earlier erasure left open. */
export type Target = { ids: readonly string[] } | "everything" | "resume";

/**
 * One erasure, from the question to the receipt.
 *
 * `asking` shows what would change, `working` can't be taken back any more, `receipt` says what was found afterwards.
 * A receipt that isn't complete can be tried again and never counts as done.
 */
export class Erasure {
  target: Target;
  step = $state<"asking" | "working" | "receipt">("asking");
  withTrips = $state(false);
  preview = $state.raw<ErasePreviewDto | null>(null);
  receipt = $state.raw<ReceiptDto | null>(null);
  error = $state.raw<AppError | null>(null);
  /** A second look found nothing left to erase, so there is no receipt of it. */
  nothingLeft = $state(false);

  readonly finished = $derived(this.nothingLeft || this.receipt?.complete === true);

  #client: () => Pick<Client, "erase_preview" | "erase" | "erase_everything" | "erase_resume">;
  #lang: () => LangDto;
  #asked = 0;

  constructor(
    target: Target,
    client: () => Pick<Client, "erase_preview" | "erase" | "erase_everything" | "erase_resume">,
    lang: () => LangDto,
  ) {
    this.target = target;
    this.#client = client;
    this.#lang = lang;
  }

  /** Finds out what would change; `withTrips` changes the answer. */
  async look(): Promise<void> {
    const { target } = this;
    if (typeof target === "string") return;
    const asked = ++this.#asked;
    this.error = null;
    try {
      const preview = await this.#client().erase_preview([...target.ids], this.withTrips, this.#lang());
      if (asked === this.#asked) this.preview = preview;
    } catch (reason) {
      if (asked === this.#asked) this.error = AppError.from(reason);
    }
  }

  async includeTrips(include: boolean): Promise<void> {
    this.withTrips = include;
    await this.look();
  }

  /** Does it. Also tries again after an unfinished one: what is left is then finished, nothing is erased twice. */
  async go(): Promise<void> {
    if (this.step === "working") return;
    const again = this.step === "receipt" || this.target === "resume";
    this.step = "working";
    this.error = null;
    try {
      if (again) {
        const receipt = await this.#client().erase_resume();
        if (receipt) this.receipt = receipt;
        else this.nothingLeft = true;
      } else if (typeof this.target === "string") {
        this.receipt = await this.#client().erase_everything();
      } else {
        this.receipt = await this.#client().erase([...this.target.ids], this.withTrips);
      }
      this.step = "receipt";
    } catch (reason) {
      this.error = AppError.from(reason);
      this.step = this.receipt ? "receipt" : "asking";
    }
  }
}
