/** What takes long to draw is drawn a little at a time, so that a click is answered by the next paint and not by the last of a thousand rows. */
import { useDeferredValue, useEffect, useState, type ReactNode } from 'react';

/** Of what is opened at once, so many are drawn with it. */
const FIRST = 3;

/** What waits to be drawn, in order; one is drawn when the browser has dealt with everything else. */
const line = new Set<() => void>();
let coming: ReturnType<typeof setTimeout> | undefined;
function drawNext(): void {
  coming = undefined;
  const [draw] = line;
  if (!draw) return;
  line.delete(draw);
  draw();
  coming = setTimeout(drawNext, 0);
}

interface Props {
  /** Whether it is drawn with what is around it. Asked once. */
  now: boolean;
  children: ReactNode;
}

/** Children that may come a moment after what is around them, one such after the other. */
export function Soon({ now, children }: Props) {
  const [isThere, setIsThere] = useState(now);
  useEffect(() => {
    if (isThere) return undefined;
    const draw = (): void => setIsThere(true);
    line.add(draw);
    coming ??= setTimeout(drawNext, 0);
    return () => void line.delete(draw);
  }, [isThere]);
  return isThere ? children : null;
}

/** Which of the things that are open need not wait: the first of those that were opened together. */
export function useDrawnNow(open: readonly string[]): (id: string) => boolean {
  const [known, setKnown] = useState(() => ({ open, now: open.slice(0, FIRST) }));
  if (known.open.join() !== open.join()) setKnown({ open, now: open.filter((id) => !known.open.includes(id)).slice(0, FIRST) });
  return (id) => known.now.includes(id);
}

/** The first rows of a list at once, all of them a moment later; from then on whatever there is. */
export function useFirstRows<Row>(rows: readonly Row[], first: number): readonly Row[] {
  const isWhole = useDeferredValue(true, rows.length <= first);
  return isWhole ? rows : rows.slice(0, first);
}
