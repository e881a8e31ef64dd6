/**
 * Deferred rendering: components that are slow to render mount one by one after the next paints. The paint after a
 * click does not wait for a thousand rows (docs/decisions/browser/quick-screens.md).
 *
 * React's `useDeferredValue` and `startTransition` do not do this: the next click renders all that is pending, at once.
 */
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';

interface DeferredItem {
  placeholder: HTMLElement;
  mount: () => void;
}
/** The items that wait, in the order of the page. */
const queue = new Set<DeferredItem>();
let isScheduled = false;

/** A page in the background does not paint: the work is done without a paint after this time. */
const PAINT_TIMEOUT_MS = 250;

/** `checkVisibility` is missing in older browsers and in jsdom. */
const isHidden = ({ placeholder }: DeferredItem): boolean =>
  'checkVisibility' in placeholder && !placeholder.checkVisibility();

/** Mounts one item: the first one in or below the window, then those above it. Hidden items are skipped. */
function mountNext(): void {
  isScheduled = queue.size > 0;
  if (!isScheduled) return;
  const visible = [...queue].filter((item) => !isHidden(item));
  const next = visible.find(({ placeholder }) => placeholder.getBoundingClientRect().bottom > 0) ?? visible[0];
  if (next) {
    queue.delete(next);
    next.mount();
    scheduleNext();
  } else setTimeout(scheduleNext, PAINT_TIMEOUT_MS);
}
const scheduleNext = (): void => afterPaint(mountNext);

/** Calls `work` after the next paint. */
export function afterPaint(work: () => void): void {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, PAINT_TIMEOUT_MS);
}

/**
 * Puts a component into the queue of deferred items.
 * @param isImmediate true: does not wait
 * @returns true once the component may render its content
 */
function useDeferredMount(placeholder: RefObject<HTMLElement | null>, isImmediate: boolean): boolean {
  const [isMounted, setMounted] = useState(isImmediate);
  useEffect(() => {
    if (isMounted || isImmediate || !placeholder.current) return undefined;
    const item = { placeholder: placeholder.current, mount: () => setMounted(true) };
    queue.add(item);
    if (!isScheduled) {
      isScheduled = true;
      scheduleNext();
    }
    return () => void queue.delete(item);
  }, [isMounted, isImmediate, placeholder]);
  return isMounted || isImmediate;
}

interface Props {
  /** The expected height in CSS: the content below moves as little as possible. */
  height: string;
  /** Renders at once: a key leads into the content. */
  now?: boolean;
  children: ReactNode;
}

/** Renders its children in its turn after the next paint, and an empty box of the same height before. */
export function DeferredRender({ height, now = false, children }: Props) {
  const placeholder = useRef<HTMLDivElement>(null);
  return useDeferredMount(placeholder, now) ? children : <div ref={placeholder} style={{ height }} />;
}

/**
 * Returns the first rows of a list at first, and all rows once the turn of the list has come. Until then
 * {@link RoomForRows} belongs below them.
 */
export function useFirstRows<Row>(
  rows: readonly Row[],
  first: number,
  list: RefObject<HTMLElement | null>,
): readonly Row[] {
  return useDeferredMount(list, rows.length <= first) ? rows : rows.slice(0, first);
}

/**
 * The room below the first `shown` rows of a list: as high as `missing` rows of their average
 * height. The content below stays.
 */
export const RoomForRows = ({ shown, missing }: { shown: number; missing: number }) => (
  <li
    aria-hidden
    ref={(item) => {
      const first = item?.parentElement?.firstElementChild;
      if (!item || !first || shown === 0) return;
      const height = item.getBoundingClientRect().top - first.getBoundingClientRect().top;
      item.style.blockSize = `${(height / shown) * missing}px`;
    }}
  />
);
