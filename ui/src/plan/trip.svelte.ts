import { app, errorText } from "../app.svelte";
import { t } from "../i18n/index.svelte";
import type {
  HabitCardDto,
  LifetimeDto,
  ParseDto,
  PlaceHitDto,
  PlanDto,
  PlanRequest,
  PointDto,
  ReasonDto,
  RouteDto,
  SearchDto,
  WhereDto,
  WishDto,
} from "../ipc/bindings";
import { AppError } from "../ipc/errors";
import { markStale } from "../ipc/tags";
import { providers } from "../providers/providers.svelte";
import { toasts } from "../shared/toasts.svelte";
import { about, type ByHand, NOTHING_BY_HAND, replacedBy, waypoint } from "./chips";

const PARSE_AFTER_MS = 120;

const NOTHING_FOUND: SearchDto = {
  hits: [],
  guess: false,
  search: false,
  open_now: false,
  along: false,
  near: null,
  problem: null,
};

/** The trip being planned: what was typed and set by hand, what was understood, and the plan that answers it.
 *  Old answers stay in view while new ones are computed; of several requests the newest wins. */
class Trip {
  utterance = $state("");
  parse = $state.raw<ParseDto | null>(null);
  /** What the words find as a search for places. */
  found = $state.raw<SearchDto>(NOTHING_FOUND);
  hand = $state.raw<ByHand>(NOTHING_BY_HAND);
  dropped = $state.raw<ReadonlySet<string>>(new Set());
  lifetimes = $state.raw<Readonly<Record<string, LifetimeDto>>>({});
  disabled = $state.raw<ReadonlySet<string>>(new Set());
  wishes = $state.raw<WishDto[]>([]);

  plan = $state.raw<PlanDto | null>(null);
  planning = $state(false);
  error = $state.raw<AppError | null>(null);
  /** Route chosen by the person; the plan's first when null. */
  chosen = $state<string | null>(null);
  hovered = $state<string | null>(null);
  hidden = $state.raw<ReadonlySet<string>>(new Set());
  showAside = $state(false);
  /** Reason pointed at in the Why panel. */
  reason = $state<string | null>(null);
  /** "Draw without": what the trip would be without one memory, drawn but not taken. */
  preview = $state.raw<{ reason: ReasonDto; route: RouteDto } | null>(null);
  /** Plan and route that were reported as driven. */
  driven = $state.raw<ReadonlySet<string>>(new Set());
  habit = $state.raw<HabitCardDto | null>(null);
  /** The card that spoke by itself was put away, for this plan. */
  cardAway = $state(false);
  /** Whether the two ways of the question are drawn: by themselves only where no plan is in view. */
  habitShown = $state<boolean | null>(null);
  /** Counts up when the map should show both. */
  habitFit = $state(0);
  /** Places that fit a sentence which asks where one could go, instead of a plan. */
  where = $state.raw<WhereDto | null>(null);
  /** The remembered home: where trips start and which map to open on. */
  home = $state.raw<PlaceHitDto | null>(null);
  /** Reasons seen in this trip, to keep rows that were switched off. */
  known = $state.raw<ReadonlyMap<string, ReasonDto>>(new Map());
  /** Questions put aside for this sitting: answered "later", or ignored for a whole trip. They wait in the queue. */
  aside = $state.raw<ReadonlySet<string>>(new Set());
  /** The line while a stop is being dragged out of the chosen one. */
  dragged = $state.raw<RouteDto | null>(null);
  /** Counts up when the map should show all of the plan. */
  fit = $state(0);

  /** The sentence that the plan in view answers: a stop found along its way is added to that. */
  #planned: { utterance: string; dropped: ReadonlySet<string>; lifetimes: Readonly<Record<string, LifetimeDto>> } | null = null;
  /** Whether the sentence was typed after the ends that were set by hand. */
  #typed = false;
  #parseTimer: ReturnType<typeof setTimeout> | undefined;
  #parseAsked = 0;
  #planAsked = 0;
  #previewAsked = 0;
  #dragTo: { at: PointDto; index: number } | null = null;
  #drafting = false;

  get suggestions(): PlaceHitDto[] {
    return this.found.hits;
  }

