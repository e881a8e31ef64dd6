import { useEffect, useRef } from 'react';

/** A confirmation dialog that fades out still has the focus. */
const RETRIES = 12;
const RETRY_MS = 50;

/** When the component unmounts and the focus is lost with it, focuses the element that `find` returns. */
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
