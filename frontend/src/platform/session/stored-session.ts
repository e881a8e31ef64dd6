/** The session in the browser's storage. If storage is blocked, the session lasts as long as the page. */
import type { SessionUser } from './session.machine.ts';

export const SESSION_KEY = 'session';
/** The id of the person whose session is locked, for the other tabs and for a reload. The server knows it too. */
export const LOCK_KEY = 'locked';

export const sessionUserOf = (user: SessionUser): SessionUser => ({
  ...('token' in user ? { token: user.token } : { sessionId: user.sessionId }),
  _id: user._id,
  firstName: user.firstName,
  lastName: user.lastName,
});

const isText = (value: object, field: string): boolean => typeof (value as Record<string, unknown>)[field] === 'string';

const isSessionUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' &&
  value !== null &&
  ['_id', 'firstName', 'lastName'].every((field) => isText(value, field)) &&
  (isText(value, 'token') || isText(value, 'sessionId'));

export function parseSession(text: string | null): SessionUser | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isSessionUser(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
export function storedSession(): SessionUser | undefined {
  try {
    return parseSession(localStorage.getItem(SESSION_KEY));
  } catch {
    return undefined;
  }
}
export function storeSession(user: SessionUser | undefined): void {
  try {
    if (user) localStorage.setItem(SESSION_KEY, JSON.stringify(user));
    else localStorage.removeItem(SESSION_KEY);
  } catch {
    // Storage is blocked or full.
  }
}
export function storedLock(): string | undefined {
  try {
    return localStorage.getItem(LOCK_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}
export function storeLock(user: string | undefined): void {
  try {
    if (user === undefined) localStorage.removeItem(LOCK_KEY);
    else localStorage.setItem(LOCK_KEY, user);
  } catch {
    // Storage is blocked or full: the other tabs hear it from the server.
  }
}
