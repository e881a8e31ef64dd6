/** The review in which the key for a new entry opens one. Its hint stands at that review's button and at no other. */
import { useEffect, useRef, useSyncExternalStore } from 'react';

let target: string | undefined;
const listeners = new Set<() => void>();

function setTarget(review: string | undefined): void {
  if (target === review) return;
  target = review;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** A store, and not a property of the lists: a focus that moves draws two buttons and not every open review. */
export const useIsNewEntryTarget = (review: string): boolean =>
  useSyncExternalStore(subscribe, () => target === review);

/**
 * @param find the id of the review, as the focus and the open reviews are now; undefined where the key opens no entry
 */
export function useNewEntryTarget(find: () => string | undefined): void {
  const current = useRef(find);
  useEffect(() => {
    current.current = find;
    setTarget(find());
  });
  useEffect(() => {
    const look = () => setTarget(current.current());
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget === null) look();
    };
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', leave);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', leave);
      setTarget(undefined);
    };
  }, []);
}
