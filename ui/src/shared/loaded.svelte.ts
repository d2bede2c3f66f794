import { untrack } from "svelte";
import { AppError } from "../ipc/errors";
import { onStale, type Tag } from "../ipc/tags";

/** What a page shows, read again whenever it became stale. The old value stays in view while a new one is read and when
 *  reading fails; of several reads the newest wins. */
export class Loaded<T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<AppError | null>(null);
  loading = $state(false);

  #tags: readonly Tag[];
  #read: () => Promise<T>;
  #run = 0;

  constructor(tags: readonly Tag[], read: () => Promise<T>) {
    this.#tags = tags;
    this.#read = read;
  }

  async load(): Promise<void> {
    const run = ++this.#run;
    this.loading = true;
    try {
      const value = await this.#read();
      if (run !== this.#run) return;
      this.value = value;
      this.error = null;
    } catch (reason) {
      if (run === this.#run) this.error = AppError.from(reason);
    } finally {
      if (run === this.#run) this.loading = false;
    }
  }

  /** For an effect of the page: reads now and after every change of what `depends` looks at (the language, a choice), and
   *  when a command made it stale. */
  follow(depends: () => void): () => void {
    depends();
    untrack(() => void this.load());
    return onStale(this.#tags, () => void this.load());
  }
}
