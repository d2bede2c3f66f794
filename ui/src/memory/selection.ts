/**
 * Which rows of the table are selected, and where the keyboard is.
 *
 * Rows are named by id, not by position, so that a selection survives sorting and a changed filter. `anchor` is where
 * a Shift range starts, `cursor` the row that has the focus; both are ids as well.
 */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
  cursor: string | null;
}

/** Modifier keys of a click or a key press. Ctrl also stands for ⌘. */
export interface Modifiers {
  shift: boolean;
  ctrl: boolean;
}

export const noSelection: Selection = { ids: new Set(), anchor: null, cursor: null };

/** A click on row `id` of the rows `order`, as file managers do it. */
export function clicked(selection: Selection, id: string, order: readonly string[], keys: Modifiers): Selection {
  if (keys.shift && selection.anchor !== null && order.includes(selection.anchor)) {
    const range = between(order, selection.anchor, id);
    return { ids: new Set(keys.ctrl ? [...selection.ids, ...range] : range), anchor: selection.anchor, cursor: id };
  }
  if (keys.ctrl) {
    const ids = new Set(selection.ids);
    if (!ids.delete(id)) ids.add(id);
    return { ids, anchor: id, cursor: id };
  }
  return { ids: new Set([id]), anchor: id, cursor: id };
}

/** An arrow, page, Home or End key: the cursor moves by `step` rows; Shift extends, Ctrl moves without selecting. */
export function moved(selection: Selection, step: number, order: readonly string[], keys: Modifiers): Selection {
  if (order.length === 0) return selection;
  const from = selection.cursor === null ? -1 : order.indexOf(selection.cursor);
  // Without a cursor ↓ starts at the top and ↑ at the bottom; End and Home, which step over all rows, still mean it.
  const far = Math.abs(step) >= order.length;
  const raw = from >= 0 ? from + step : step > 0 === far ? order.length - 1 : 0;
  const id = order[Math.max(0, Math.min(order.length - 1, raw))];
  if (id === undefined) return selection;
  if (keys.ctrl && !keys.shift) return { ...selection, cursor: id };
  return clicked(selection, id, order, { shift: keys.shift, ctrl: false });
}

/** Ctrl+A. */
export function all(selection: Selection, order: readonly string[]): Selection {
  return { ids: new Set(order), anchor: order[0] ?? null, cursor: selection.cursor ?? order[0] ?? null };
}

/**
 * What remains selected when rows went away. The cursor goes to the row that took the place of the lost one, so that
 * deleting with the keyboard goes on from there and never jumps to the top.
 */
export function without(selection: Selection, gone: ReadonlySet<string>, order: readonly string[]): Selection {
  const ids = new Set([...selection.ids].filter((id) => !gone.has(id)));
  const anchor = selection.anchor !== null && gone.has(selection.anchor) ? null : selection.anchor;
  if (selection.cursor === null || !gone.has(selection.cursor)) return { ids, anchor, cursor: selection.cursor };
  const at = order.indexOf(selection.cursor);
  const below = order.slice(at + 1).find((id) => !gone.has(id));
  const above = order.slice(0, Math.max(0, at)).findLast((id) => !gone.has(id));
  return { ids, anchor, cursor: below ?? above ?? null };
}

function between(order: readonly string[], a: string, b: string): string[] {
  const [from, to] = [order.indexOf(a), order.indexOf(b)].sort((x, y) => x - y);
  return order.slice(from, (to ?? 0) + 1);
}
