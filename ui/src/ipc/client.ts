import { Channel, convertFileSrc, invoke, isTauri } from "@tauri-apps/api/core";
import { listen } from "@tauri-apps/api/event";
import { getCurrentWebview } from "@tauri-apps/api/webview";
import { getCurrentWindow } from "@tauri-apps/api/window";
import type {
  AgedNowDto,
  AgingRowDto,
  AlikeDto,
  BackupDto,
  CardAnswerRequest,
  CardsDto,
  CommuteDto,
  CompareDto,
  DeletionDto,
  DoctorDto,
  DownloadSizeDto,
  DroveDto,
  DroveRequest,
  EncryptionDto,
  EntranceRequest,
  ErasePreviewDto,
  FailureDto,
  FeedbackRequest,
  FiguresDto,
  FixDto,
  HabitAnswerRequest,
  HabitCardDto,
  HereDto,
  ImportBriefDto,
  ImportReportDto,
  ImportRequest,
  ImportUndoneDto,
  InsightsExportDto,
  InsightsLookDto,
  InsightsTakeRequest,
  InsightsTakenDto,
  LangDto,
  MemoryDetailDto,
  MemoryEditRequest,
  MemoryPageDto,
  MemoryQuery,
  MemoryRowDto,
  ModelAskDto,
  ModelAskRequest,
  ModelCheckDto,
  ModelDto,
  ModelExchangeDto,
  ModelSetRequest,
  MonthDto,
  OnlineListDto,
  ParseDto,
  ParseRequest,
  PassphraseRequest,
  PlaceAddRequest,
  PlaceAnsweredDto,
  PlaceAnswerRequest,
  PlaceCandidateDto,
  PlaceHitDto,
  PlanDto,
  PlanRequest,
  PointDto,
  PolicyDto,
  PreferenceAddRequest,
  ProgressDto,
  ProviderDto,
  ProviderPlanDto,
  ProviderSetRequest,
  RatingDto,
  RebuiltDto,
  ReceiptDto,
  RecordedDriveRequest,
  ReflectedDto,
  ReflectionDto,
  ReflectionSettingsDto,
  RegionDto,
  RephraseDto,
  RephraseRequest,
  RoadWishRequest,
  RouteExportDto,
  RouteExportRequest,
  SampleDto,
  SandboxDto,
  SandboxRequest,
  SearchDto,
  SearchRequest,
  SettingsDto,
  SimulateRequest,
  SimulationDto,
  StatusDto,
  StreamPageDto,
  StreamQuery,
  SuggestRequest,
  TablePreviewDto,
  TraceBriefDto,
  TraceDto,
  TrackDto,
  TrackRequest,
  TripImportRequest,
  WatchedFolderDto,
  WeatherDto,
  WeatherSetRequest,
  WhereDto,
  WhereRequest,
  WhyDto,
  WouldDto,
  WouldRequest,
  WrongDoneDto,
  WrongDto,
  WrongMemoryRequest,
} from "./bindings";
import { AppError } from "./errors";
import { withTags } from "./tags";

