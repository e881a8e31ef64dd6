/** The list that a person walks, chart by chart: the admissions that the ward board showed last, in their order. */
import { useSyncExternalStore } from 'react';

/** Kept in memory, as ids only: names are read from the board. */
export interface Walk {
  /** Another person at this computer does not see it. */
  user: string;
  team: string;
  admissions: readonly string[];
}
export interface Step {
  team: string;
  /** From 1. */
  number: number;
  count: number;
  before: string | undefined;
  next: string | undefined;
}

let walk: Walk | undefined;
const listeners = new Set<() => void>();

export function setWalk(next: Walk): void {
  walk = next;
  for (const listener of listeners) listener();
}

/** @returns undefined for a chart that is not in the list */
export function stepAt(list: Walk | undefined, user: string | undefined, admission: string): Step | undefined {
  if (list === undefined || list.user !== user) return undefined;
  const { team, admissions } = list;
  const at = admissions.indexOf(admission);
  return at < 0
    ? undefined
    : { team, number: at + 1, count: admissions.length, before: admissions[at - 1], next: admissions[at + 1] };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
export const useStep = (user: string | undefined, admission: string): Step | undefined =>
  stepAt(
    useSyncExternalStore(subscribe, () => walk),
    user,
    admission,
  );
