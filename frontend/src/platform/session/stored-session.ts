/** The session in the browser's storage. If storage is blocked, the session lasts as long as the page. */
import type { SessionUser } from './session.machine.ts';

export const SESSION_KEY = 'session';

export const sessionUserOf = ({ token, _id, firstName, lastName }: SessionUser): SessionUser => ({
  token,
  _id,
  firstName,
  lastName,
});

const isSessionUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' &&
  value !== null &&
  ['token', '_id', 'firstName', 'lastName'].every(
    (field) => field in value && typeof (value as Record<string, unknown>)[field] === 'string',
  );

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
