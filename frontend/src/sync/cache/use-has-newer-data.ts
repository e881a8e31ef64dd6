/**
 * For screens that do not refresh by themselves, such as a report: whether a live note has invalidated the key, so that
 * the person can ask for the newer data.
 */
import { useCallback, useEffect, useState } from 'react';
import type { QueryKey } from './query-keys.ts';
import { onInvalidated } from './invalidation.ts';

/** @returns the state, and a function to call after the screen has read again */
export function useHasNewerData(key: QueryKey): [hasNewerData: boolean, reset: () => void] {
  const [hasNewerData, setHasNewerData] = useState(false);
  const name = JSON.stringify(key);
  useEffect(
    () =>
      onInvalidated((keys) => {
        if (keys.some((one) => JSON.stringify(one) === name)) setHasNewerData(true);
      }),
    [name],
  );
  return [hasNewerData, useCallback(() => setHasNewerData(false), [])];
}
