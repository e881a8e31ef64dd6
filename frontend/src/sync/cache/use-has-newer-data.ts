/**
 * Whether what is shown, and held by no query, has become old since: a report is made anew when the person says so, not
 * under their eyes.
 */
import { useCallback, useEffect, useState } from 'react';
import type { QueryKey } from './query-keys.ts';
import { onInvalidated } from './invalidation.ts';

/** @returns whether a live note has made the key old, and how to say that it is new again */
export function useHasNewerData(key: QueryKey): [outdated: boolean, renew: () => void] {
  const [outdated, setOutdated] = useState(false);
  const name = JSON.stringify(key);
  useEffect(
    () =>
      onInvalidated((found) => {
        if (found.some((one) => JSON.stringify(one) === name)) setOutdated(true);
      }),
    [name],
  );
  return [outdated, useCallback(() => setOutdated(false), [])];
}
