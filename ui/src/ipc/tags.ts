import type { Client } from "./client";

/** What a screen can show that a command can make stale. Reads name what they show, writes what they change; screens
 *  re-read by tag, so no screen has to know which command another screen ran. */
export const TAGS = ["Status", "Plan", "Memories", "Questions", "Regions", "Providers", "Traces", "Figures", "Insights", "Ageing", "Model", "Trips", "Cards"] as const;
export type Tag = (typeof TAGS)[number];

/** Every command of the contract is either a read with the tags it shows, or a write with the tags it makes stale. */
export const READS = {
  status: ["Status", "Regions"],
  region_list: ["Regions"],
  regions_online: ["Regions"],
  region_size: [],
  parse: ["Plan"],
  plan: ["Plan"],
  suggest: [],
  search: [],
  here: [],
  habit_next: ["Questions"],
  track_match: [],
  provider_list: ["Providers"],
  memory_list: ["Memories"],
  memory_show: ["Memories"],
  erase_preview: ["Memories"],
  doctor: [],
  encryption_status: [],
  traces: ["Traces"],
  trace: ["Traces", "Memories"],
  feedback_list: ["Figures", "Memories"],
  failures: ["Figures", "Memories"],
  failures_export: ["Figures"],
  sample: ["Traces", "Figures"],
  figures: ["Figures"],
  compare: [],
  sandbox: [],
  why: ["Traces", "Memories"],
  stream: ["Memories"],
  backups: ["Status"],
  memory_alike: ["Memories"],
  reflection: ["Insights", "Memories"],
  ageing: ["Ageing", "Memories"],
  ageing_preview: ["Ageing", "Memories"],
  ageing_policies: ["Ageing"],
  wrong: ["Insights", "Memories"],
  habit_show: ["Questions"],
  trips_table: [],
  trip_imports: ["Trips", "Memories"],
  place_candidates: ["Trips", "Memories"],
  commute: ["Trips", "Memories"],
  drive_simulate: [],
  trips_watched: ["Trips"],
  month: ["Trips", "Memories"],
  would: ["Trips", "Memories"],
  route_export: [],
  insights_export: [],
  insights_look: ["Memories"],
  places_where: ["Memories"],
  weather: ["Cards"],
  cards: ["Cards"],
  model_get: ["Model"],
  model_trace: ["Model"],
} as const satisfies Partial<Record<keyof Client, readonly Tag[]>>;

