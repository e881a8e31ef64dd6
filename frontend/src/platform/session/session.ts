/**
 * The session of this tab, shared with the other tabs. The signed-in person is known at once. The machine is loaded
 * after the first paint because XState weighs 15 KB; events that are sent before are queued.
 */
import { ApiError } from '../http/api.ts';
import { loadWithRetry } from '../http/retry.ts';
import { keyOfProof, type SessionProof } from '../http/session-proof.ts';
import type { HalfSignIn, SessionEvent, SessionUser } from './session.machine.ts';
import { createStore, useStore } from 'zustand';
import { LOCK_KEY, parseSession, SESSION_KEY, storedLock, storedSession, storeLock } from './stored-session.ts';
import { translate } from '../language/language.ts';

export interface SessionState {
  /** The person to whom the page belongs. */
  readonly user: SessionUser | undefined;
  /** The session has ended: no call is sent until the person has signed in again over the page. */
  readonly isExpired: boolean;
  /** The person has locked the page, in any tab: nothing is shown and nothing is sent until they unlock it. */
  readonly isLocked: boolean;
  readonly isSigningIn: boolean;
  /** The failure of the last attempt to sign in. */
  readonly error: ApiError | undefined;
  /** The password was right; a second factor is missing. */
  readonly half: HalfSignIn | undefined;
}

/** Locked by an earlier page, or by another tab. */
const isStoredAsLocked = (user: SessionUser | undefined): boolean => user !== undefined && storedLock() === user._id;

const store = createStore<SessionState>(() => ({
  user: storedSession(),
  isExpired: false,
  isLocked: isStoredAsLocked(storedSession()),
  isSigningIn: false,
  error: undefined,
  half: undefined,
}));

let sendToMachine: ((event: SessionEvent) => void) | undefined;
let queuedEvents: SessionEvent[] = [];
let resolveReady = (): void => undefined;
const ready = new Promise<void>((resolve) => {
  resolveReady = resolve;
});
/** Resolves when the machine is loaded. */
export const sessionReady = (): Promise<void> => ready;

const loading = loadWithRetry(() => import('./session-actor.ts'), {
  onLoaded: ({ startSession }) => {
    const actor = startSession(store.getState().user);
    actor.subscribe(({ value, context }) => {
      const { user: before, isLocked } = store.getState();
      // A new sign-in is a new session, which is not locked.
      const isSameSession = before && context.user && keyOfProof(before) === keyOfProof(context.user);
      store.setState(
        {
          user: context.user,
          isExpired: value !== 'signedIn' && context.user !== undefined,
          isLocked: isLocked && isSameSession === true,
          isSigningIn: value === 'signingIn',
          error: context.error,
          half: context.half,
        },
        true,
      );
    });
    sendToMachine = (event) => actor.send(event);
    for (const event of queuedEvents.splice(0)) sendToMachine(event);
    resolveReady();
  },
  // A login fails and the person may repeat it. A logout stays queued.
  onFailed: () => {
    queuedEvents = queuedEvents.filter(({ type }) => type !== 'login');
    const state = store.getState();
    if (state.isSigningIn)
      store.setState({ ...state, isSigningIn: false, error: new ApiError(0, translate('http.noConnection')) }, true);
  },
});

export const session = {
  send(event: SessionEvent): void {
    if (sendToMachine) {
      sendToMachine(event);
      return;
    }
    queuedEvents.push(event);
    if (event.type === 'login') store.setState({ ...store.getState(), isSigningIn: true, error: undefined }, true);
    loading.retryNow();
  },
  subscribe: store.subscribe,
};

window.addEventListener('storage', (event) => {
  if (event.key === SESSION_KEY || event.key === null)
    session.send({ type: 'otherTab', user: parseSession(event.newValue) });
  // Another tab's unlocking is not believed: the lock screen asks the server.
  if (event.key === LOCK_KEY && isStoredAsLocked(signedInUser())) lockSession();
});

/** Locks this tab and the others. The lock screen locks the session on the server. */
export function lockSession(): void {
  const { user, isLocked } = store.getState();
  if (!user || isLocked) return;
  storeLock(user._id);
  store.setState({ ...store.getState(), isLocked: true }, true);
}
/** After the server has unlocked it. */
export function sessionUnlocked(): void {
  storeLock(undefined);
  store.setState({ ...store.getState(), isLocked: false }, true);
}
export const isSessionLocked = (): boolean => store.getState().isLocked;

export const signedInUser = (): SessionUser | undefined => store.getState().user;
/**
 * The proof that calls show; undefined while the session is expired. The server refuses the calls
 * of a locked session.
 */
export const sessionProof = (): SessionProof | undefined =>
  store.getState().isExpired ? undefined : store.getState().user;
/** Tells this sign-in from the next one; undefined while the session is expired or locked: nothing runs on. */
export function sessionKey(): string | undefined {
  const proof = isSessionLocked() ? undefined : sessionProof();
  return proof && keyOfProof(proof);
}
export const useSession = (): SessionState => useStore(store);
export const useSessionUser = (): SessionUser | undefined => useStore(store, ({ user }) => user);
