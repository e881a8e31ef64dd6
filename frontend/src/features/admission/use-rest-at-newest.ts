/** A chart opens at today: at its newest review. */
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';

/** Below this part of the window the newest review is not in sight. */
const IN_SIGHT = 0.6;

type Rest = 'undecided' | 'top' | 'newest';

/**
 * Once the reviews are on the page, scrolls to the newest one if it is not in sight. A page that was scrolled, or that
 * goes to another place, stays. Both happen before the first paint of the list.
 *
 * @param newest its id; undefined until the list is on the page
 * @param isElsewhere the page goes to another place: to an item of the address or to a draft
 * @returns true if the page came to rest at the newest review
 */
export function useRestAtNewest(newest: string | undefined, isElsewhere: () => boolean): boolean {
  const [rest, setRest] = useState<Rest>('undecided');
  useLayoutEffect(() => {
    if (rest !== 'undecided' || newest === undefined) return;
    const item = itemOf(newest);
    if (!item) return;
    const isBelow = item.getBoundingClientRect().top > window.innerHeight * IN_SIGHT;
    // The layout decides once, before the paint.
    // oxlint-disable-next-line react/set-state-in-effect
    setRest(isBelow && window.scrollY === 0 && !isElsewhere() ? 'newest' : 'top');
  }, [rest, newest, isElsewhere]);
  // The parts that stand above the chart only at its top have moved by now. A newer review does not
  // scroll a page that is read.
  const scroll = useEffectEvent(() => {
    if (rest === 'newest' && newest !== undefined) itemOf(newest)?.scrollIntoView({ block: 'start' });
  });
  useLayoutEffect(() => scroll(), [rest]);
  // The router scrolls a new page to its top, in the same commit where the reviews are already known.
  useEffect(() => {
    if (window.scrollY === 0) scroll();
  }, [rest]);
  return rest === 'newest';
}

const itemOf = (review: string): Element | null => document.querySelector(`[data-review="${CSS.escape(review)}"]`);
