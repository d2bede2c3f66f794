import { tick } from "svelte";

/** Gives the focus to the first of these parts that is there, once the part that had it has gone. Without it somebody at the
 *  keyboard would begin again at the top of the page. Whatever has the focus meanwhile keeps it. */
export async function focusAfter(...testids: string[]): Promise<void> {
  await tick();
  const at = document.activeElement;
  // What is hidden keeps the focus for a moment longer.
  if (at !== null && at !== document.body && at.closest("[hidden]") === null) return;
  for (const id of testids) {
    const part = document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
    if (part) {
      part.focus();
      return;
    }
  }
}
