/**
 * The rows of the board in an order that stays while a person works with it
 * (docs/decisions/browser/steady-screens.md).
 */
import { useEffect, useRef, useState } from 'react';
import type { BoardRow } from './sorting.ts';

export interface PlacedRow extends BoardRow {
  /** Not on the board any more. The row keeps its place until the rows are sorted again. */
  isGone: boolean;
}
/** The rows when they were last sorted, with those that came later at the end. */
export interface Places {
  /** Identifies the list and its order. */
  readonly key: string;
  readonly rows: readonly BoardRow[];
}

const idsOf = (rows: readonly BoardRow[]): string => rows.map(({ admission }) => admission).join();

/** Adds new rows at the end. @returns the same places where there is nothing to add */
export function extendPlaces(places: Places, sorted: readonly BoardRow[]): Places {
  const placed = new Set(places.rows.map(({ admission }) => admission));
  const added = sorted.filter(({ admission }) => !placed.has(admission));
  return added.length === 0 ? places : { ...places, rows: [...places.rows, ...added] };
}

/**
 * The newest values of the rows, each in its place.
 * @param all every inpatient: a row that the view does not show any more stays too, until the rows are sorted again
 */
export function rowsInPlaces(places: Places, all: readonly BoardRow[]): PlacedRow[] {
  const current = new Map(all.map((row) => [row.admission, row]));
  return places.rows.map((row) => ({ ...(current.get(row.admission) ?? row), isGone: !current.has(row.admission) }));
}

/** After this time without input, a board that people only look at is sorted again. */
export const REST_MS = 30_000;
const INPUTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', 'scroll'] as const;

interface SteadyRows {
  rows: PlacedRow[];
  /** The rows are not in their order any more. */
  isOutOfOrder: boolean;
  sortAgain: () => void;
}

/**
 * Keeps the order of rows until the key changes, the person sorts again, or the page had no input for a while.
 * @param sorted the rows of the view, in their order
 * @param all the rows of all inpatients
 * @param isFirstRead the newest rows are still being read: until then the rows are in their order
 */
export function useSteadyRows(
  sorted: readonly BoardRow[],
  all: readonly BoardRow[],
  key: string,
  isFirstRead: boolean,
): SteadyRows {
  const [kept, setKept] = useState<Places>();
  const [isSettled, setIsSettled] = useState(!isFirstRead);
  if (!isSettled && !isFirstRead) setIsSettled(true);

  const isSorted = (places: Places) => idsOf(places.rows) === idsOf(sorted);
  let places = kept?.key === key ? extendPlaces(kept, sorted) : { key, rows: sorted };
  if (!isSettled && !isSorted(places)) places = { key, rows: sorted };
  if (places !== kept) setKept(places);
  const isOutOfOrder = !isSorted(places);

  const sortAgain = () => setKept({ key, rows: sorted });
  const latest = useRef(sortAgain);
  useEffect(() => {
    latest.current = sortAgain;
  });
  useEffect(() => {
    if (!isOutOfOrder) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => latest.current(), REST_MS);
    };
    wait();
    for (const input of INPUTS) window.addEventListener(input, wait, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      for (const input of INPUTS) window.removeEventListener(input, wait, { capture: true });
    };
  }, [isOutOfOrder]);
  return { rows: rowsInPlaces(places, all), isOutOfOrder, sortAgain };
}
