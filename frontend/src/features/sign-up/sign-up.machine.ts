/** Sign-up: filling → submitting → done. While submitting, typing and a second submit are ignored; a refusal brings the form back with its reasons. */
import { assign, fromPromise, setup } from 'xstate';
import { ApiError } from '../../lib/api.ts';
import { uuid } from '../../lib/uuid.ts';
import type { NewUser } from './api.ts';
import { signUpText } from './messages.ts';
import { isAccepted, strengthRules } from './password-strength.ts';

export interface SignUpForm extends NewUser { confirm: string }
const blank: SignUpForm = { firstName: '', lastName: '', email: '', phone: '', password: '', confirm: '' };

/** What stands in the way of submitting, by field (specification §5). */
export function problemsOf({ password, confirm }: Pick<SignUpForm, 'password' | 'confirm'>): { password?: string; confirm?: string } {
  if (password === '') return { password: signUpText.passwordRequired };
  if (!isAccepted(password)) return { password: strengthRules.find((rule) => rule.id === 'length')?.missing ?? '' };
  return password === confirm ? {} : { confirm: signUpText.mismatch };
}

export const signUpMachine = setup({
  types: {
    context: {} as {
      form: SignUpForm;
      /** A submit was tried: from then on the problems are shown. */
      tried: boolean;
      error: ApiError | undefined;
      /** One key as long as the same form is sent and no answer came. */
      intention: string;
    },
    events: {} as { type: 'change'; patch: Partial<SignUpForm> } | { type: 'submit' },
  },
  actors: { register: fromPromise<void, { user: NewUser; intention: string }>(() => Promise.reject(new Error('provided by the form'))) },
  guards: { isComplete: ({ context }) => Object.keys(problemsOf(context.form)).length === 0 },
}).createMachine({
  id: 'signUp',
  context: () => ({ form: blank, tried: false, error: undefined, intention: uuid() }),
  initial: 'filling',
  states: {
    filling: {
      on: {
        change: { actions: assign(({ context, event }) => ({ form: { ...context.form, ...event.patch }, intention: uuid() })) },
        submit: [{ guard: 'isComplete', target: 'submitting' }, { actions: assign({ tried: true }) }],
      },
    },
    submitting: {
      entry: assign({ tried: true, error: undefined }),
      invoke: {
        src: 'register',
        input: ({ context: { form: { confirm: _, ...user }, intention } }) => ({ user: { ...user, email: user.email.trim().toLowerCase() }, intention }),
        onDone: 'done',
        onError: {
          target: 'filling',
          actions: assign(({ context, event }) => {
            const error = ApiError.from(event.error);
            return { error, intention: error.passing ? context.intention : uuid() };
          }),
        },
      },
    },
    done: { type: 'final' },
  },
});
