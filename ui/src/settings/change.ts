import { app, errorText } from "../app.svelte";
import type { SettingsDto } from "../ipc/bindings";
import { AppError } from "../ipc/errors";
import { toasts } from "../shared/toasts.svelte";

/** Changes some settings of the profile in use and shows them at once; the window follows the program's answer. */
export async function changeSettings(change: Partial<SettingsDto>): Promise<boolean> {
  const settings = app.status?.settings;
  if (!settings) return false;
  try {
    app.take(await app.client.settings_set({ ...settings, ...change }));
    return true;
  } catch (reason) {
    toasts.show(errorText(AppError.from(reason)));
    return false;
  }
}
