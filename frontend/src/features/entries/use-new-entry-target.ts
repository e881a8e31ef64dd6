/** The review in which the key for a new entry opens one. The hint of the key is at that review's button only. */
import { useEffect, useRef } from 'react';
import { createStore, useStore } from '../../platform/store.ts';

/** A store, not a property of the lists: a focus that moves renders two buttons and not every open review. */
const target = createStore<string | undefined>(undefined);
export const useIsNewEntryTarget = (review: string): boolean => useStore(target, (current) => current === review);

/** @param find the id of the review for the current focus and open reviews; undefined where the key opens no entry */
export function useNewEntryTarget(find: () => string | undefined): void {
  const current = useRef(find);
  useEffect(() => {
    current.current = find;
    target.set(find());
  });
  useEffect(() => {
    const look = () => target.set(current.current());
    const leave = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget === null) look();
    };
    document.addEventListener('focusin', look);
    document.addEventListener('focusout', leave);
    return () => {
      document.removeEventListener('focusin', look);
      document.removeEventListener('focusout', leave);
      target.set(undefined);
    };
  }, []);
}
