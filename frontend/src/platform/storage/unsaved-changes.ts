/**
 * Registry of unsaved edits. Each open editor registers itself, and one guard asks before a navigation discards edits
 * (`app/unsaved-guard.tsx`).
 */
import { useEffect, useId } from 'react';
import { createStore, useStore } from 'zustand';

/** By the id of the editor: its name for a person, such as "Entry: Warfarin". */
const edits = createStore<ReadonlyMap<string, string>>(() => new Map());
/** The editors that show something else when only the search of the address changes. */
let idsBoundToSearch: ReadonlySet<string> = new Set();

/**
 * Registers an unsaved edit while mounted. `what` names it for a person ("Entry: Warfarin"); undefined: nothing is
 * unsaved. `onSearch`: a change of the search of the address (`?tradeId=`) discards the edit, too.
 */
export function useUnsaved(what: string | undefined, where: { onSearch?: boolean } = {}): void {
  const id = useId();
  const isBoundToSearch = where.onSearch ?? false;
  useEffect(() => {
    if (what === undefined) return undefined;
    if (isBoundToSearch) idsBoundToSearch = new Set([...idsBoundToSearch, id]);
    edits.setState(new Map([...edits.getState(), [id, what]]), true);
    return () => {
      idsBoundToSearch = new Set([...idsBoundToSearch].filter((other) => other !== id));
      edits.setState(new Map([...edits.getState()].filter(([other]) => other !== id)), true);
    };
  }, [id, what, isBoundToSearch]);
}

/** True if a navigation from one address to the other discards unsaved edits. */
export const hasEditsToLose = (
  from: { pathname: string; search: string },
  to: { pathname: string; search: string },
): boolean =>
  edits.getState().size > 0 &&
  (from.pathname !== to.pathname ||
    (from.search !== to.search && [...idsBoundToSearch].some((id) => edits.getState().has(id))));

export const unsavedEdits = edits.getState;
export const useUnsavedEdits = (): ReadonlyMap<string, string> => useStore(edits);

/** "Discard and leave": the guard does not ask about these edits any more. */
export const clearUnsavedEdits = (): void => edits.setState(new Map(), true);

/** Commands in the outbox, named for a person. A navigation keeps them; closing the page or logging out does not. */
const commands = createStore<readonly string[]>(() => []);
export const setUnsentCommands = (names: readonly string[]): void => {
  if (names.join() !== commands.getState().join()) commands.setState(names, true);
};
export const unsentCommands = commands.getState;
export const useUnsentCommands = (): readonly string[] => useStore(commands);
