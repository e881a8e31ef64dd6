/**
 * The session: restoring → signedOut ⇄ signingIn → signedIn, signedIn → expired ⇄ signingIn (docs/product.md,
 * "Sessions"). While signing in, a second attempt is ignored. A failed token signs the person out. A person who is at
 * unsaved text keeps the page (`expired`), signs in over it and continues. Otherwise the page is left, and the drafts
 * stay. A locked page is signed in; `session.ts` knows that it is locked.
 */
import type { AnsweredPasskey } from 'language/contract/bodies/second-factors';
import { assign, fromPromise, setup } from 'xstate';
import type { SecondFactorKind, SecondFactorNeeded } from 'language/contract/second-factors';
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

/** A sign-in whose password was right, and that a second factor finishes. */
export interface HalfSignIn {
  ticket: string;
  factors: readonly SecondFactorKind[];
}
/** One of them. */
export interface SecondFactorProof {
  code?: string;
  recoveryCode?: string;
  passkey?: AnsweredPasskey;
}
/** The data of a sign-in: e-mail and password, a second factor after them, or a passkey alone. */
export type SignInAttempt = Credentials | (SecondFactorProof & { ticket: string }) | { passkeyAlone: AnsweredPasskey };

export type SessionEvent =
  | ({ type: 'login' } & Credentials)
  | { type: 'secondFactor'; proof: SecondFactorProof }
  | { type: 'passkey'; answered: AnsweredPasskey }
  /** Back to e-mail and password. */
  | { type: 'startOver' }
  | { type: 'signedUp'; user: SessionUser }
  | { type: 'renamed'; firstName: string; lastName: string }
  | { type: 'logout' }
  /** Another person takes over a locked page: the session ends, the drafts stay. */
  | { type: 'leave' }
  | { type: 'tokenFailed' }
  /** The person has left the dialog over a page whose session has ended. */
  | { type: 'unattended' }
  | { type: 'otherTab'; user: SessionUser | undefined };

function attemptOf(event: SessionEvent, half: HalfSignIn | undefined): SignInAttempt {
  if (event.type === 'passkey') return { passkeyAlone: event.answered };
  if (event.type === 'secondFactor') return { ticket: half?.ticket ?? '', ...event.proof };
  return event.type === 'login'
    ? { email: event.email.trim().toLowerCase(), password: event.password }
    : { email: '', password: '' };
}

/** The refusal of a right password says what is missing. The other refusals of a sign-in leave what is known. */
function halfAfter(error: ApiError, before: HalfSignIn | undefined): HalfSignIn | undefined {
  if (error.reason === 'sign-in-expired') return undefined;
  return isHalf(error) ? { ticket: error.body.ticket, factors: error.body.factors } : before;
}
const isHalf = (error: ApiError): error is ApiError & { body: SecondFactorNeeded } =>
  error.reason === 'second-factor-needed';

const sessionSetup = setup({
  types: {
    input: {} as { stored: SessionUser | undefined },
    context: {} as {
      user: SessionUser | undefined;
      error: ApiError | undefined;
      half: HalfSignIn | undefined;
    },
    events: {} as SessionEvent,
  },
  actors: {
    login: fromPromise<SessionUser, SignInAttempt>(() => Promise.reject(new Error('provided by session-actor.ts'))),
  },
  actions: {
    fail: assign(({ context }, error: ApiError) => {
      const half = halfAfter(error, context.half);
      // The missing factor is a step and no failure.
      return { half, error: error.reason === 'second-factor-needed' ? undefined : error };
    }),
    store: (_, _user: SessionUser | undefined) => undefined,
    /** Removes the session from the browser's storage, unless another tab has stored a newer one. */
    forget: (_, _user: SessionUser | undefined) => undefined,
    /** Leaves unsaved text to its drafts: no question holds the page. */
    leaveText: () => undefined,
    /** Asks the server to end the session. */
    endOnServer: (_, _user: SessionUser | undefined) => undefined,
    /** The same, and removes the drafts of the person. */
    revoke: (_, _user: SessionUser | undefined) => undefined,
  },
  guards: {
    hasUser: ({ context }) => context.user !== undefined,
    /** There is unsaved text, and its person is at the page. */
    isAtUnsavedText: () => false,
  },
});

/** The ways from a page that is not signed in. */
const signingInFrom = {
  login: { target: 'signingIn', actions: sessionSetup.assign({ error: undefined, half: undefined }) },
  secondFactor: { target: 'signingIn', actions: sessionSetup.assign({ error: undefined }) },
  passkey: { target: 'signingIn', actions: sessionSetup.assign({ error: undefined }) },
  startOver: { actions: sessionSetup.assign({ error: undefined, half: undefined }) },
} as const;

export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({ user: input.stored, error: undefined, half: undefined }),
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
    signedOut: { on: signingInFrom },
    signingIn: {
      invoke: {
        src: 'login',
        input: ({ event, context }) => attemptOf(event, context.half),
        onDone: {
          target: 'signedIn',
          actions: [
            assign({ user: ({ event }) => event.output, half: undefined }),
            { type: 'store', params: ({ event }) => event.output },
          ],
        },
        onError: [
          {
            guard: 'hasUser',
            target: 'expired',
            actions: { type: 'fail', params: ({ event }) => ApiError.from(event.error) },
          },
          { target: 'signedOut', actions: { type: 'fail', params: ({ event }) => ApiError.from(event.error) } },
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
            assign({ user: undefined, error: undefined, half: undefined }),
          ],
        },
        leave: {
          target: 'signedOut',
          actions: [
            { type: 'endOnServer', params: ({ context }) => context.user },
            { type: 'forget', params: ({ context }) => context.user },
            assign({ user: undefined, error: undefined }),
          ],
        },
        tokenFailed: [
          {
            guard: 'isAtUnsavedText',
            target: 'expired',
            actions: [{ type: 'forget', params: ({ context }) => context.user }, assign({ error: undefined })],
          },
          {
            target: 'signedOut',
            actions: [
              'leaveText',
              { type: 'forget', params: ({ context }) => context.user },
              assign({ user: undefined, error: undefined, half: undefined }),
            ],
          },
        ],
      },
    },
    /** The session has ended. The page still belongs to the person; the browser's storage does not name them. */
    expired: {
      on: {
        ...signingInFrom,
        // The person who leaves may be another one, so the drafts of the first person stay.
        logout: { target: 'signedOut', actions: assign({ user: undefined, error: undefined, half: undefined }) },
        unattended: {
          target: 'signedOut',
          actions: ['leaveText', assign({ user: undefined, error: undefined, half: undefined })],
        },
      },
    },
  },
});
