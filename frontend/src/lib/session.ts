/** The one session of this tab: an actor outside React, kept in the browser's local storage and shared with the other tabs. */
import type { SignedIn } from 'command-api/contract/entities';
import { useSelector } from '@xstate/react';
import { createActor, fromPromise } from 'xstate';
import { createApi, endpoint } from './api.ts';
import { drafts } from './drafts.ts';
import { sessionMachine, type Credentials, type SessionUser } from './session.machine.ts';
import { forgetTradeList } from './trade-list.ts';

const KEY = 'session';
export const loginCall = endpoint<SignedIn, Credentials>()('POST', '/api/users/login');
const logoutCall = endpoint<unknown>()('POST', '/api/users/logout');

const apiWith = (token: string | undefined) => createApi({ base: location.origin, token: () => token, onSessionEnd: () => undefined });

const isSessionUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' && value !== null && ['token', '_id', 'firstName', 'lastName'].every((field) => field in value && typeof (value as Record<string, unknown>)[field] === 'string');

function parse(text: string | null): SessionUser | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isSessionUser(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
function stored(): SessionUser | undefined {
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    return undefined; // storage is closed to us: the session lives as long as the page
  }
}
function keep(user: SessionUser | undefined): void {
  try {
    if (user) localStorage.setItem(KEY, JSON.stringify(user));
    else localStorage.removeItem(KEY);
  } catch {
    // as above
  }
}

export const sessionUserOf = ({ token, _id, firstName, lastName }: SessionUser): SessionUser => ({ token, _id, firstName, lastName });

export const session = createActor(
  sessionMachine.provide({
    actors: { login: fromPromise<SessionUser, Credentials>(async ({ input, signal }) => sessionUserOf(await apiWith(undefined)(loginCall, { body: input, signal }))) },
    actions: {
      store: (_, user) => keep(user),
      forget: () => {
        keep(undefined);
        forgetTradeList();
      },
      // Whatever comes of it, this browser has forgotten the token; an unreachable server lets it lapse by itself.
      revoke: (_, token) => {
        // A session that lapses by itself leaves the drafts: they are offered when the same person is back.
        drafts.clearAll();
        void apiWith(token)(logoutCall, {}).catch(() => undefined);
      },
    },
  }),
  { input: { stored: stored() } },
).start();

session.subscribe(({ context }) => {
  if (context.user) drafts.reopen();
});

window.addEventListener('storage', (event) => {
  if (event.key === KEY || event.key === null) session.send({ type: 'otherTab', user: parse(event.newValue) });
});

export const signedInUser = (): SessionUser | undefined => session.getSnapshot().context.user;
export const useSessionUser = (): SessionUser | undefined => useSelector(session, (snapshot) => (snapshot.matches('signedIn') ? snapshot.context.user : undefined));
