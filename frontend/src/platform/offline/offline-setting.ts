/**
 * Tells whether this installation works without a network (`OFFLINE=on`, docs/offline.md), also while the server is away:
 * the browser keeps the last answer of `/api/config`, which names no one.
 */
import type { Config, OfflineBounds } from 'language/contract/calls/answers';

const KEY = 'offline';

/** A browser of today with TLS. In others the setting changes nothing. */
const isAble = (): boolean =>
  globalThis.isSecureContext && 'indexedDB' in globalThis && 'locks' in navigator && 'serviceWorker' in navigator;

const isConfig = (value: unknown): value is Config =>
  typeof value === 'object' && value !== null && 'timeZone' in value && 'blockedHostnames' in value;

/** The last answer of an installation with `OFFLINE=on`. */
export function keptConfig(): Config | undefined {
  try {
    const value: unknown = isAble() ? JSON.parse(localStorage.getItem(KEY) ?? 'null') : null;
    return isConfig(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined: the device keeps nothing of what was read. */
export const offlineBounds = (): OfflineBounds | undefined => keptConfig()?.offline;

/** @returns true if the setting is another one than before */
export function keepConfig(config: Config): boolean {
  const before = offlineBounds();
  try {
    if (config.offline && isAble()) localStorage.setItem(KEY, JSON.stringify(config));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked or full: the device keeps nothing.
  }
  return (before === undefined) !== (offlineBounds() === undefined);
}

/** In the browser's storage while this device has a database: an installation may turn the setting off. */
export const MARK = 'offlineDevice';
/** True if the database is there. */
export const hasLeftDevice = (): boolean => {
  try {
    return localStorage.getItem(MARK) !== null;
  } catch {
    return false;
  }
};

/** Digits or letters of an offline PIN. */
export const PIN_LENGTH_MIN = 6;
