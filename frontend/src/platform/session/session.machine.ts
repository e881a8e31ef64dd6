/**
 * Who is signed in: restoring → signedOut ⇄ signingIn → signedIn (specification §4), signedIn → lapsed ⇄ signingIn.
 * While signing in, a second attempt is ignored. A token that fails signs out from anywhere; whoever is in the middle
 * of writing then signs in over the page and goes on.
 */
import { assign, fromPromise, setup } from 'xstate';
import { ApiError } from '../http/api.ts';

/** What is kept in the browser between visits: enough to call and to greet, nothing more. */
export interface SessionUser {
  token: string;
  _id: string;
  firstName: string;
  lastName: string;
}
export interface Credentials {
  email: string;
  password: string;
}

export type SessionEvent =
  | ({ type: 'login' } & Credentials)
  | { type: 'signedUp'; user: SessionUser }
  | { type: 'renamed'; firstName: string; lastName: string }
  | { type: 'logout' }
  | { type: 'tokenFailed' }
  | { type: 'otherTab'; user: SessionUser | undefined };

const typed = (event: SessionEvent): Credentials =>
  event.type === 'login'
    ? { email: event.email.trim().toLowerCase(), password: event.password }
    : { email: '', password: '' };

export const sessionMachine = setup({
  types: {
    input: {} as { stored: SessionUser | undefined },
    context: {} as { user: SessionUser | undefined; error: ApiError | undefined },
    events: {} as SessionEvent,
  },
  actors: {
    login: fromPromise<SessionUser, Credentials>(() => Promise.reject(new Error('provided by session-actor.ts'))),
  },
  actions: {
    store: (_, _user: SessionUser | undefined) => undefined,
    forget: () => undefined,
    /** Tells the server that the token is done with. */
    revoke: (_, _token: string) => undefined,
  },
  guards: {
    hasUser: ({ context }) => context.user !== undefined,
    /** Something would be lost with the page. */
    isWriting: () => false,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ user: input.stored, error: undefined }),
  initial: 'restoring',
  on: {
    otherTab: [
      {
        guard: ({ event }) => event.user !== undefined,
        target: '.signedIn',
        actions: assign({ user: ({ event }) => event.user, error: undefined }),
      },
      { target: '.signedOut', actions: assign({ user: undefined }) },
    ],
    signedUp: {
      target: '.signedIn',
      actions: [
        assign({ user: ({ event }) => event.user, error: undefined }),
        { type: 'store', params: ({ event }) => event.user },
      ],
    },
  },
  states: {
    restoring: { always: [{ guard: 'hasUser', target: 'signedIn' }, { target: 'signedOut' }] },
    signedOut: { on: { login: { target: 'signingIn', actions: assign({ error: undefined }) } } },
    signingIn: {
      invoke: {
        src: 'login',
        input: ({ event }) => typed(event),
        onDone: {
          target: 'signedIn',
          actions: [
            assign({ user: ({ event }) => event.output }),
            { type: 'store', params: ({ event }) => event.output },
          ],
        },
        onError: [
          { guard: 'hasUser', target: 'lapsed', actions: assign({ error: ({ event }) => ApiError.from(event.error) }) },
          { target: 'signedOut', actions: assign({ error: ({ event }) => ApiError.from(event.error) }) },
        ],
      },
    },
    signedIn: {
      on: {
        renamed: {
          actions: [
            assign(({ context: { user }, event: { firstName, lastName } }) =>
              user ? { user: { ...user, firstName, lastName } } : {},
            ),
            { type: 'store', params: ({ context }) => context.user },
          ],
        },
        logout: {
          target: 'signedOut',
          actions: [
            { type: 'revoke', params: ({ context }) => context.user?.token ?? '' },
            'forget',
            assign({ user: undefined, error: undefined }),
          ],
        },
        tokenFailed: [
          { guard: 'isWriting', target: 'lapsed', actions: ['forget', assign({ error: undefined })] },
          { target: 'signedOut', actions: ['forget', assign({ user: undefined, error: undefined })] },
        ],
      },
    },
    /** Signed out, and whose page it is is still known: in this page alone, nothing is kept in the browser. */
    lapsed: {
      on: {
        login: { target: 'signingIn', actions: assign({ error: undefined }) },
        // Whoever leaves may be somebody else: what the first one typed stays kept for them.
        logout: { target: 'signedOut', actions: assign({ user: undefined, error: undefined }) },
      },
    },
  },
});
