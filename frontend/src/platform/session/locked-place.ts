/**
 * The place where a person was when they locked the page. It has no search of the address after a reload: the search
 * has names of patients, and the browser's tools show the storage on a locked page.
 */
import { safeReturnFrom } from '../paths.ts';

const KEY = 'lockedPlace';
/** The person's id, a space, and the address. */
let kept: string | undefined;

/** The first address counts: while the page is locked, the browser's back button leads nowhere. */
export function keepPlace(user: string, address: string): void {
  const place = read();
  if (place?.startsWith(`${user} `)) return;
  kept = `${user} ${address}`;
  try {
    sessionStorage.setItem(KEY, `${user} ${address.replace(/[?#].*$/s, '')}`);
  } catch {
    // Storage is blocked: a reload forgets it.
  }
}

/** @returns undefined where the place is unknown, or of another person */
export function takePlace(user: string): string | undefined {
  const place = read();
  forgetPlace();
  return place?.startsWith(`${user} `) ? safeReturnFrom(place.slice(user.length + 1)) : undefined;
}

/** Another person takes over the page. */
export function forgetPlace(): void {
  kept = undefined;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked.
  }
}

function read(): string | undefined {
  try {
    return kept ?? sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
