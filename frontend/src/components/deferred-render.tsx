/**
 * What takes long to draw is drawn a little at a time, so that a click is answered by the next paint and not by the
 * last of a thousand rows.
 */
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

interface Waiting {
  place: HTMLElement;
  draw: () => void;
}
/** What waits to be drawn, in the order of the page. */
const line = new Set<Waiting>();
let isComing = false;

/** A page that is not in front paints nothing; after so long it is drawn without. */
const AT_MOST_MS = 250;

/** Not there in every browser that we are read with, nor in the specs. */
const isHidden = ({ place }: Waiting): boolean => 'checkVisibility' in place && !place.checkVisibility();

/**
 * One after each paint: what is in sight first, then what is below it, then what is above; what is just being put away,
 * not.
 */
function drawNext(): void {
  isComing = line.size > 0;
  if (!isComing) return;
  const waiting = [...line].filter((one) => !isHidden(one));
  const next = waiting.find(({ place }) => place.getBoundingClientRect().bottom > 0) ?? waiting[0];
  if (next) {
    line.delete(next);
    next.draw();
    comeBack();
  } else setTimeout(comeBack, AT_MOST_MS);
}
const comeBack = (): void => afterPaint(drawNext);

/** Once what has just been changed is on the screen. */
export function afterPaint(work: () => void): void {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, AT_MOST_MS);
}

/** Whether its turn has come; `atOnce`: it waits for none. */
function useTurn(place: RefObject<HTMLElement | null>, atOnce: boolean): boolean {
  const [hasCome, setHasCome] = useState(atOnce);
  useEffect(() => {
    if (hasCome || atOnce || !place.current) return undefined;
    const waiting = { place: place.current, draw: () => setHasCome(true) };
    line.add(waiting);
    if (!isComing) {
      isComing = true;
      comeBack();
    }
    return () => void line.delete(waiting);
  }, [hasCome, atOnce, place]);
  return hasCome || atOnce;
}

interface Props {
  /** About how high it will be, in CSS: what is below it moves as little as can be. */
  height: string;
  /** It is wanted right now: a key leads into it. */
  now?: boolean;
  children: ReactNode;
}

/** Children that come after the next paint, one such after the other. */
export function DeferredRender({ height, now = false, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  return useTurn(place, now) ? children : <div ref={place} style={{ height }} />;
}

/**
 * The first rows of a list at once, all of them when their turn comes; from then on whatever there is. (A deferred
 * value would be drawn with the next click, all that were pending at once.)
 */
export function useFirstRows<Row>(
  rows: readonly Row[],
  first: number,
  list: RefObject<HTMLElement | null>,
): readonly Row[] {
  return useTurn(list, rows.length <= first) ? rows : rows.slice(0, first);
}
