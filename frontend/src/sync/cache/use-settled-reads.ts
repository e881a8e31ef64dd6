/** Whether a page can be drawn with what its smaller reads bring, so that nothing of it moves when they come. */
import { useEffect, useState } from 'react';

/** A page that has waited so long for a smaller read is drawn without it. */
const SOON_MS = 1_000;

/**
 * @returns true once each of these reads was answered, one way or the other, or cannot be sent now, or a second has
 * gone; it stays true
 */
export function useSettledReads(...reads: readonly { isPending: boolean; fetchStatus: string }[]): boolean {
  const [isOver, setOver] = useState(false);
  if (!isOver && reads.every(({ isPending, fetchStatus }) => !isPending || fetchStatus === 'paused')) setOver(true);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), SOON_MS);
    return () => clearTimeout(timer);
  }, []);
  return isOver;
}
