/**
 * What would be lost by leaving: each open editor says so here, and one guard asks before anybody leaves
 * (`app/unsaved-guard.tsx`).
 */
import { useEffect, useId, useSyncExternalStore } from 'react';

let works: ReadonlyMap<string, string> = new Map();
/** Those of them that another search in the same address would take away as well. */
let onSearch: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
function change(next: ReadonlyMap<string, string>): void {
  works = next;
  for (const listener of listeners) listener();
}

/**
 * While mounted with a text: this would be lost, named for a person ("Entry: Warfarin"). Undefined: nothing would.
 * `onSearch`: the screen shows something else when only the search of the address changes (`?tradeId=`).
 */
export function useUnsaved(what: string | undefined, where: { onSearch?: boolean } = {}): void {
  const id = useId();
  const bySearch = where.onSearch ?? false;
  useEffect(() => {
    if (what === undefined) return undefined;
    if (bySearch) onSearch = new Set([...onSearch, id]);
    change(new Map([...works, [id, what]]));
    return () => {
      onSearch = new Set([...onSearch].filter((other) => other !== id));
      change(new Map([...works].filter(([other]) => other !== id)));
    };
  }, [id, what, bySearch]);
}

/** Whether going from one address to the other loses something. */
export const hasEditsToLose = (
  from: { pathname: string; search: string },
  to: { pathname: string; search: string },
): boolean =>
  works.size > 0 &&
  (from.pathname !== to.pathname || (from.search !== to.search && [...onSearch].some((id) => works.has(id))));

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const unsavedEdits = (): ReadonlyMap<string, string> => works;
export const useUnsavedEdits = (): ReadonlyMap<string, string> => useSyncExternalStore(subscribe, unsavedEdits);

/** What no change of the screen takes away, and closing the page or logging out does. */
let kept: readonly string[] = [];
export const setUnsentCommands = (works: readonly string[]): void => {
  if (works.join() === kept.join()) return;
  kept = works;
  for (const listener of listeners) listener();
};
export const unsentCommands = (): readonly string[] => kept;
export const useUnsentCommands = (): readonly string[] => useSyncExternalStore(subscribe, unsentCommands);

/** The person lets everything go that was not saved: nothing more is asked about it. */
export const clearUnsavedEdits = (): void => change(new Map());
