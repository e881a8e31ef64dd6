import { useEffect, useRef } from 'react';
import { drafts, type DraftKey } from './drafts.ts';

const IDLE_MS = 1_000;

/**
 * Keeps what is typed a second after the last change, and at once when the screen goes away (a session may end at any moment).
 * `value` undefined: there is nothing (more) to be lost, and what was kept is forgotten. `atEnd` says the same at the last moment,
 * for an editor that ended without being drawn once more.
 */
export function useKeptDraft<T>({ user, of }: DraftKey, value: T | undefined, base: number | undefined, atEnd: () => T | undefined): void {
  const kept = useRef(false);
  const last = useRef({ atEnd, base });
  useEffect(() => {
    last.current = { atEnd, base };
  });
  useEffect(() => {
    if (value === undefined) {
      if (kept.current) drafts.clear({ user, of });
      kept.current = false;
      return undefined;
    }
    kept.current = true;
    const timer = setTimeout(() => drafts.keep({ user, of }, value, base), IDLE_MS);
    return () => clearTimeout(timer);
  }, [user, of, value, base]);
  useEffect(
    () => () => {
      const left = last.current.atEnd();
      if (left !== undefined) drafts.keep({ user, of }, left, last.current.base);
      else if (kept.current) drafts.clear({ user, of });
    },
    [user, of],
  );
}
