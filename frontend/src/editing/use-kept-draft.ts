import { useEffect, useRef } from 'react';
import { isSessionLocked } from '../platform/session/session.ts';
import { drafts, type DraftKey } from '../platform/storage/draft-storage.ts';

const IDLE_MS = 1_000;

/**
 * Stores what is typed one second after the last change, and at once when the component or the page goes: a session may
 * end at any moment. `value` undefined removes the stored draft: there is nothing to lose. `atEnd` answers the value at the last
 * moment, for an editor that ended without another render.
 *
 * A draft that `drafts.settle` named is not stored again until it changes. The answer to the save settles it, not an
 * effect of the form: a form that its own success takes off the screen is not rendered with that success.
 */
export function useKeptDraft<T>(
  { user, of }: DraftKey,
  value: T | undefined,
  base: number | undefined,
  atEnd: () => T | undefined,
): void {
  const kept = useRef(false);
  const last = useRef({ atEnd, base });
  const settled = useRef<T>(undefined);
  useEffect(() => {
    last.current = { atEnd, base };
  });
  useEffect(() => {
    if (settled.current !== value) settled.current = undefined;
    if (value === undefined) {
      if (kept.current) drafts.remove({ user, of });
      kept.current = false;
      return undefined;
    }
    kept.current = true;
    const timer = setTimeout(() => {
      if (settled.current !== value) drafts.save({ user, of }, value, base);
    }, IDLE_MS);
    return () => clearTimeout(timer);
  }, [user, of, value, base]);
  useEffect(() => {
    /** @returns true if there is something to keep */
    const store = (): boolean => {
      const left = last.current.atEnd();
      if (left === undefined || left === settled.current) return false;
      drafts.save({ user, of }, left, last.current.base);
      return true;
    };
    const release = drafts.register(
      { user, of },
      {
        hasUnsavedText: () => last.current.atEnd() !== undefined,
        store: () => void store(),
        onSettled: () => {
          settled.current = last.current.atEnd();
        },
      },
    );
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      release();
      if (store()) {
        if (isSessionLocked()) drafts.markForReturn({ user, of });
      } else if (kept.current) drafts.remove({ user, of });
    };
  }, [user, of]);
}
