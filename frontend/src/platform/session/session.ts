/**
 * The one session of this tab, shared with the other tabs. Who is signed in is known at once; the machine that signs in
 * and out (with XState, 15 KB) is fetched beside the first paint, and what it is told meanwhile waits for it.
 */
import { useSyncExternalStore } from 'react';
import { ApiError } from '../http/api.ts';
import { loadWithRetry } from '../http/load-with-retry.ts';
import type { SessionEvent, SessionUser } from './session.machine.ts';
import { parseSession, SESSION_KEY, storedSession } from './stored-session.ts';

export interface SessionState {
  /** Whose page this is. */
  readonly user: SessionUser | undefined;
  /** Their token is no good any more: nothing is asked of the server until they have signed in again, over the page. */
  readonly isExpired: boolean;
  readonly isSigningIn: boolean;
  /** Why the last attempt to sign in failed. */
  readonly error: ApiError | undefined;
}

let now: SessionState = { user: storedSession(), isExpired: false, isSigningIn: false, error: undefined };
const listeners = new Set<() => void>();
function show(next: SessionState): void {
  now = next;
  for (const listener of listeners) listener();
}

let tell: ((event: SessionEvent) => void) | undefined;
let early: SessionEvent[] = [];
/** Resolves when the machine is there. */
let isReady = (): void => undefined;
const ready = new Promise<void>((resolve) => {
  isReady = resolve;
});
export const sessionReady = (): Promise<void> => ready;

const loading = loadWithRetry(() => import('./session-actor.ts'), {
  onLoaded: ({ startSession }) => {
    const actor = startSession(now.user);
    actor.subscribe(({ value, context }) => {
      show({
        user: context.user,
        isExpired: value !== 'signedIn' && context.user !== undefined,
        isSigningIn: value === 'signingIn',
        error: context.error,
      });
    });
    tell = (event) => actor.send(event);
    for (const event of early.splice(0)) tell(event);
    isReady();
  },
  // A login is the person's to try again; a logout stays in force.
  onFailed: () => {
    early = early.filter(({ type }) => type !== 'login');
    if (now.isSigningIn) show({ ...now, isSigningIn: false, error: new ApiError(0, 'No connection to the server') });
  },
});

export const session = {
  send(event: SessionEvent): void {
    if (tell) {
      tell(event);
      return;
    }
    early.push(event);
    if (event.type === 'login') show({ ...now, isSigningIn: true, error: undefined });
    loading.retryNow();
  },
  /** @returns what ends it */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

window.addEventListener('storage', (event) => {
  if (event.key === SESSION_KEY || event.key === null)
    session.send({ type: 'otherTab', user: parseSession(event.newValue) });
});

export const signedInUser = (): SessionUser | undefined => now.user;
/** What calls are made with; undefined while the session has lapsed. */
export const sessionToken = (): string | undefined => (now.isExpired ? undefined : now.user?.token);
const current = (): SessionState => now;
export const useSession = (): SessionState => useSyncExternalStore(session.subscribe, current, current);
export const useSessionUser = (): SessionUser | undefined =>
  useSyncExternalStore(session.subscribe, signedInUser, signedInUser);
