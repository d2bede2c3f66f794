import { tick } from "svelte";

/** Gives the focus to the first of these parts that is there, once the part that had it has gone. Without it somebody at the
 *  keyboard would begin again at the top of the page. Whatever has the focus meanwhile keeps it. */
export async function focusAfter(...testids: string[]): Promise<void> {
  await tick();
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  for (const id of testids) {
    const part = document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
    if (part) {
      part.focus();
      return;
    }
  }
}
