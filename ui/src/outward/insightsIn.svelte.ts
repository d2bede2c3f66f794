import { app, errorText } from "../app.svelte";
import { t } from "../i18n/index.svelte";
import type { InsightsLookDto } from "../ipc/bindings";
import { AppError } from "../ipc/errors";
import { toasts } from "../shared/toasts.svelte";

/** Whether a file's name says that it holds insights of Laolu. */
export function isInsights(path: string): boolean {
  return /insights[^/\\]*\.json$/i.test(path);
}

/** A file of insights on its way in: looked at line by line, taken as far as the person says, and taken back. */
class InsightsIn {
  open = $state(false);
  found = $state.raw<InsightsLookDto | null>(null);
  error = $state.raw<AppError | null>(null);
  /** Lines that will be taken, by their place in the file. */
  chosen = $state.raw<ReadonlySet<number>>(new Set());
  busy = $state(false);

  get fresh(): number[] {
    return (this.found?.lines ?? []).flatMap((line, index) => (line.standing === "" ? [index] : []));
  }

  async choose(): Promise<void> {
    try {
      const path = await app.client.pick_insights();
      if (path !== null) await this.look(path);
    } catch (reason) {
      toasts.show(errorText(AppError.from(reason)));
    }
  }

  async look(path: string): Promise<void> {
    [this.open, this.found, this.error] = [true, null, null];
    try {
      this.found = await app.client.insights_look(path, app.lang);
      this.chosen = new Set(this.fresh);
    } catch (reason) {
      this.error = AppError.from(reason);
    }
  }

  tick(index: number, on: boolean): void {
    const chosen = new Set(this.chosen);
    if (on) chosen.add(index);
    else chosen.delete(index);
    this.chosen = chosen;
  }

  /** All that are new, or none. */
  tickAll(on: boolean): void {
    this.chosen = new Set(on ? this.fresh : []);
  }

  async take(): Promise<void> {
    if (!this.found || this.chosen.size === 0 || this.busy) return;
    const { client, lang } = app;
    this.busy = true;
    try {
      const taken = await client.insights_take({ text: this.found.text, only: [...this.chosen].sort((a, b) => a - b), lang });
      this.close();
      toasts.show(t("outward.insightsTaken", { n: taken.waiting }), t("shared.undo"), async () => {
        const gone = await client.insights_take_back(taken.ids).catch(() => []);
        toasts.show(t("outward.insightsTakenBack", { n: gone.length }));
      });
    } catch (reason) {
      this.error = AppError.from(reason);
    } finally {
      this.busy = false;
    }
  }

  close(): void {
    [this.open, this.found, this.error] = [false, null, null];
  }
}

export const insightsIn = new InsightsIn();
