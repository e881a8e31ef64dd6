import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/component.tsx';
import { refusal, serve } from '../../testing/screen.tsx';
import { RequestLinkForm } from './password-forms.tsx';
import { SignInForm } from './sign-in-form.tsx';

const REFUSED = 'Too many attempts: a short calculation by your browser lets you pass, or try again in 15 minutes';
const PROVING = /we check that this is not an automatic program/;

test.each([
  ['log in', <SignInForm key="in" />, /Too many sign-ins have failed/],
  ['ask for a link', <RequestLinkForm key="ask" />, /Too many links were asked for/],
])(
  'who wants to %s past the limits is told of the calculation, and of the refusal if it fails',
  async (_, form, why) => {
    let fail = (): void => undefined;
    const sent = serve({
      'POST /api/users/login': () =>
        refusal(429, { code: 'tooMany', reason: 'proof-lets-pass', message: REFUSED, values: { minutes: 15 } }),
      'GET /api/config/captcha': () =>
        new Promise<Response>((resolve) => {
          fail = () => resolve(refusal(503, { code: 'unavailable', message: 'Away' }));
        }),
    });
    const { user } = show(form);
    await user.type(screen.getByLabelText(/Email/), 'mona@hospital.example');
    const password = screen.queryByLabelText(/Password/);
    if (password) await user.type(password, 'secret-1');
    expect(screen.queryByText(PROVING)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button'));
    expect(await screen.findByText(why)).toHaveTextContent(PROVING);
    expect(screen.getByRole('button')).toHaveTextContent('Calculating…');
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ search: { for: 'signIn' } }));
    fail();
    expect(await screen.findByText(REFUSED)).toBeInTheDocument();
    expect(screen.queryByText(PROVING)).not.toBeInTheDocument();
  },
);
