/**
 * The session: restoring → signedOut ⇄ signingIn → signedIn, signedIn → expired ⇄ signingIn (docs/product.md,
 * "Sessions"). While signing in, a second attempt is ignored. A failed token signs the person out. A person with
 * unsaved text keeps the page (`expired`), signs in over it and continues.
 */
import { assign, fromPromise, setup } from 'xstate';
import { ApiError } from '../http/api.ts';
import type { SessionProof } from '../http/session-proof.ts';

/** Stored in the browser between visits: what calls and the greeting need, and no more. */
export type SessionUser = SessionProof & {
  _id: string;
  firstName: string;
  lastName: string;
};
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

const credentialsOf = (event: SessionEvent): Credentials =>
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
    /** Removes the session from the browser's storage, unless another tab has stored a newer one. */
    forget: (_, _user: SessionUser | undefined) => undefined,
    /** Asks the server to end the session. */
    revoke: (_, _user: SessionUser | undefined) => undefined,
  },
  guards: {
    hasUser: ({ context }) => context.user !== undefined,
    /** A sign-out would discard unsaved text. */
    hasUnsavedText: () => false,
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
        input: ({ event }) => credentialsOf(event),
        onDone: {
          target: 'signedIn',
          actions: [
            assign({ user: ({ event }) => event.output }),
            { type: 'store', params: ({ event }) => event.output },
          ],
        },
        onError: [
          {
            guard: 'hasUser',
            target: 'expired',
            actions: assign({ error: ({ event }) => ApiError.from(event.error) }),
          },
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
            { type: 'revoke', params: ({ context }) => context.user },
            { type: 'forget', params: ({ context }) => context.user },
            assign({ user: undefined, error: undefined }),
          ],
        },
        tokenFailed: [
          {
            guard: 'hasUnsavedText',
            target: 'expired',
            actions: [{ type: 'forget', params: ({ context }) => context.user }, assign({ error: undefined })],
          },
          {
            target: 'signedOut',
            actions: [
              { type: 'forget', params: ({ context }) => context.user },
              assign({ user: undefined, error: undefined }),
            ],
          },
        ],
      },
    },
    /** The session has ended. The page still belongs to the person; the browser's storage does not name them. */
    expired: {
      on: {
        login: { target: 'signingIn', actions: assign({ error: undefined }) },
        // The person who leaves may be another one, so the drafts of the first person stay.
        logout: { target: 'signedOut', actions: assign({ user: undefined, error: undefined }) },
      },
    },
  },
});
