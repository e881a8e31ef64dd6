/** What came to a list while it was on the screen: from a teammate, or from another window. */
import { useEffect, useRef, useState } from 'react';

export interface ListedItem {
  id: string;
  version: number;
}
export type Arrival = 'added' | 'changed';

/** Items that are new or newer than `before`. Nothing has arrived on the first look: all of it was there. */
export function arrivalsSince(
  before: ReadonlyMap<string, number> | undefined,
  now: readonly ListedItem[],
): Map<string, Arrival> {
  const found = new Map<string, Arrival>();
  if (!before) return found;
  for (const { id, version } of now) {
    const held = before.get(id);
    if (held === undefined) found.set(id, 'added');
    else if (version > held) found.set(id, 'changed');
  }
  return found;
}

/** How long a highlight stays: long enough to be found by somebody who looked away for a moment. */
const SHOWN_MS = 6_000;

/** The arrivals to be highlighted now. `onArrival` is told once for each round of them. */
export function useArrivals(
  items: readonly ListedItem[] | undefined,
  onArrival: (arrived: ReadonlyMap<string, Arrival>) => void,
): ReadonlyMap<string, Arrival> {
  const before = useRef<Map<string, number>>(undefined);
  const tell = useRef(onArrival);
  const [shown, setShown] = useState<ReadonlyMap<string, Arrival>>(new Map());
  useEffect(() => {
    tell.current = onArrival;
  });
  useEffect(() => {
    if (!items) return;
    const arrived = arrivalsSince(before.current, items);
    before.current = new Map(items.map(({ id, version }) => [id, version]));
    if (arrived.size === 0) return;
    setShown((standing) => new Map([...standing, ...arrived]));
    tell.current(arrived);
    setTimeout(() => setShown((standing) => new Map([...standing].filter(([id]) => !arrived.has(id)))), SHOWN_MS);
  }, [items]);
  return shown;
}

/** Whether the person is in the middle of typing: then nothing may move under their hands. */
export const isTyping = (focused: Element | null = document.activeElement): boolean =>
  focused instanceof HTMLElement &&
  (focused.isContentEditable ||
    (focused.matches('input, textarea, select') && !focused.matches('[type=checkbox], [type=radio], [type=button]')));
