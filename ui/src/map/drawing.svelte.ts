import { errorText, app } from "../app.svelte";
import { t } from "../i18n/index.svelte";
import type { PointDto, ScopeDto, StrengthDto, TargetDto } from "../ipc/bindings";
import { AppError } from "../ipc/errors";
import { trip } from "../plan/trip.svelte";
import { toasts } from "../shared/toasts.svelte";
import type { Position } from "./features";

/** As many corners as the program takes. */
const MOST = 200;

/** A wish about a stretch or an area, as a form makes it. */
export interface MadeWish {
  target: TargetDto;
  strength: StrengthDto;
  scope: ScopeDto;
  expires_at: number | null;
}

/** An area being drawn on the map, corner by corner; or a remembered one being drawn anew. */
class Drawing {
  corners = $state.raw<Position[]>([]);
  active = $state(false);
  /** The memory whose area this is; null for a new one. */
  memory = $state.raw<{ id: string; label: string } | null>(null);

  get closed(): boolean {
    return this.corners.length >= 3;
  }

  start(first: Position | null): void {
    this.corners = first ? [first] : [];
    this.memory = null;
    this.active = true;
  }

  /** Takes a remembered area up again. */
  redraw(id: string, label: string, ring: PointDto[]): void {
    this.corners = ring.map(({ lon, lat }): Position => [lon, lat]);
    this.memory = { id, label };
    this.active = true;
  }

  add(corner: Position): void {
    if (this.corners.length < MOST) this.corners = [...this.corners, corner];
  }

  move(index: number, to: Position): void {
    this.corners = this.corners.map((corner, i) => (i === index ? to : corner));
  }

  remove(index: number): void {
    this.corners = this.corners.filter((_, i) => i !== index);
  }

  /** Everything that the map shows: the way to draw without pointing. */
  takeBox(west: number, south: number, east: number, north: number): void {
    this.corners = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ];
  }

  stop(): void {
    this.active = false;
    this.corners = [];
    this.memory = null;
  }

  target(label: string): TargetDto {
    return { kind: "area", label, ring: this.corners.map(([lon, lat]) => ({ lon, lat })) };
  }

  /** Puts a remembered area where it was drawn now. */
  async save(): Promise<void> {
    const { memory } = this;
    if (!memory || !this.closed) return;
    const target = this.target(memory.label);
    const rest = { text: null, aliases: null, point: null, tag: null, strength: null, scope: null, expires_at: null };
    try {
      await app.client.memory_edit({ id: memory.id, target, ...rest }, app.lang);
      toasts.show(t("map.areaSaved"));
      this.stop();
      if (trip.plan) void trip.replan();
    } catch (reason) {
      toasts.show(errorText(AppError.from(reason)));
    }
  }
}

export const drawing = new Drawing();

/** A wish for this trip only. */
export function wishOnce(wish: MadeWish): void {
  trip.addWish({ target: wish.target, strength: wish.strength });
}

/** Writes a wish down, with a way back. */
export async function wishRemember(wish: MadeWish): Promise<void> {
  try {
    const row = await app.client.road_wish_remember({ ...wish, lang: app.lang });
    toasts.show(t("map.wishSaved", { text: row.text }), t("shared.undo"), async () => {
      await app.client.memory_delete([row.id], app.lang);
    });
    if (trip.plan) void trip.replan();
  } catch (reason) {
    toasts.show(errorText(AppError.from(reason)));
  }
}