/** Everything the window can ask of the program. Each command rejects with an `AppError`. Names are the commands'. */
export interface Client {
  status(): Promise<StatusDto>;
  settings_set(settings: SettingsDto): Promise<StatusDto>;
  profile_use(name: string): Promise<StatusDto>;
  /** Marks the first start as done; imports the bundled region when none is installed. */
  start_empty(job: string, onProgress: (progress: ProgressDto) => void): Promise<StatusDto>;
  demo_install(job: string, onProgress: (progress: ProgressDto) => void): Promise<StatusDto>;
  demo_remove(): Promise<StatusDto>;
  region_list(): Promise<RegionDto[]>;
  region_import(
    request: ImportRequest,
    job: string,
    onProgress: (progress: ProgressDto) => void,
  ): Promise<RegionDto>;
  region_remove(id: string): Promise<StatusDto>;
  /** Regions that can be downloaded: the list that is kept, or fetched anew. */
  regions_online(refresh: boolean, job: string): Promise<OnlineListDto>;
  region_size(id: string, job: string): Promise<DownloadSizeDto>;
  region_download(id: string, job: string, onProgress: (progress: ProgressDto) => void): Promise<RegionDto>;
  region_download_discard(id: string): Promise<null>;
  job_cancel(job: string): Promise<null>;
  parse(request: ParseRequest): Promise<ParseDto>;
  plan(request: PlanRequest): Promise<PlanDto>;
  plan_reset(): Promise<null>;
  suggest(request: SuggestRequest): Promise<PlaceHitDto[]>;
  search(request: SearchRequest): Promise<SearchDto>;
  /** The stretch of road is extended by so many junctions before and behind it. */
  here(point: PointDto, lang: LangDto, extend?: [number, number]): Promise<HereDto>;
  road_wish_remember(request: RoadWishRequest): Promise<MemoryRowDto>;
  drove(request: DroveRequest): Promise<DroveDto>;
  habit_next(lang: LangDto): Promise<HabitCardDto | null>;
  habit_answer(request: HabitAnswerRequest): Promise<StatusDto>;
  /** The roads that a recorded track was driven on. Nothing of it is kept. */
  track_match(request: TrackRequest, job: string): Promise<TrackDto>;
  provider_list(): Promise<ProviderDto[]>;
  provider_set(request: ProviderSetRequest): Promise<ProviderDto[]>;
  /** One question to somebody else's server. */
  provider_plan(provider: string, request: PlanRequest, job: string): Promise<ProviderPlanDto>;
  memory_list(query: MemoryQuery): Promise<MemoryPageDto>;
  memory_show(id: string, lang: LangDto): Promise<MemoryDetailDto>;
  /** Clears the log of who looked at which memory; how many entries there were. */
  accesses_clear(): Promise<number>;
  place_add(request: PlaceAddRequest): Promise<MemoryRowDto>;
  preference_add(request: PreferenceAddRequest): Promise<MemoryRowDto>;
  memory_edit(request: MemoryEditRequest, lang: LangDto): Promise<MemoryRowDto>;
  memory_confirm(id: string, lang: LangDto): Promise<MemoryRowDto>;
  memory_reject(id: string): Promise<StatusDto>;
  memory_delete(ids: string[], lang: LangDto): Promise<DeletionDto>;
  /** An empty deletion id means the last one. Returns the restored ids. */
  memory_undo(deletion: string): Promise<string[]>;
  memory_restore(ids: string[]): Promise<string[]>;
  erase_preview(ids: string[], withTrips: boolean, lang: LangDto): Promise<ErasePreviewDto>;
  erase(ids: string[], withTrips: boolean): Promise<ReceiptDto>;
  erase_everything(): Promise<ReceiptDto>;
  erase_resume(): Promise<ReceiptDto | null>;
  doctor(): Promise<DoctorDto>;
  /** Opens a locked memory by its present passphrase; until then every other command fails with `locked`. */
  unlock(request: PassphraseRequest): Promise<StatusDto>;
  encryption_status(): Promise<EncryptionDto>;
  encrypt(request: PassphraseRequest): Promise<EncryptionDto>;
  decrypt(request: PassphraseRequest): Promise<EncryptionDto>;
  passphrase_change(request: PassphraseRequest): Promise<EncryptionDto>;
  passphrase_remember(remember: boolean): Promise<EncryptionDto>;
  /** Takes a backup beside the memory file now. */
  backup(): Promise<BackupDto>;
  /** Whole backups beside it, oldest first. */
  backups(): Promise<BackupDto[]>;
  /** Builds every index anew from the rows. */
  rebuild(job: string): Promise<RebuiltDto>;
  /** Memories that say nearly the same; none is joined by itself. */
  memory_alike(lang: LangDto): Promise<AlikeDto[]>;
  /** `keep` stands for the other, or the two are two. */
  memory_alike_answer(keep: string, other: string, joined: boolean): Promise<null>;
  /** Everything that was noticed, newest first. */
  stream(query: StreamQuery): Promise<StreamPageDto>;
  reflection(lang: LangDto): Promise<ReflectionDto>;
  reflection_set(settings: ReflectionSettingsDto): Promise<ReflectionSettingsDto>;
  /** Thinks now, whether it is time or not. */
  memory_reflect(): Promise<ReflectedDto>;
  /** Yes makes an insight the person's; no deletes it, undoably, and keeps it from coming back. */
  insight_answer(id: string, yes: boolean, lang: LangDto): Promise<ReflectionDto>;
  /** What will be forgotten when, the nearest first. */
  ageing(): Promise<AgingRowDto[]>;
  /** The same for one kind, as it would be under another policy. Changes nothing. */
  ageing_preview(policy: PolicyDto): Promise<AgingRowDto[]>;
  /** Does what is due now. */
  memory_age(): Promise<AgedNowDto>;
  memory_keep(id: string): Promise<AgingRowDto[]>;
  ageing_policies(): Promise<PolicyDto[]>;
  /** With an empty curve it is as after installation again. */
  ageing_policy_set(policy: PolicyDto): Promise<PolicyDto[]>;
  /** Why something went wrong: the newest writings, whose they are, the insights. */
  wrong(lang: LangDto): Promise<WrongDto>;
  /** Deletes one and lowers what is like it. */
  wrong_remove(id: string): Promise<WrongDoneDto>;
  /** Takes such a lowering back. */
  wrong_undo(token: string): Promise<number>;
  model_get(): Promise<ModelDto>;
  model_set(request: ModelSetRequest): Promise<ModelDto>;
  /** Asks the server for its models, and the model one small question. */
  model_check(job: string): Promise<ModelCheckDto>;
  /** What it makes of a sentence. Nothing is stored. */
  model_ask(request: ModelAskRequest, job: string): Promise<ModelAskDto>;
  /** A plan's sentences in other words, where the words pass the check. */
  model_rephrase(request: RephraseRequest, job: string): Promise<RephraseDto>;
  /** What was asked lately and answered, newest last. */
  model_trace(): Promise<ModelExchangeDto[]>;
  /** How answers came about, newest first. */
  traces(): Promise<TraceBriefDto[]>;
  /** One of them by its id or its plan's; the newest for an empty id. */
  trace(id: string, lang: LangDto): Promise<TraceDto>;
  traces_clear(): Promise<null>;
  /** 👍 or 👎 for an answer; moves the memories behind it, and can be taken back. */
  feedback(request: FeedbackRequest, lang: LangDto): Promise<RatingDto>;
  feedback_undo(answer: string): Promise<null>;
  feedback_list(lang: LangDto): Promise<RatingDto[]>;
  /** Keeps what was asked and what came, for export. */
  wrong_memory(request: WrongMemoryRequest, lang: LangDto): Promise<FailureDto>;
  failures(lang: LangDto): Promise<FailureDto[]>;
  /** The same as lines of JSON. */
  failures_export(lang: LangDto): Promise<string>;
  /** Those with these ids, or all; how many are left. */
  failures_delete(ids: string[]): Promise<number>;
  sample(lang: LangDto): Promise<SampleDto[]>;
  figures(): Promise<FiguresDto>;
  /** The last drives with memory and without: one plan per drive. */
  compare(lang: LangDto, job: string): Promise<CompareDto>;
  usage_reset(): Promise<null>;
  /** Why an answer was given, with exactly the rows behind it; the newest plan for an empty id. */
  why(answer: string, lang: LangDto): Promise<WhyDto>;
  /** Takes the newest correction back. */
  memory_edit_undo(lang: LangDto): Promise<MemoryRowDto>;
  /** A made-up talk on a copy; nothing real is changed. */
  sandbox(request: SandboxRequest, job: string): Promise<SandboxDto>;
  /** A habit as a question with its evidence, whichever waits. */
  habit_show(id: string, lang: LangDto): Promise<HabitCardDto>;
  /** Imports recordings. What can't be read is said per file; cancelled, nothing of it is kept. */
  trips_import(request: TripImportRequest, job: string, onProgress: (progress: ProgressDto) => void): Promise<ImportReportDto>;
  /** The beginning of a table, and what its columns seem to be; null for what is no table. */
  trips_table(path: string): Promise<TablePreviewDto | null>;
  trip_imports(): Promise<ImportBriefDto[]>;
  /** Takes an import back whole. */
  trips_undo(id: string): Promise<ImportUndoneDto>;
  place_candidates(lang: LangDto): Promise<PlaceCandidateDto[]>;
  place_candidate_answer(request: PlaceAnswerRequest): Promise<PlaceAnsweredDto>;
  commute(lang: LangDto): Promise<CommuteDto[]>;
  /** Where a car would be along a route of a kept plan. Nothing is written down. */
  drive_simulate(request: SimulateRequest): Promise<SimulationDto>;
  /** Writes a finished drive down as a receiver recorded it. */
  drive_recorded(request: RecordedDriveRequest, job: string): Promise<ImportReportDto>;
  /** The folder in which new recordings are looked for. */
  trips_watched(): Promise<WatchedFolderDto>;
  /** Watches this folder instead of another one; none when it is empty. */
  trips_watch(folder: string): Promise<WatchedFolderDto>;
  /** Looks into it now; null when there is nothing new. */
  trips_watch_look(lang: LangDto, job: string, onProgress: (progress: ProgressDto) => void): Promise<ImportReportDto | null>;
  /** Records from gpsd on this computer until somebody has arrived, or the job is cancelled, and notes the drive. */
  drive_record(address: string, lang: LangDto, job: string, onFix: (fix: FixDto) => void): Promise<ImportReportDto>;
  /** A month of drives; the newest that has any for an empty name. */
  month(month: string, lang: LangDto): Promise<MonthDto>;
  /** The likely trips of a time of the week. Nothing of it is kept. */
  would(request: WouldRequest): Promise<WouldDto>;
  /** A route as a text for another app or for paper. Nothing is sent. */
  route_export(request: RouteExportRequest): Promise<RouteExportDto>;
  /** What is known in general, as a file for a phone. */
  insights_export(lang: LangDto): Promise<InsightsExportDto>;
  /** What such a file would bring, line by line. Nothing is stored. */
  insights_look(path: string, lang: LangDto): Promise<InsightsLookDto>;
  /** Takes the chosen lines; each waits for a yes. */
  insights_take(request: InsightsTakeRequest): Promise<InsightsTakenDto>;
  /** Takes back those that were not answered yet, as if they had never come; the ids that are gone. */
  insights_take_back(ids: string[]): Promise<string[]>;
  weather(): Promise<WeatherDto>;
  weather_set(request: WeatherSetRequest): Promise<WeatherDto>;
  /** Asks the weather service about home, unless it answered lately. Off, nothing is sent. */
  weather_refresh(job: string): Promise<WeatherDto>;
  /** Which kinds of card may speak unasked, and what was done with those that did. */
  cards(lang: LangDto): Promise<CardsDto>;
  card_answer(request: CardAnswerRequest): Promise<CardsDto>;
  card_kind_set(kind: string, on: boolean, lang: LangDto): Promise<CardsDto>;
  /** Writes an entrance of a place down, or changes one; the place as it is then. */
  entrance_put(request: EntranceRequest, lang: LangDto): Promise<MemoryDetailDto>;
  /** Arriving by it, this time; the second time makes it where trips to the place end. */
  entrance_choose(id: string, lang: LangDto): Promise<MemoryDetailDto>;
  /** Takes it away for good. */
  entrance_delete(id: string, lang: LangDto): Promise<MemoryDetailDto>;
  /** Places that allow what a sentence asks for, those the person likes first; `needs` is empty when it asks for no such thing. */
  places_where(request: WhereRequest): Promise<WhereDto>;
  pick_insights(): Promise<string | null>;
  /** Recordings of trips; empty when none was chosen. */
  pick_trips(): Promise<string[]>;
  pick_folder(): Promise<string | null>;
  pick_file(): Promise<string | null>;
  pick_track(): Promise<string | null>;
  save_text(suggested: string, text: string): Promise<boolean>;
  open_data_dir(): Promise<null>;
}

