import { useEffect, useRef } from 'react';

/** A question asked before still holds the focus while it fades out. */
const RETRIES = 12;
const RETRY_MS = 50;

/**
 * When the component goes and took the focus with it, the focus goes to what `find` finds: where the person was before.
 */
export function useRestoreFocus(find: () => HTMLElement | null | undefined): void {
  const latest = useRef(find);
  useEffect(() => {
    latest.current = find;
  });
  useEffect(
    () => () => {
      const attempt = (left: number): void => {
        if (document.activeElement === null || document.activeElement === document.body) latest.current()?.focus();
        else if (left > 0 && document.activeElement.closest('[role=alertdialog]'))
          setTimeout(() => attempt(left - 1), RETRY_MS);
      };
      setTimeout(() => attempt(RETRIES), 0);
    },
    [],
  );
}
