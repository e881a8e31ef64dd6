/** Items that a teammate or another window added to a list or changed while it was on the screen. */
import { useEffect, useRef, useState } from 'react';

export interface ListedItem {
  id: string;
  version: number;
}
export type Arrival = 'added' | 'changed';

/** Items that are new or newer than in `before`. The first state of a list has no arrivals. */
export function arrivalsSince(
  before: ReadonlyMap<string, number> | undefined,
  now: readonly ListedItem[],
): Map<string, Arrival> {
  const found = new Map<string, Arrival>();
  if (!before) return found;
  for (const { id, version } of now) {
    const known = before.get(id);
    if (known === undefined) found.set(id, 'added');
    else if (version > known) found.set(id, 'changed');
  }
  return found;
}

/** A person who looks away for a moment still finds the highlight. */
const HIGHLIGHT_MS = 6_000;

/** The arrivals to highlight now. `onArrival` is called once for each update with arrivals. */
export function useArrivals(
  items: readonly ListedItem[] | undefined,
  onArrival: (arrived: ReadonlyMap<string, Arrival>) => void,
): ReadonlyMap<string, Arrival> {
  const before = useRef<Map<string, number>>(undefined);
  const latest = useRef(onArrival);
  const [highlighted, setHighlighted] = useState<ReadonlyMap<string, Arrival>>(new Map());
  useEffect(() => {
    latest.current = onArrival;
  });
  useEffect(() => {
    if (!items) return;
    const arrived = arrivalsSince(before.current, items);
    before.current = new Map(items.map(({ id, version }) => [id, version]));
    if (arrived.size === 0) return;
    setHighlighted((current) => new Map([...current, ...arrived]));
    latest.current(arrived);
    setTimeout(
      () => setHighlighted((current) => new Map([...current].filter(([id]) => !arrived.has(id)))),
      HIGHLIGHT_MS,
    );
  }, [items]);
  return highlighted;
}

/** True if the focus is in a text field. The page must not move while a person types. */
export const isTyping = (focused: Element | null = document.activeElement): boolean =>
  focused instanceof HTMLElement &&
  (focused.isContentEditable ||
    (focused.matches('input, textarea, select') && !focused.matches('[type=checkbox], [type=radio], [type=button]')));

const none: readonly string[] = [];

/** The ids of items that were in the list and were removed since. `items` is undefined before the first read. */
export function useRemovedIds(items: readonly { _id: string }[] | undefined): readonly string[] {
  const [known, setKnown] = useState<readonly string[]>(none);
  if (!items) return none;
  const ids = items.map(({ _id }) => _id);
  const added = ids.filter((id) => !known.includes(id));
  if (added.length > 0) setKnown([...known, ...added]);
  return known.filter((id) => !ids.includes(id));
}