/** What the window gets besides commands: pictures, tiles, events and its own frame. */
export interface Host {
  /** Template of tile addresses with {z}/{x}/{y}; null where no tiles can be had (a plain browser). */
  tiles: string | null;
  preview(memory: string, theme: "light" | "dark", width: number, height: number): string;
  onStatus(run: (status: StatusDto) => void): () => void;
  onRegion(run: () => void): () => void;
  /** Files dragged over the window: `over` while they hang there, `paths` when they were let go. */
  onFileDrop(run: (over: boolean, paths: string[]) => void): () => void;
  /** Whether the app has to draw the window's own buttons. */
  ownFrame(): Promise<boolean>;
  minimise(): void;
  toggleMaximise(): void;
  close(): void;
}

async function call<T>(command: string, args: Record<string, unknown> = {}): Promise<T> {
  try {
    return await invoke<T>(command, args);
  } catch (reason) {
    throw AppError.from(reason);
  }
}

function progressChannel(onProgress: (progress: ProgressDto) => void): Channel<ProgressDto> {
  const channel = new Channel<ProgressDto>();
  channel.onmessage = onProgress;
  return channel;
}

const tauriClient: Client = {
  status: () => call("status"),
  settings_set: (settings) => call("settings_set", { settings }),
  profile_use: (name) => call("profile_use", { name }),
  start_empty: (job, onProgress) => call("start_empty", { job, on_progress: progressChannel(onProgress) }),
  demo_install: (job, onProgress) => call("demo_install", { job, on_progress: progressChannel(onProgress) }),
  demo_remove: () => call("demo_remove"),
  region_list: () => call("region_list"),
  region_import: (request, job, onProgress) =>
    call("region_import", { request, job, on_progress: progressChannel(onProgress) }),
  region_remove: (id) => call("region_remove", { id }),
  regions_online: (refresh, job) => call("regions_online", { refresh, job }),
  region_size: (id, job) => call("region_size", { id, job }),
  region_download: (id, job, onProgress) =>
    call("region_download", { id, job, on_progress: progressChannel(onProgress) }),
  region_download_discard: (id) => call("region_download_discard", { id }),
  job_cancel: (job) => call("job_cancel", { job }),
  parse: (request) => call("parse", { request }),
  plan: (request) => call("plan", { request }),
  plan_reset: () => call("plan_reset"),
  suggest: (request) => call("suggest", { request }),
  search: (request) => call("search", { request }),
  here: (point, lang, extend = [0, 0]) => call("here", { point, extend, lang }),
  road_wish_remember: (request) => call("road_wish_remember", { request }),
  drove: (request) => call("drove", { request }),
  habit_next: (lang) => call("habit_next", { lang }),
  habit_answer: (request) => call("habit_answer", { request }),
  track_match: (request, job) => call("track_match", { request, job }),
  provider_list: () => call("provider_list"),
  provider_set: (request) => call("provider_set", { request }),
  provider_plan: (provider, request, job) => call("provider_plan", { provider, request, job }),
  memory_list: (query) => call("memory_list", { query }),
  memory_show: (id, lang) => call("memory_show", { id, lang }),
  accesses_clear: () => call("accesses_clear"),
  place_add: (request) => call("place_add", { request }),
  preference_add: (request) => call("preference_add", { request }),
  memory_edit: (request, lang) => call("memory_edit", { request, lang }),
  memory_confirm: (id, lang) => call("memory_confirm", { id, lang }),
  memory_reject: (id) => call("memory_reject", { id }),
  memory_delete: (ids, lang) => call("memory_delete", { ids, lang }),
  memory_undo: (deletion) => call("memory_undo", { deletion }),
  memory_restore: (ids) => call("memory_restore", { ids }),
  erase_preview: (ids, with_trips, lang) => call("erase_preview", { ids, with_trips, lang }),
  erase: (ids, with_trips) => call("erase", { ids, with_trips }),
  erase_everything: () => call("erase_everything"),
  erase_resume: () => call("erase_resume"),
  doctor: () => call("doctor"),
  unlock: (request) => call("unlock", { request }),
  encryption_status: () => call("encryption_status"),
  encrypt: (request) => call("encrypt", { request }),
  decrypt: (request) => call("decrypt", { request }),
  passphrase_change: (request) => call("passphrase_change", { request }),
  passphrase_remember: (remember) => call("passphrase_remember", { remember }),
  backup: () => call("backup"),
  backups: () => call("backups"),
  rebuild: (job) => call("rebuild", { job }),
  memory_alike: (lang) => call("memory_alike", { lang }),
  memory_alike_answer: (keep, other, joined) => call("memory_alike_answer", { keep, other, joined }),
  stream: (query) => call("stream", { query }),
  reflection: (lang) => call("reflection", { lang }),
  reflection_set: (settings) => call("reflection_set", { settings }),
  memory_reflect: () => call("memory_reflect"),
  insight_answer: (id, yes, lang) => call("insight_answer", { id, yes, lang }),
  ageing: () => call("ageing"),
  ageing_preview: (policy) => call("ageing_preview", { policy }),
  memory_age: () => call("memory_age"),
  memory_keep: (id) => call("memory_keep", { id }),
  ageing_policies: () => call("ageing_policies"),
  ageing_policy_set: (policy) => call("ageing_policy_set", { policy }),
  wrong: (lang) => call("wrong", { lang }),
  wrong_remove: (id) => call("wrong_remove", { id }),
  wrong_undo: (token) => call("wrong_undo", { token }),
  model_get: () => call("model_get"),
  model_set: (request) => call("model_set", { request }),
  model_check: (job) => call("model_check", { job }),
  model_ask: (request, job) => call("model_ask", { request, job }),
  model_rephrase: (request, job) => call("model_rephrase", { request, job }),
  model_trace: () => call("model_trace"),
  traces: () => call("traces"),
  trace: (id, lang) => call("trace", { id, lang }),
  traces_clear: () => call("traces_clear"),
  feedback: (request, lang) => call("feedback", { request, lang }),
  feedback_undo: (answer) => call("feedback_undo", { answer }),
  feedback_list: (lang) => call("feedback_list", { lang }),
  wrong_memory: (request, lang) => call("wrong_memory", { request, lang }),
  failures: (lang) => call("failures", { lang }),
  failures_export: (lang) => call("failures_export", { lang }),
  failures_delete: (ids) => call("failures_delete", { ids }),
  sample: (lang) => call("sample", { lang }),
  figures: () => call("figures"),
  compare: (lang, job) => call("compare", { lang, job }),
  usage_reset: () => call("usage_reset"),
  why: (answer, lang) => call("why", { answer, lang }),
  memory_edit_undo: (lang) => call("memory_edit_undo", { lang }),
  sandbox: (request, job) => call("sandbox", { request, job }),
  habit_show: (id, lang) => call("habit_show", { id, lang }),
  trips_import: (request, job, onProgress) => call("trips_import", { request, job, on_progress: progressChannel(onProgress) }),
  trips_table: (path) => call("trips_table", { path }),
  trip_imports: () => call("trip_imports"),
  trips_undo: (id) => call("trips_undo", { id }),
  place_candidates: (lang) => call("place_candidates", { lang }),
  place_candidate_answer: (request) => call("place_candidate_answer", { request }),
  commute: (lang) => call("commute", { lang }),
  drive_simulate: (request) => call("drive_simulate", { request }),
  drive_recorded: (request, job) => call("drive_recorded", { request, job }),
  trips_watched: () => call("trips_watched"),
  trips_watch: (folder) => call("trips_watch", { folder }),
  trips_watch_look: (lang, job, onProgress) => call("trips_watch_look", { lang, job, on_progress: progressChannel(onProgress) }),
  drive_record: (address, lang, job, onFix) => {
    const channel = new Channel<FixDto>();
    channel.onmessage = onFix;
    return call("drive_record", { address, lang, job, on_fix: channel });
  },
  month: (month, lang) => call("month", { month, lang }),
  would: (request) => call("would", { request }),
  route_export: (request) => call("route_export", { request }),
  insights_export: (lang) => call("insights_export", { lang }),
  insights_look: (path, lang) => call("insights_look", { path, lang }),
  insights_take: (request) => call("insights_take", { request }),
  insights_take_back: (ids) => call("insights_take_back", { ids }),
  weather: () => call("weather"),
  weather_set: (request) => call("weather_set", { request }),
  weather_refresh: (job) => call("weather_refresh", { job }),
  cards: (lang) => call("cards", { lang }),
  card_answer: (request) => call("card_answer", { request }),
  card_kind_set: (kind, on, lang) => call("card_kind_set", { kind, on, lang }),
  entrance_put: (request, lang) => call("entrance_put", { request, lang }),
  entrance_choose: (id, lang) => call("entrance_choose", { id, lang }),
  entrance_delete: (id, lang) => call("entrance_delete", { id, lang }),
  places_where: (request) => call("places_where", { request }),
  pick_insights: () => call("pick_insights"),
  pick_trips: () => call("pick_trips"),
  pick_folder: () => call("pick_folder"),
  pick_file: () => call("pick_file"),
  pick_track: () => call("pick_track"),
  save_text: (suggested, text) => call("save_text", { suggested, text }),
  open_data_dir: () => call("open_data_dir"),
};