export const WRITES = {
  settings_set: ["Status", "Plan", "Questions"],
  unlock: ["Status"],
  encrypt: ["Status"],
  decrypt: ["Status"],
  passphrase_change: [],
  passphrase_remember: [],
  profile_use: ["Insights", "Ageing", "Model", "Figures", "Traces", "Status", "Plan", "Memories", "Questions", "Providers"],
  start_empty: ["Status", "Regions", "Plan", "Memories", "Questions"],
  demo_install: ["Figures", "Status", "Regions", "Plan", "Memories", "Questions"],
  demo_remove: ["Figures", "Traces", "Status", "Regions", "Plan", "Memories", "Questions"],
  region_import: ["Status", "Regions", "Plan"],
  region_remove: ["Status", "Regions", "Plan"],
  region_download: ["Status", "Regions", "Plan"],
  region_download_discard: [],
  plan_reset: [],
  traces_clear: ["Traces"],
  feedback: ["Memories", "Figures"],
  feedback_undo: ["Memories", "Figures"],
  wrong_memory: ["Figures"],
  failures_delete: ["Figures"],
  usage_reset: ["Figures"],
  accesses_clear: ["Memories"],
  backup: ["Status"],
  rebuild: ["Status"],
  memory_alike_answer: ["Memories", "Insights", "Ageing"],
  reflection_set: ["Insights", "Ageing"],
  memory_reflect: ["Insights", "Memories", "Plan"],
  insight_answer: ["Insights", "Figures", "Traces", "Memories", "Plan"],
  memory_age: ["Ageing", "Traces", "Memories", "Questions", "Status", "Plan"],
  memory_keep: ["Ageing", "Memories"],
  ageing_policy_set: ["Ageing", "Plan"],
  trips_import: ["Trips", "Figures", "Traces", "Memories", "Questions", "Status", "Plan"],
  trips_undo: ["Trips", "Figures", "Traces", "Memories", "Questions", "Status", "Plan"],
  drive_recorded: ["Trips", "Figures", "Traces", "Memories", "Questions", "Status"],
  drive_record: ["Trips", "Figures", "Traces", "Memories", "Questions", "Status"],
  trips_watch: ["Trips"],
  trips_watch_look: ["Trips", "Figures", "Traces", "Memories", "Questions", "Status", "Plan"],
  place_candidate_answer: ["Trips", "Memories", "Plan"],
  insights_take: ["Insights", "Memories", "Questions", "Status"],
  insights_take_back: ["Insights", "Memories", "Questions", "Status"],
  entrance_put: ["Memories", "Plan"],
  // Chosen for the plan in view, which is planned again by hand; what holds for later ones is read then.
  entrance_choose: ["Memories"],
  entrance_delete: ["Memories", "Plan"],
  weather_set: ["Cards", "Plan"],
  // What the sky does is part of a plan only when it is asked for.
  weather_refresh: ["Cards"],
  // "Forget" deletes the memory behind the card.
  card_answer: ["Cards", "Memories", "Questions"],
  card_kind_set: ["Cards"],
  wrong_remove: ["Insights", "Figures", "Traces", "Memories", "Questions", "Status", "Plan"],
  wrong_undo: ["Insights", "Memories", "Plan"],
  model_set: ["Model", "Insights"],
  // Whatever they answer is shown where they were asked; that they were asked is kept with the exchanges.
  model_check: ["Model"],
  model_ask: ["Model"],
  model_rephrase: ["Model"],
  road_wish_remember: ["Memories", "Plan"],
  drove: ["Figures", "Traces", "Memories", "Questions", "Status"],
  provider_set: ["Providers"],
  // What it answers is nobody else's; only that it was asked is written down.
  provider_plan: ["Status"],
  habit_answer: ["Figures", "Memories", "Questions", "Status", "Plan"],
  place_add: ["Memories", "Plan"],
  preference_add: ["Traces", "Memories", "Plan"],
  memory_edit: ["Memories", "Plan"],
  memory_edit_undo: ["Memories", "Plan"],
  memory_confirm: ["Figures", "Memories", "Questions", "Status", "Plan"],
  memory_reject: ["Figures", "Memories", "Questions", "Status", "Plan"],
  memory_delete: ["Figures", "Traces", "Memories", "Questions", "Status", "Plan"],
  memory_undo: ["Figures", "Memories", "Questions", "Status", "Plan"],
  memory_restore: ["Figures", "Memories", "Questions", "Status", "Plan"],
  erase: ["Figures", "Traces", "Memories", "Questions", "Status", "Plan"],
  erase_everything: ["Insights", "Ageing", "Model", "Figures", "Traces", "Memories", "Questions", "Status", "Plan", "Providers"],
  erase_resume: ["Figures", "Traces", "Memories", "Questions", "Status", "Plan"],
} as const satisfies Partial<Record<keyof Client, readonly Tag[]>>;

/** Commands that ask something outside of this computer. A question is counted among those that were sent whether or not
 *  an answer came, so the count is stale even when they fail. */
export const SENDS: readonly string[] = ["regions_online", "region_size", "region_download", "provider_plan", "model_check", "model_ask", "model_rephrase", "weather_refresh"] satisfies (keyof Client)[];

type Listener = (tags: ReadonlySet<Tag>) => void;
const listeners = new Set<Listener>();

/** Calls `run` whenever one of `tags` became stale. Returns the function that stops it (fits `$effect`). */
export function onStale(tags: readonly Tag[], run: () => void): () => void {
  const listener: Listener = (stale) => {
    if (tags.some((tag) => stale.has(tag))) run();
  };
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function markStale(tags: readonly Tag[]): void {
  if (tags.length === 0) return;
  const stale = new Set(tags);
  for (const listener of [...listeners]) listener(stale);
}

/** The same client, whose writes mark what they change as stale once they succeeded. */
export function withTags(client: Client): Client {
  const wrapped: Record<string, unknown> = {};
  for (const [name, command] of Object.entries(client) as [string, (...args: unknown[]) => unknown][]) {
    const tags = (WRITES as Record<string, readonly Tag[]>)[name];
    const sends = SENDS.includes(name);
    wrapped[name] = tags || sends
      ? async (...args: unknown[]) => {
          // The list as it is kept is read with `false`, and sends nothing.
          let stale: readonly Tag[] = sends && args[0] !== false ? ["Status"] : [];
          try {
            const answer = await command(...args);
            stale = [...stale, ...(tags ?? [])];
            return answer;
          } finally {
            markStale(stale);
          }
        }
      : command;
  }
  return wrapped as unknown as Client;
}
