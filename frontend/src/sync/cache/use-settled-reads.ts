/** Delays the first render of a page until its secondary reads arrive, so that the page does not move afterwards. */
import { useEffect, useState } from 'react';

const TIMEOUT_MS = 1_000;

/**
 * @returns true when each of the reads has succeeded, failed or is paused for lack of a network, or after a second. It
 * stays true.
 */
export function useSettledReads(...reads: readonly { isPending: boolean; fetchStatus: string }[]): boolean {
  const [isSettled, setIsSettled] = useState(false);
  if (!isSettled && reads.every(({ isPending, fetchStatus }) => !isPending || fetchStatus === 'paused'))
    setIsSettled(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
