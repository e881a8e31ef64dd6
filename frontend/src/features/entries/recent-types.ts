/** The error types that were last chosen on this device, newest first. They are ids of the catalogue and name no patient. */
const KEY = 'recent-error-types';
const KEPT = 3;

let recent: readonly string[] | undefined;

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, KEPT) : [];
  } catch {
    return [];
  }
}

export const recentTypes = (): readonly string[] => (recent ??= read());

/** If storage is blocked, it is remembered as long as the page. */
export function rememberType(id: string): void {
  recent = [id, ...recentTypes().filter((other) => other !== id)].slice(0, KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(recent));
  } catch {
    // Storage is blocked or full.
  }
}

/** For tests: forgets what this page knows, and reads the storage again. */
export function forgetRecentTypes(): void {
  recent = undefined;
}
