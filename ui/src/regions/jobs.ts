import { app } from "../app.svelte";
import { Job } from "./job.svelte";
import { Online } from "./online.svelte";

/* The two long jobs of the window. They live outside their screens, so that leaving the page doesn't lose sight of
   an import that goes on. */

/** Importing a map file. */
export const importing = new Job(() => app.client);

/** Installing the demo, or preparing the first region. */
export const preparing = new Job(() => app.client);

/** The list of regions that can be downloaded; a download itself is `importing`. */
export const online = new Online(() => app.client);
