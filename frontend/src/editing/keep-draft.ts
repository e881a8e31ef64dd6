import { useEffect, useRef } from 'react';
import { drafts, type DraftKey } from '../platform/storage/draft-storage.ts';

const IDLE_MS = 1_000;

/**
 * Keeps what is typed a second after the last change, and at once when the screen goes away (a session may end at any
 * moment). `value` undefined: there is nothing (more) to be lost, and what was kept is forgotten. `atEnd` says the same
 * at the last moment, for an editor that ended without being drawn once more.
 *
 * What `drafts.settle` names is not kept any more until it changes. A form that its own success takes off the screen is
 * not drawn with that success, so the acknowledgement of the save settles the draft, not an effect of the form.
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
    const release = drafts.register(
      { user, of },
      {
        hasUnsavedText: () => last.current.atEnd() !== undefined,
        onSettled: () => {
          settled.current = last.current.atEnd();
        },
      },
    );
    return () => {
      release();
      const left = last.current.atEnd();
      if (left !== undefined && left !== settled.current) drafts.save({ user, of }, left, last.current.base);
      else if (kept.current) drafts.remove({ user, of });
    };
  }, [user, of]);
}
