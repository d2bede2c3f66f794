import { app, errorText } from "../app.svelte";
import { t } from "../i18n/index.svelte";
import { count } from "../i18n/format";
import { AppError } from "../ipc/errors";
import { toasts } from "../shared/toasts.svelte";

/* Acts on memories that more than one screen offers. Each tells what it did in a toast; what changed is re-read by
   tag, so no screen has to be told. */

/** Deletes at once and offers to take it back: the program has committed it before the toast shows. */
export async function deleteMemories(ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  try {
    const deletion = await app.client.memory_delete([...ids], app.lang);
    const n = deletion.deleted.length;
    const text =
      ids.length === 1
        ? t("memory.deletedToast", { text: deletion.text })
        : t("memory.deletedMany", { n: n === 1 ? 1 : count(n) });
    toasts.show(text, t("shared.undo"), async () => void (await undoDeletion(deletion.id)));
    return true;
  } catch (reason) {
    return failed(reason);
  }
}

/** Takes a deletion back; the empty id means the last one, which outlives its toast. */
export async function undoDeletion(id = ""): Promise<boolean> {
  try {
    const back = await app.client.memory_undo(id);
    toasts.show(back.length === 0 ? t("memory.nothingToUndo") : t("memory.restoredToast", { n: back.length }));
    return back.length > 0;
  } catch (reason) {
    if (AppError.from(reason).code !== "no_such_memory") return failed(reason);
    toasts.show(t("memory.nothingToUndo"));
    return false;
  }
}

export async function restoreMemories(ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  try {
    const back = await app.client.memory_restore([...ids]);
    toasts.show(t("memory.restoredToast", { n: back.length }));
    return true;
  } catch (reason) {
    return failed(reason);
  }
}

function failed(reason: unknown): false {
  toasts.show(errorText(AppError.from(reason)));
  return false;
}

/** A correction was saved: offers to take it back. */
export function corrected(): void {
  toasts.show(t("memory.savedToast"), t("shared.undo"), async () => {
    try {
      await app.client.memory_edit_undo(app.lang);
    } catch (reason) {
      toasts.show(errorText(AppError.from(reason)));
    }
  });
}
