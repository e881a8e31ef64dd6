/** The days of a table that fit into its width. */
import { useEffect, useState, type RefObject } from 'react';

export interface DayWindow {
  /** The shown days: from `start` up to `end`, which is not shown. */
  start: number;
  end: number;
  goEarlier: () => void;
  goLater: () => void;
  /** Moves by as little as possible so that the day is shown. */
  show: (day: number) => void;
}

/** A narrow window shows at least these. */
const MIN_DAYS = 3;
/** The least that a screen leaves free beside a table, in CSS pixels. */
const MARGINS_PX = 32;

/**
 * Opens at the newest days.
 *
 * @param count all days
 * @param box its width is the room for the table; without a layout all days are shown
 * @param daysIn the number of days that fit into a width in CSS pixels
 */
export function useDayWindow(
  count: number,
  box: RefObject<HTMLElement | null>,
  daysIn: (width: number) => number,
): DayWindow {
  // An estimate at first: sixty days of forty medicines would be drawn before it is known that most do not fit.
  const [width, setWidth] = useState(() => document.documentElement.clientWidth - MARGINS_PX);
  const [wantedEnd, setWantedEnd] = useState<number>();
  useEffect(() => {
    if (!box.current) return undefined;
    const element = box.current;
    // It reports first when the page is laid out.
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);

  const shown = width > 0 ? Math.min(count, Math.max(MIN_DAYS, Math.floor(daysIn(width)))) : count;
  const clamp = (end: number): number => Math.min(count, Math.max(shown, end));
  const end = clamp(wantedEnd ?? count);
  const start = end - shown;
  // One day stays in sight.
  const step = Math.max(1, shown - 1);
  return {
    start,
    end,
    goEarlier: () => setWantedEnd(clamp(end - step)),
    goLater: () => setWantedEnd(clamp(end + step)),
    show: (day) => {
      if (day < start) setWantedEnd(clamp(day + shown));
      else if (day >= end) setWantedEnd(clamp(day + 1));
    },
  };
}
