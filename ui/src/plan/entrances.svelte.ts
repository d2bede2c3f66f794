import { app, errorText } from "../app.svelte";
import { t } from "../i18n/index.svelte";
import type { EntranceDto, MemoryDetailDto, PlaceHitDto, PointDto } from "../ipc/bindings";
import { AppError } from "../ipc/errors";
import { toasts } from "../shared/toasts.svelte";
import { trip } from "./trip.svelte";

/** Farther from a place than this, a point is no entrance of it, metres. */
const NEAR_M = 1500;

/** Entrances of the place where the trip ends, and which of them it ends at. */
class Entrances {
  /** Of which place they are. */
  place = $state.raw<PlaceHitDto | null>(null);
  list = $state.raw<readonly EntranceDto[]>([]);
  busy = $state(false);
  #asked = 0;

  /** Reads them anew for the end of the trip in view. */
  async follow(destination: PlaceHitDto | null): Promise<void> {
    const asked = ++this.#asked;
    const memory = destination?.memory ?? null;
    if (memory === null || !memory.startsWith("place-")) {
      [this.place, this.list] = [null, []];
      return;
    }
    const detail = await app.client.memory_show(memory, app.lang).catch(() => null);
    if (asked !== this.#asked) return;
    // It is called what the memory calls it, and lies where that says: the trip may end at an entrance already.
    this.place = detail && destination ? { ...destination, label: detail.row.text, point: detail.point ?? destination.point } : null;
    this.list = detail?.entrances ?? [];
  }

  /** The one that the trip in view ends at. */
  at(destination: PlaceHitDto | null): EntranceDto | null {
    return this.list.find((one) => destination !== null && same(one.point, destination.point)) ?? null;
  }

  /** Whether a point may be an entrance of the trip's end. */
  near(point: PointDto): boolean {
    return this.place !== null && metres(this.place.point, point) <= NEAR_M;
  }

  /** The trip ends at this one; the choice is counted once, however often it is pressed for the trip in view. */
  async choose(one: EntranceDto): Promise<void> {
    const { place } = this;
    if (!place || this.busy || same(one.point, (trip.hand.destination ?? trip.plan?.destination)?.point)) return;
    await this.#act(async () => {
      const detail = await app.client.entrance_choose(one.id, app.lang);
      this.#end(place, one);
      const routed = this.#take(detail, one.id)?.routed ?? false;
      toasts.show(routed ? t("entrance.always", { place: place.label, name: one.name }) : t("entrance.once", { name: one.name }));
    });
  }

  /** Writes one down that was pointed at on the map; the trip ends there. */
  async add(name: string, point: PointDto): Promise<void> {
    const { place } = this;
    if (!place?.memory || this.busy) return;
    const before = new Set(this.list.map((one) => one.id));
    const { memory } = place;
    await this.#act(async () => {
      const detail = await app.client.entrance_put({ place: memory, id: null, name, point }, app.lang);
      const made = (detail.entrances ?? []).find((one) => !before.has(one.id));
      if (!made) return;
      this.#take(await app.client.entrance_choose(made.id, app.lang), made.id);
      this.#end(place, made);
      toasts.show(t("entrance.saved", { place: place.label, name }), t("shared.undo"), async () => {
        await app.client.entrance_delete(made.id, app.lang);
        trip.set({ destination: place });
      });
    });
  }

  #end(place: PlaceHitDto, one: EntranceDto): void {
    trip.set({ destination: { ...place, point: one.point, detail: one.name, entrance: one.name } });
  }

  #take(detail: MemoryDetailDto, id: string): EntranceDto | undefined {
    this.list = detail.entrances ?? [];
    return this.list.find((one) => one.id === id);
  }

  async #act(run: () => Promise<void>): Promise<void> {
    this.busy = true;
    try {
      await run();
    } catch (reason) {
      toasts.show(errorText(AppError.from(reason)));
    } finally {
      this.busy = false;
    }
  }
}

function same(one: PointDto, other: PointDto | undefined): boolean {
  return other !== undefined && metres(one, other) < 1;
}

/** On a plane, which is enough for two points of one quarter. */
function metres(one: PointDto, other: PointDto): number {
  const east = (one.lon - other.lon) * 111_320 * Math.cos((one.lat * Math.PI) / 180);
  return Math.hypot(east, (one.lat - other.lat) * 110_574);
}

export const entrances = new Entrances();
