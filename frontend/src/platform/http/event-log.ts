/**
 * The event log that the versions of this tab are of. Another one means that the hospital has restored its log to an earlier
 * point: a version counts in its own log only (docs/decisions/write-side/restored-logs.md).
 */
const KEY = 'eventLog';
/** A version of another log: older than each version of this one. */
export const FORGOTTEN_VERSION = -1;

let current = readStored();
/** Logs of before: a late answer may name one. */
const former = new Set<string>();
const listeners = new Set<() => void>();

/** The id of the log; undefined before the first answer that names one. */
export const eventLogId = (): string | undefined => current;

/** An answer or the live connection names the log. */
export function noteEventLog(id: string | null): void {
  if (id === null || id === current || former.has(id)) return;
  const before = current;
  current = id;
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // Storage is blocked or full: the id is kept until a reload.
  }
  if (before === undefined) return;
  former.add(before);
  for (const listener of listeners) listener();
}

/**
 * Calls the listener when the log is another one than before.
 * @returns unsubscribes
 */
export function onAnotherLog(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @param log the id of the log that the version is of, as it was known then */
export const versionIn = (log: string | undefined, version: number): number =>
  log === undefined || log === current ? version : FORGOTTEN_VERSION;

/** Stays from load to load, because drafts and waiting commands do. */
function readStored(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
