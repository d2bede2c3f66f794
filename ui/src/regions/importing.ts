import { app } from "../app.svelte";
import { t } from "../i18n/index.svelte";
import type { RegionDto } from "../ipc/bindings";
import { AppError } from "../ipc/errors";
import { toasts } from "../shared/toasts.svelte";
import { importing, online } from "./jobs";

/** The last part of a path, of either kind of slash. */
export function fileName(path: string): string {
  return path.split(/[/\\]/).filter(Boolean).at(-1) ?? path;
}

/** Imports the map file at `path`; null when it failed, which the job then tells. */
export async function importFile(path: string): Promise<RegionDto | null> {
  const name = fileName(path);
  const region = await importing.run(name, (job, onProgress) =>
    app.client.region_import({ path, name: "" }, job, onProgress),
  );
  if (region) toasts.show(t("regions.imported", { name: region.name }));
  // The wording names the file it is about, also where the program's answer doesn't.
  const { error } = importing;
  if (error?.code === "bad_file" && !error.args.file) {
    importing.error = new AppError({ ...error, args: { ...error.args, file: name } });
  }
  return region;
}

/** Asks for a file with the desktop's own dialog and imports it. */
export async function chooseAndImport(): Promise<RegionDto | null> {
  try {
    const path = await app.client.pick_file();
    return path === null ? null : await importFile(path);
  } catch (reason) {
    importing.error = AppError.from(reason);
    return null;
  }
}

/** Downloads a region of the list, checks and imports it. Stopped, it goes on where it was the next time. */
export async function downloadRegion(id: string, name: string): Promise<RegionDto | null> {
  const region = await importing.run(name, (job, onProgress) => app.client.region_download(id, job, onProgress));
  if (region) toasts.show(t("regions.imported", { name: region.name }));
  // What has come is shown in the list, also when it broke off.
  await online.look();
  return region;
}
