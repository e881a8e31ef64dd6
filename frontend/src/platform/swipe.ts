/** A horizontal swipe of one finger that nothing else on the page wants: no scroll, no selection, no field. */
export interface Point {
  x: number;
  y: number;
  /** Milliseconds. */
  at: number;
}

const DISTANCE_PX = 60;
/** A swipe is at least twice as wide as it is high. */
const SLOPE = 2;
const DURATION_MS = 800;
/** At the edges of the screen a swipe belongs to the system: "back" on most phones. */
const EDGE_PX = 24;

/** @returns undefined: too short, too steep or too slow */
export function swipeOf(start: Point, end: Point): 'left' | 'right' | undefined {
  const [across, down] = [end.x - start.x, end.y - start.y];
  if (Math.abs(across) < DISTANCE_PX || Math.abs(across) < SLOPE * Math.abs(down)) return undefined;
  if (end.at - start.at > DURATION_MS) return undefined;
  return across < 0 ? 'left' : 'right';
}

/** The elements that take a horizontal drag themselves. */
const TAKERS = 'form, input, textarea, select, [contenteditable], [role=slider], [role=dialog]';

/**
 * True if a swipe that begins on this element is free: between it and `root` nothing takes it or scrolls sideways.
 */
export function isSwipeFree(target: Element, root: Element): boolean {
  if (target.closest(TAKERS)) return false;
  for (let one: Element | null = target; one && one !== root; one = one.parentElement)
    if (one.scrollWidth > one.clientWidth && /auto|scroll/.test(getComputedStyle(one).overflowX)) return false;
  return true;
}

const hasSelection = (): boolean => window.getSelection()?.isCollapsed === false;

/**
 * Calls `onSwipe` with `next` for a swipe against the reading direction, as one turns a page, and `previous` for the
 * other. The listeners are passive: they delay no scroll and prevent nothing.
 * @returns stops listening
 */
export function listenToSwipes(root: HTMLElement, onSwipe: (to: 'previous' | 'next') => void): () => void {
  let start: (Point & { scrolled: number }) | undefined;
  const begin = (event: TouchEvent): void => {
    const [finger, second] = event.touches;
    start = undefined;
    if (!finger || second || !(event.target instanceof Element)) return;
    const isAtEdge = finger.clientX < EDGE_PX || finger.clientX > window.innerWidth - EDGE_PX;
    const isZoomed = (window.visualViewport?.scale ?? 1) > 1.01;
    if (isAtEdge || isZoomed || hasSelection() || !isSwipeFree(event.target, root)) return;
    start = { x: finger.clientX, y: finger.clientY, at: event.timeStamp, scrolled: window.scrollY };
  };
  const end = (event: TouchEvent): void => {
    const finger = event.changedTouches[0];
    const from = start;
    start = undefined;
    if (!from || !finger || hasSelection() || window.scrollY !== from.scrolled) return;
    const direction = swipeOf(from, { x: finger.clientX, y: finger.clientY, at: event.timeStamp });
    if (!direction) return;
    const isRightToLeft = getComputedStyle(root).direction === 'rtl';
    onSwipe((direction === 'left') === isRightToLeft ? 'previous' : 'next');
  };
  const forget = (): void => {
    start = undefined;
  };
  const passive = { passive: true };
  root.addEventListener('touchstart', begin, passive);
  root.addEventListener('touchend', end, passive);
  root.addEventListener('touchcancel', forget, passive);
  return () => {
    root.removeEventListener('touchstart', begin);
    root.removeEventListener('touchend', end);
    root.removeEventListener('touchcancel', forget);
  };
}
