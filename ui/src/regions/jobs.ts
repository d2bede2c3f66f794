import { app } from "../app.svelte";
import { Job } from "./job.svelte";

/* The two long jobs of the window. They live outside their screens, so that leaving the page doesn't lose sight of
   an import that goes on. */

/** Importing a map file. */
export const importing = new Job(() => app.client);

/** Installing the demo, or preparing the first region. */
export const preparing = new Job(() => app.client);