  get routes(): RouteDto[] {
    return this.plan?.routes ?? [];
  }

  get chosenRoute(): RouteDto | null {
    return this.routes.find((route) => route.id === this.chosen) ?? this.routes[0] ?? null;
  }

  /** A new sentence: what was removed or switched in the old one no longer means anything. */
  type(text: string): void {
    this.utterance = text;
    this.#typed = true;
    this.where = null;
    this.dropped = new Set();
    this.lifetimes = {};
    clearTimeout(this.#parseTimer);
    this.#parseTimer = setTimeout(() => void this.understand(), PARSE_AFTER_MS);
  }

  /** Asks at once what the sentence means, and which places it may name. */
  async understand(): Promise<void> {
    clearTimeout(this.#parseTimer);
    const asked = ++this.#parseAsked;
    const text = this.utterance;
    const { lang } = app;
    const near = this.chosenRoute ? (this.plan?.origin.point ?? null) : null;
    const [parsed, places] = await Promise.allSettled([
      text.trim() === "" ? Promise.resolve(null) : app.client.parse({ utterance: text, lang }),
      app.client.search({ text, near, plan: this.plan?.plan_id ?? "", route: this.chosenRoute?.id ?? "", limit: 8, lang }),
    ]);
    if (asked !== this.#parseAsked) return;
    this.parse = parsed.status === "fulfilled" ? parsed.value : null;
    this.#newestWins();
    this.found = places.status === "fulfilled" ? places.value : NOTHING_FOUND;
  }

  /** An end that the sentence names anew stands for one that was set by hand before it was typed; the same place keeps what was
   *  set, which may be an entrance of it. */
  #newestWins(): void {
    if (!this.#typed) return;
    const named = (role: string): PlaceHitDto | null => this.parse?.chips.find((chip) => chip.role === role && chip.place && !chip.problem)?.place ?? null;
    const other = (said: PlaceHitDto | null, set: PlaceHitDto | null): boolean =>
      said !== null && set !== null && (said.memory !== null || set.memory !== null ? said.memory !== set.memory : said.label !== set.label);
    const { origin, destination } = this.hand;
    if (other(named("to"), destination)) this.hand = { ...this.hand, destination: null };
    if (other(named("from"), origin)) this.hand = { ...this.hand, origin: null };
  }

  /** "Somewhere to take the dog": places instead of a plan, when the sentence asks for some such place and names none. */
  async lookWhere(): Promise<boolean> {
    const text = this.utterance;
    if (text.trim() === "" || this.hand.destination || this.purpose !== "plan") return false;
    const near = this.hand.origin?.point ?? null;
    const found = await app.client.places_where({ utterance: text, near, limit: 0, lang: app.lang }).catch(() => null);
    if (text !== this.utterance || !found?.seeks || found.needs.length === 0) return false;
    this.where = found;
    this.error = null;
    return true;
  }

  /** Goes to one of them: the sentence has done its work. */
  goWhere(place: PlaceHitDto): void {
    this.type("");
    void this.understand();
    this.takeSuggestion(place);
  }

  /** Enter: plans what is in the field and what was set by hand. */
  async submit(): Promise<void> {
    clearTimeout(this.#parseTimer);
    if (this.purpose !== "plan") {
      await this.#noPlan();
      return;
    }
    this.#freshChoice();
    this.showAside = false;
    await this.replan(true);
  }

  /** What Enter does with the sentence: most are for planning, some are about the memories themselves. */
  get purpose(): "plan" | "remember" | "memories" | "why" {
    const kind = this.parse?.kind;
    if (kind === "why" && this.plan) return "why";
    // "Which way did I take to the airport last time" names a place, and still asks for no plan.
    if (!this.hand.destination && (kind === "forget" || kind === "query_history")) return "memories";
    return kind === "remember" && !this.hasDestination ? "remember" : "plan";
  }

  /** A sentence that asks for no plan: something to remember, or something about the memories. */
  async #noPlan(): Promise<void> {
    if (this.purpose === "why") {
      if (this.plan) app.openTrace(this.plan.trace.id);
      return;
    }
    if (this.purpose === "memories") {
      app.findMemories(about(this.utterance, this.parse));
      return;
    }
    const { client, lang } = app;
    const scope = { bucket: null, days: null, weather: null, from: null, to: null };
    try {
      const row = await client.preference_add({ sentence: this.utterance, target: null, strength: null, scope, expires_at: null, lang });
      this.type("");
      toasts.show(t("plan.remembered", { text: row.text }), t("shared.undo"), async () => {
        await client.memory_delete([row.id], lang);
      });
    } catch (reason) {
      this.error = AppError.from(reason);
    }
  }

  /** Plans again with what is set now. `fit` moves the map to show the result. */
  async replan(fit = false): Promise<void> {
    const asked = ++this.#planAsked;
    this.planning = true;
    this.preview = null;
    const sentence = { utterance: this.utterance, dropped: this.dropped, lifetimes: this.lifetimes };
    try {
      const plan = await app.client.plan(this.request());
      if (asked !== this.#planAsked) return;
      this.#take(plan);
      this.#planned = sentence;
      if (fit) {
        this.fit += 1;
        void this.#lookUp(asked);
      }
    } catch (reason) {
      if (asked !== this.#planAsked) return;
      const error = AppError.from(reason);
      if (error.code !== "cancelled") this.error = error;
    } finally {
      if (asked === this.#planAsked) this.planning = false;
    }
  }

  /** A new plan asks the weather service, where that is switched on; the program asks it again after half an hour only. No
   *  plan waits for it: when the sky turns out to be another one, the same trip is planned again. */
  async #lookUp(asked: number): Promise<void> {
    try {
      const before = await app.client.weather();
      if (!before.enabled) return;
      const now = await app.client.weather_refresh(crypto.randomUUID());
      if ((now.sky !== before.sky || now.outside_c !== before.outside_c) && asked === this.#planAsked && this.plan) await this.replan();
    } catch {
      // What kept it from answering stands in the settings, beside its switch.
    }
  }

  /** While a stop is dragged: the line by way of it, one draft after another, each for where the stop is by then. Let go
   *  (`null`), the line is gone; what it was drawn with was never kept. */
  async drag(via: { at: PointDto; index: number } | null): Promise<void> {
    this.#dragTo = via;
    if (!via) this.dragged = null;
    if (!via || this.#drafting) return;
    this.#drafting = true;
    try {
      for (let drawn: typeof via | null = null; this.#dragTo && this.#dragTo !== drawn; ) {
        drawn = this.#dragTo;
        const vias = this.hand.vias.map(waypoint);
        vias.splice(drawn.index, 0, { point: drawn.at, label: "", memory: null });
        const draft = await app.client.plan({ ...this.request(), vias, draft: true }).catch(() => null);
        if (this.#dragTo) this.dragged = draft?.routes[0] ?? null;
      }
    } finally {
      this.#drafting = false;
    }
  }

  request(): PlanRequest {
    return {
      utterance: this.utterance,
      origin: this.hand.origin && waypoint(this.hand.origin),
      destination: this.hand.destination && waypoint(this.hand.destination),
      vias: this.hand.vias.map(waypoint),
      dropped: [...this.dropped],
      lifetimes: { ...this.lifetimes },
      disabled: [...this.disabled],
      wishes: this.wishes,
      depart_at: this.hand.departAt,
      weather: this.hand.weather,
      lang: app.lang,
      keep_context: false,
      draft: false,
    };
  }

  #take(plan: PlanDto): void {
    this.error = null;
    this.where = null;
    const spoke = this.plan?.card;
    // The same card again, after a switch, stays away.
    if (!plan.card || spoke?.kind !== plan.card.kind || spoke.memory !== plan.card.memory) this.cardAway = false;
    this.plan = plan;
    providers.forget();
    if (!plan.routes.some((route) => route.id === this.chosen)) this.chosen = null;
    const known = new Map(this.known);
    for (const reason of [...plan.reasons, ...plan.considered]) if (reason.enabled) known.set(reason.id, reason);
    this.known = known;
    // "Remember" on a wish was written down with the plan.
    const kept = (this.parse?.chips ?? []).some((chip) => chip.lifetime === "until" && !this.dropped.has(chip.id));
    if (kept || Object.values(this.lifetimes).includes("always")) markStale(["Memories", "Status"]);
  }

  choose(id: string): void {
    if (!this.routes.some((route) => route.id === id)) return;
    this.chosen = id;
    // Who turns to one of ours again has done with theirs.
    providers.shown = null;
  }

  toggleHidden(id: string): void {
    const hidden = new Set(this.hidden);
    if (!hidden.delete(id)) hidden.add(id);
    this.hidden = hidden;
  }

  /** Switches a cause for this plan and plans again at once. */
  switchReason(id: string, on: boolean): void {
    const disabled = new Set(this.disabled);
    if (on) disabled.delete(id);
    else disabled.add(id);
    this.disabled = disabled;
    this.chosen = null;
    void this.replan();
  }

  async drawWithout(reason: ReasonDto): Promise<void> {
    if (this.preview?.reason.id === reason.id) {
      this.preview = null;
      return;
    }
    const asked = ++this.#previewAsked;
    const planned = this.#planAsked;
    try {
      const other = await app.client.plan({ ...this.request(), disabled: [...this.disabled, reason.id] });
      const route = other.routes[0];
      if (asked !== this.#previewAsked || planned !== this.#planAsked || !route) return;
      this.preview = { reason, route };
    } catch (cause) {
      toasts.show(errorText(AppError.from(cause)));
    }
  }

  drop(chipId: string): void {
    this.dropped = new Set([...this.dropped, chipId]);
    if (this.plan) void this.replan(true);
  }

  setLifetime(chipId: string, lifetime: LifetimeDto): void {
    this.lifetimes = { ...this.lifetimes, [chipId]: lifetime };
    if (this.plan) void this.replan();
  }

  /** Changes what is set by hand; plans again when there is something to plan. */
  set(change: Partial<ByHand>): void {
    this.#typed = false;
    this.hand = { ...this.hand, ...change };
    if (!this.plan && this.habit) this.putAside(this.habit.id);
    if (this.plan || this.hasDestination) void this.replan(true);
  }

  get hasDestination(): boolean {
    if (this.hand.destination) return true;
    return (this.parse?.chips ?? []).some((chip) => chip.role === "to" && chip.place && !this.dropped.has(chip.id));
  }

  /** A place chosen for the whole text: the words stay as typed, the place is what counts. One found along the way is a
   *  stop on it: the sentence that was planned comes back into the field. */
  takeSuggestion(place: PlaceHitDto): void {
    if (this.plan && this.#planned && place.detour) {
      const { utterance, dropped, lifetimes } = this.#planned;
      Object.assign(this, { utterance, dropped, lifetimes });
      this.hand = { ...this.hand, vias: [...this.hand.vias, place] };
      void this.understand();
      void this.replan(true);
      return;
    }
    this.#typed = false;
    this.dropped = new Set([...this.dropped, ...replacedBy(this.parse)]);
    this.hand = { ...this.hand, destination: place };
    this.#freshChoice();
    void this.replan(true);
  }

  /** The question whose ways the map draws. */
  get drawnHabit(): HabitCardDto | null {
    return (this.habitShown ?? !this.plan) ? this.habit : null;
  }

  toggleHabit(): void {
    this.habitShown = this.drawnHabit === null;
    this.habitFit += 1;
  }

  /** A question of the memory page, beside the map. */
  lookAtHabit(card: HabitCardDto): void {
    this.aside = new Set([...this.aside].filter((id) => id !== card.id));
    this.habit = card;
    this.habitShown = true;
    this.habitFit += 1;
    app.tab = "plan";
  }

  /** Plans a trip between two places at a time, as it was looked at elsewhere. */
  async planBetween(origin: PlaceHitDto, destination: PlaceHitDto, departAt: number | null, weather: string | null): Promise<void> {
    await this.startOver();
    this.#typed = false;
    this.hand = { origin, destination, vias: [], departAt, weather };
    app.tab = "plan";
    await this.replan(true);
  }

  /** Plans what a card speaks of. */
  async say(sentence: string): Promise<void> {
    this.type(sentence);
    await this.understand();
    if (!(await this.lookWhere())) await this.submit();
  }

  /** Answers an unknown or doubtful word with a place. */
  resolve(chip: { id: string; role: string }, place: PlaceHitDto): void {
    this.dropped = new Set([...this.dropped, chip.id]);
    if (chip.role === "from") this.set({ origin: place });
    else if (chip.role === "via" || (chip.role === "unknown" && this.hasDestination)) {
      this.set({ vias: [...this.hand.vias, place] });
    } else this.set({ destination: place });
  }

  addWish(wish: WishDto): void {
    this.wishes = [...this.wishes, wish];
    if (this.plan) void this.replan();
  }

  removeWish(index: number): void {
    this.wishes = this.wishes.filter((_, i) => i !== index);
    if (this.plan) void this.replan();
  }

  /** A new trip: the choices of the last one, and the question that it left, are put away. */
  #freshChoice(): void {
    if (this.habit) this.putAside(this.habit.id);
    this.chosen = null;
    this.disabled = new Set();
    this.known = new Map();
    this.hidden = new Set();
  }

  async startOver(): Promise<void> {
    clearTimeout(this.#parseTimer);
    this.#planAsked += 1;
    this.#parseAsked += 1;
    this.utterance = "";
    this.parse = null;
    this.hand = NOTHING_BY_HAND;
    this.dropped = new Set();
    this.lifetimes = {};
    this.wishes = [];
    this.plan = null;
    providers.forget();
    this.#planned = null;
    this.planning = false;
    this.where = null;
    this.error = null;
    this.showAside = false;
    this.preview = null;
    this.#freshChoice();
    await app.client.plan_reset().catch(() => null);
    await this.understand();
  }

  putAside(question: string): void {
    this.aside = new Set([...this.aside, question]);
    if (this.habit?.id === question) this.habit = null;
    this.habitShown = null;
  }

  /** Looks for a question that waits; not while a trip is in view, where only its own drive may ask. */
  async lookForQuestion(): Promise<void> {
    const { habit } = this;
    const waiting = await app.client.habit_next(app.lang).catch(() => null);
    if (habit && waiting?.id === habit.id) {
      // The same one, perhaps in another language now.
      this.habit = waiting;
    } else if (habit && this.habit?.id === habit.id) {
      // It may have been answered on the memory page meanwhile.
      const known = await app.client.memory_show(habit.id, app.lang).catch(() => null);
      if (known?.row.state !== "proposed" && this.habit?.id === habit.id) this.habit = null;
    } else if (!this.plan && !this.planning && waiting && !this.aside.has(waiting.id)) {
      this.habit = waiting;
    }
  }

  isDriven(route: RouteDto, plan: string = this.plan?.plan_id ?? ""): boolean {
    return this.driven.has(`${plan} ${route.id}`);
  }

  /** Notes a route of the plan as driven; a habit that it proposes becomes the quiet card. */
  async drove(route: RouteDto, plan: string = this.plan?.plan_id ?? ""): Promise<void> {
    if (!plan) return;
    try {
      const answer = await app.client.drove({
        plan_id: plan,
        route_id: route.id,
        event_id: "",
        duration_s: null,
        departed_at: null,
        switched_at: null,
        traffic: "",
        adopted: null,
        edges: [],
        weather: null,
        hurry: null,
        passengers: [],
        because: "",
        lang: app.lang,
      });
      this.driven = new Set([...this.driven, `${plan} ${route.id}`]);
      if (answer.proposal) this.habit = answer.proposal;
      const text = !answer.new
        ? t("plan.drivenAlready")
        : answer.learning
          ? t(answer.deviated ? "plan.drivenOther" : "plan.driven")
          : t("plan.drivenNoLearning");
      const undo = async () => {
        await app.client.memory_delete([answer.trip], app.lang);
        this.driven = new Set([...this.driven].filter((key) => key !== `${plan} ${route.id}`));
      };
      if (answer.new) toasts.show(text, t("shared.undo"), undo);
      else toasts.show(text);
    } catch (reason) {
      toasts.show(errorText(AppError.from(reason)));
    }
  }
}

export const trip = new Trip();
