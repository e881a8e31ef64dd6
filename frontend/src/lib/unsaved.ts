/** What would be lost by leaving: each open editor says so here, and one guard asks before anybody leaves (`app/unsaved-guard.tsx`). */
import { useEffect, useId, useSyncExternalStore } from 'react';

let works: ReadonlyMap<string, string> = new Map();
const listeners = new Set<() => void>();
function change(next: ReadonlyMap<string, string>): void {
  works = next;
  for (const listener of listeners) listener();
}

/** While mounted with a text: this would be lost, named for a person ("Entry: Warfarin"). Undefined: nothing would. */
export function useUnsaved(what: string | undefined): void {
  const id = useId();
  useEffect(() => {
    if (what === undefined) return undefined;
    change(new Map([...works, [id, what]]));
    return () => change(new Map([...works].filter(([other]) => other !== id)));
  }, [id, what]);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const unsavedWorks = (): ReadonlyMap<string, string> => works;
export const useUnsavedWorks = (): ReadonlyMap<string, string> => useSyncExternalStore(subscribe, unsavedWorks);

/** The person lets everything go that was not saved: nothing more is asked about it. */
export const forgetUnsaved = (): void => change(new Map());
