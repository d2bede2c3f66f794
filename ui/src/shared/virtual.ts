/** Rows `[first, last)` of a long list that have to be in the document. */
export interface RowRange {
  first: number;
  last: number;
}

/**
 * Which rows of a list with one row height are in view, with `overscan` more on both sides.
 *
 * A table of thousands of memories keeps about fifty rows in the document: layout stays cheap and a scroll never
 * shows a blank band as long as one frame moves less than `overscan` rows.
 */
export function visibleRows(
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  count: number,
  overscan = 10,
): RowRange {
  if (count <= 0 || rowHeight <= 0) return { first: 0, last: 0 };
  const top = Math.floor(Math.max(0, scrollTop) / rowHeight);
  const shown = Math.ceil(Math.max(0, viewHeight) / rowHeight) + 1;
  const first = Math.max(0, Math.min(top, count - 1) - overscan);
  const last = Math.min(count, top + shown + overscan);
  return { first, last: Math.max(first, last) };
}

/** Where to scroll so that row `index` is whole in view; the same place when it already is. */
export function scrollToRow(index: number, scrollTop: number, viewHeight: number, rowHeight: number): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + viewHeight) return top + rowHeight - viewHeight;
  return scrollTop;
}
