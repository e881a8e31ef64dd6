/**
 * Sign-up: filling → checking → submitting → done. After the submit, typing and a second submit are ignored.
 * A failed CAPTCHA and a refusal bring the form back with their reason.
 * The CAPTCHA's work starts when the form opens; `checking` waits for the rest of it.
 */
import type { RegisterUser } from 'language/contract/bodies/users';
import type { Body } from 'language/contract/calls/call';
import { assign, fromPromise, setup } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import { isAccepted, tooShort } from '../../platform/text/password-strength.ts';
import { uuid } from '../../platform/browser.ts';
import { translate } from '../../platform/language/language.ts';

export type NewUser = Body<typeof RegisterUser>;

export type SignUpForm = Record<Exclude<keyof NewUser, 'token' | 'invitation'> | 'confirm', string>;
const emptyForm: SignUpForm = { firstName: '', lastName: '', email: '', phone: '', password: '', confirm: '' };

/** The problems that prevent a submit, by field (docs/product.md, "Sign-up"). */
export function signUpProblems({ password, confirm }: Pick<SignUpForm, 'password' | 'confirm'>): {
  password?: string;
  confirm?: string;
} {
  if (password === '') return { password: translate('signUp.passwordRequired') };
  if (!isAccepted(password)) return { password: tooShort() };
  return password === confirm ? {} : { confirm: translate('signUp.mismatch') };
}

export const signUpMachine = setup({
  types: {
    context: {} as {
      form: SignUpForm;
      /** A submit was tried: from then on the problems are shown. */
      hasTried: boolean;
      error: ApiError | undefined;
      /** One key as long as the same form is sent and no answer came. */
      idempotencyKey: string;
      /** The token of a mailed invitation. */
      invitation: string | undefined;
      /** The CAPTCHA's proof, valid for this attempt only. */
      token: string | undefined;
    },
    /** The content of a mailed invitation, which is for this e-mail. */
    input: {} as { invitation: { readonly token: string; readonly email: string } | undefined },
    events: {} as { type: 'change'; patch: Partial<SignUpForm> } | { type: 'submit' },
  },
  actors: {
    solveCaptcha: fromPromise<string | undefined>(() => Promise.reject(new Error('provided by the form'))),
    register: fromPromise<void, { user: NewUser; idempotencyKey: string }>(() =>
      Promise.reject(new Error('provided by the form')),
    ),
  },
  guards: { isComplete: ({ context }) => Object.keys(signUpProblems(context.form)).length === 0 },
}).createMachine({
  id: 'signUp',
  context: ({ input: { invitation } }) => ({
    form: { ...emptyForm, email: invitation?.email ?? '' },
    hasTried: false,
    error: undefined,
    idempotencyKey: uuid(),
    invitation: invitation?.token,
    token: undefined,
  }),
  initial: 'filling',
  states: {
    filling: {
      on: {
        change: {
          actions: assign(({ context, event }) => ({
            form: { ...context.form, ...event.patch },
            idempotencyKey: uuid(),
          })),
        },
        submit: [{ guard: 'isComplete', target: 'checking' }, { actions: assign({ hasTried: true }) }],
      },
    },
    checking: {
      entry: assign({ hasTried: true, error: undefined }),
      invoke: {
        src: 'solveCaptcha',
        onDone: { target: 'submitting', actions: assign({ token: ({ event }) => event.output }) },
        onError: { target: 'filling', actions: assign({ error: ({ event }) => ApiError.from(event.error) }) },
      },
    },
    submitting: {
      invoke: {
        src: 'register',
        input: ({
          context: {
            form: { confirm: _, ...user },
            idempotencyKey,
            invitation,
            token,
          },
        }) => ({
          user: {
            ...user,
            email: user.email.trim().toLowerCase(),
            ...(token === undefined ? {} : { token }),
            ...(invitation === undefined ? {} : { invitation }),
          },
          idempotencyKey,
        }),
        onDone: 'done',
        onError: {
          target: 'filling',
          actions: assign(({ context, event }) => {
            const error = ApiError.from(event.error);
            return { error, idempotencyKey: error.isTransient ? context.idempotencyKey : uuid() };
          }),
        },
      },
    },
    done: { type: 'final' },
  },
});
