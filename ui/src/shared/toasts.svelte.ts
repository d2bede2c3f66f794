/** One toast at a time, as DESIGN.md asks: a new one replaces the old. */
export interface Toast {
  id: number;
  text: string;
  /** Label of the act, for example "Undo". */
  action: string;
  run: (() => void | Promise<void>) | null;
}

const LIFETIME_MS = 10_000;

class Toasts {
  current = $state<Toast | null>(null);
  #next = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(text: string, action = "", run: Toast["run"] = null): void {
    this.current = { id: this.#next++, text, action, run };
    this.resume();
  }

  /** Stops the clock while somebody points at the toast or has the focus in it. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  resume(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.dismiss(), LIFETIME_MS);
  }

  dismiss(): void {
    clearTimeout(this.#timer);
    this.current = null;
  }

  /** Runs the act of the toast in view; false when there is none. */
  act(): boolean {
    const toast = this.current;
    if (!toast?.run) return false;
    this.dismiss();
    void toast.run();
    return true;
  }
}

export const toasts = new Toasts();