function onEvent<T>(name: string, run: (payload: T) => void): () => void {
  const stop = listen<T>(name, (event) => run(event.payload));
  return () => void stop.then((unlisten) => unlisten());
}

function tauriHost(): Host {
  return {
    tiles: convertFileSrc("", "tiles") + "{z}/{x}/{y}",
    preview: (memory, theme, width, height) =>
      `${convertFileSrc("", "preview")}${encodeURIComponent(memory)}?theme=${theme}&w=${width}&h=${height}`,
    onStatus: (run) => onEvent<StatusDto>("status-changed", run),
    onRegion: (run) => onEvent<null>("region-changed", run),
    onFileDrop: (run) => {
      const stop = getCurrentWebview().onDragDropEvent(({ payload }) => {
        run(payload.type === "enter" || payload.type === "over", payload.type === "drop" ? payload.paths : []);
      });
      return () => void stop.then((unlisten) => unlisten());
    },
    ownFrame: async () => !(await getCurrentWindow().isDecorated()),
    minimise: () => void getCurrentWindow().minimize(),
    toggleMaximise: () => void getCurrentWindow().toggleMaximize(),
    close: () => void getCurrentWindow().close(),
  };
}

export interface Ipc {
  client: Client;
  host: Host;
}

/** The way to the program. In a plain browser during development a made-up program answers, so that screens can be
 *  built and looked at without one; it is not part of a production build. */
export async function connect(): Promise<Ipc> {
  if (import.meta.env.DEV && !isTauri()) {
    const { fakeClient, fakeHost } = await import("./fake");
    return { client: withTags(fakeClient()), host: fakeHost() };
  }
  return { client: withTags(tauriClient), host: tauriHost() };
}
