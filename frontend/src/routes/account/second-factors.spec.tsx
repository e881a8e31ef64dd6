import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { SecondFactorList } from 'command-api/contract/second-factors';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ProofAtProvider } from '../../app/proof-at-provider.tsx';
import { answerProof } from '../../platform/session/proof-request.ts';
import { setSignInWays } from '../../platform/session/sign-in-ways.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { show } from '../../testing/component.tsx';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../../app/proof-dialog.tsx';
import '../../components/dialogs/confirm-dialog.tsx';
import './landing.tsx';
import './security.tsx';

const none: SecondFactorList = { totp: null, passkeys: [], recoveryCodes: 0, passkeysWork: false };
const times = { addedAt: '2026-03-02T08:00:00.000Z', usedAt: '2026-03-02T09:00:00.000Z' };
const withTotp: SecondFactorList = { ...none, totp: times, recoveryCodes: 10 };
const codes = ['4t7ke-90xwb', 'aaaaa-bbbbb'];
const FACTORS = '/api/users/me/second-factors';

function open(first: SecondFactorList, replies: Parameters<typeof serve>[0] = {}, search = '') {
  const sent = serve({ [`GET ${FACTORS}`]: first, 'GET /api/users/me/sessions': [], ...replies });
  return { sent, ...visit(`/profile/security${search}`, { as: mona }) };
}

test('an authenticator app is set up with a QR code, a secret as text and its first code', async () => {
  const { user, sent } = open(none, {
    [`POST ${FACTORS}/totp`]: { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' },
    [`POST ${FACTORS}/totp/confirm`]: ({ body }) =>
      (body as { code: string }).code === '123456'
        ? { ...withTotp, newRecoveryCodes: codes }
        : refusal(400, {
            message: 'This code is wrong',
            code: 'invalid',
            fields: { code: 'This code is wrong' },
          }),
  });
  await user.click(await screen.findByRole('button', { name: 'Set up an app' }));
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
  expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeVisible();
  const field = screen.getByLabelText(/^Code/);
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await user.type(field, '000000');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('This code is wrong')).toBeVisible();
  await user.clear(field);
  await user.type(field, '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));

  const shown = await screen.findByRole('region', { name: 'Your recovery codes' });
  for (const code of codes) expect(within(shown).getByText(code)).toBeVisible();
  expect(screen.getByText('10 are left')).toBeVisible();
  await user.click(within(shown).getByRole('button', { name: 'I have kept them' }));
  await waitFor(() => expect(screen.queryByText(codes[0] ?? '')).toBeNull());
  expect(sent.filter(({ call }) => call.endsWith('/confirm'))).toHaveLength(2);
});

test('who comes from a team that requires a second factor is told why, and goes back with one', async () => {
  const first = open(none, {}, '?returnFrom=%2Fteam%2Ft1');
  expect(await screen.findByText(/requires a second factor\. Set one up here/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Back to the team' })).toBeNull();
  first.unmount();
  open(withTotp, {}, '?returnFrom=%2Fteam%2Ft1');
  expect(await screen.findByRole('link', { name: 'Back to the team' })).toHaveAttribute('href', '/team/t1');
});

test('where passkeys are off, a sentence says why', async () => {
  open(none);
  expect(await screen.findByText(/Passkeys need an https address/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

test('at another address than PUBLIC_URL a sentence says where passkeys work', async () => {
  setSignInWays({ localAccounts: true, singleSignOn: undefined, publicUrl: 'https://pharmacy.hospital.test' });
  onTestFinished(() => setSignInWays({ localAccounts: true, singleSignOn: undefined }));
  open({ ...none, passkeysWork: true });
  expect(await screen.findByText(/Passkeys work at https:\/\/pharmacy\.hospital\.test only/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

test("what the browser says of an address is told in the page's words", async () => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  const raw = new DOMException('The RP ID "localhost" is invalid for this domain', 'SecurityError');
  vi.stubGlobal('navigator', { ...navigator, credentials: { create: () => Promise.reject(raw) } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const challenge = {
    ticket: 'the ticket',
    options: {
      challenge: 'AAAA',
      rp: { id: 'localhost', name: 'Clinical Pharmacy' },
      user: { id: 'AAAA', name: 'mona@demo.test', displayName: 'Mona' },
      pubKeyCredParams: [],
    },
  };
  const { user } = open({ ...none, passkeysWork: true }, { [`POST ${FACTORS}/passkeys/options`]: challenge });
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await user.click(screen.getByRole('button', { name: 'Add a passkey' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The browser refused the passkey at this address');
  expect(screen.queryByText(/RP ID/)).toBeNull();
});

test('the last factor is removed after a question that says what it means', async () => {
  const { user, sent } = open(withTotp, { [`DELETE ${FACTORS}/totp`]: none });
  await user.click(await screen.findByRole('button', { name: 'Remove the authenticator app' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent(/your password alone signs in/);
  await user.click(within(question).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('button', { name: 'Set up an app' })).toBeVisible();
  expect(sent.map(({ call }) => call)).toContain(`DELETE ${FACTORS}/totp`);
});

test('a read that began before a removal does not bring the factor back', async () => {
  let answerRead = (_list: SecondFactorList): void => undefined;
  const { user, sent } = open(withTotp, {
    [`GET ${FACTORS}`]: () => new Promise<SecondFactorList>((resolve) => (answerRead = resolve)),
    [`DELETE ${FACTORS}/totp`]: none,
  });
  await waitFor(() => expect(sent.map(({ call }) => call)).toContain(`GET ${FACTORS}`));
  act(() => void queryClient.setQueryData(queryKeys.secondFactors, withTotp));
  await user.click(await screen.findByRole('button', { name: 'Remove the authenticator app' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('button', { name: 'Set up an app' })).toBeVisible();
  answerRead(withTotp);
  await waitFor(() => expect(queryClient.isFetching({ queryKey: queryKeys.secondFactors })).toBe(0));
  expect(screen.getByRole('button', { name: 'Set up an app' })).toBeVisible();
});

test('a call that needs a fresh proof asks in a dialog and goes on, as the same command', async () => {
  let isProved = false;
  const { user, sent } = open(withTotp, {
    [`POST ${FACTORS}/recovery-codes`]: () =>
      isProved
        ? { ...withTotp, newRecoveryCodes: codes }
        : refusal(403, { message: 'Please confirm that it is you', code: 'forbidden', reason: 'proof-needed' }),
    'POST /api/users/me/proof': ({ body }) => {
      if ((body as { password?: string }).password !== 'right')
        return refusal(400, { message: 'No', code: 'invalid', fields: { password: 'This is not your password' } });
      isProved = true;
      return { provenUntil: '2026-03-02T09:10:00.000Z' };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Make new codes' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make new codes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Please confirm that it is you' });
  await user.click(await within(dialog).findByRole('button', { name: 'Use your password' }));
  const password = within(dialog).getByLabelText(/^Password/);
  await user.type(password, 'wrong');
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  expect(await within(dialog).findByText('This is not your password')).toBeVisible();
  await user.clear(password);
  await user.type(password, 'right');
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));

  expect(await screen.findByText(codes[0] ?? '')).toBeVisible();
  const [first, second] = sent.filter(({ call }) => call.endsWith('/recovery-codes'));
  expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
});

test('a person who would rather not prove it gets the refusal', async () => {
  const { user } = open(withTotp, {
    [`POST ${FACTORS}/recovery-codes`]: refusal(403, {
      message: 'Please confirm that it is you',
      code: 'forbidden',
      reason: 'proof-needed',
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Make new codes' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make new codes' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Please confirm that it is you');
});

test('a second factor that the limits refuse says that the browser calculates', async () => {
  const needed = { code: 'unauthorized', reason: 'second-factor-needed', ticket: 'the ticket', factors: ['totp'] };
  const message = 'Too many attempts: a short calculation by your browser lets you pass';
  let fail = (): void => undefined;
  const sent = serve({
    'POST /api/users/login': new Response(JSON.stringify({ message: 'Please confirm', ...needed }), { status: 401 }),
    'POST /api/users/login/second-factor': () =>
      refusal(429, { message, code: 'tooMany', reason: 'proof-lets-pass', values: { minutes: 15 } }),
    'GET /api/config/captcha': () =>
      new Promise<Response>((resolve) => {
        fail = () => resolve(refusal(503, { code: 'unavailable', message: 'Away' }));
      }),
  });
  const { user } = visit('/');
  await user.type(await screen.findByLabelText(/^Email/), 'mona@demo.test');
  await user.type(screen.getByLabelText(/^Password/), 'secret');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await user.type(await screen.findByLabelText(/^Code/), '123456');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText(/Your browser shows by a calculation/)).toBeInTheDocument();
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ search: { for: 'signIn' } }));
  fail();
  expect(await screen.findByRole('alert')).toHaveTextContent('a short calculation by your browser');
  await user.click(screen.getByRole('button', { name: 'Back' }));
});

test('signing in asks for the second factor after the password', async () => {
  const sent = serve({
    'POST /api/users/login': new Response(
      JSON.stringify({
        message: 'Please confirm with your second factor',
        code: 'unauthorized',
        reason: 'second-factor-needed',
        ticket: 'the ticket',
        factors: ['totp', 'recoveryCode'],
      }),
      { status: 401 },
    ),
    'POST /api/users/login/second-factor': { ...mona, stream: 'user-u1', revision: 1 },
    'GET /api/teams': [],
  });
  const { user } = visit('/');
  await user.type(await screen.findByLabelText(/^Email/), 'mona@demo.test');
  await user.type(screen.getByLabelText(/^Password/), 'secret');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  const code = await screen.findByLabelText(/^Code/);
  expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await user.type(screen.getByLabelText(/^Recovery code/), '٤t٧ke-٩٠xwb');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() =>
    expect(sent.find(({ call }) => call.endsWith('/second-factor'))?.body).toEqual({
      ticket: 'the ticket',
      recoveryCode: codes[0],
    }),
  );
  await waitFor(() => expect(localStorage).not.toHaveLength(0));
  localStorage.clear();
});

test('a person who signed in at the provider is led there to sign in again, and has no password to type', async () => {
  setSignInWays({ localAccounts: true, singleSignOn: { name: 'El Salam' } });
  // Else the dialog is open in the next test.
  onTestFinished(() => answerProof(false));
  onTestFinished(() => setSignInWays({ localAccounts: true, singleSignOn: undefined }));
  const needed = { message: 'Please confirm that it is you', code: 'forbidden', reason: 'proof-needed' } as const;
  const { user } = open(withTotp, {
    [`POST ${FACTORS}/recovery-codes`]: refusal(403, needed),
    'GET /api/users/me/sessions': [{ _id: 's1', method: 'singleSignOn', isCurrent: true }],
  });
  await user.click(await screen.findByRole('button', { name: 'Make new codes' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make new codes' }));
  const dialog = await screen.findByRole('dialog', { name: 'Please confirm that it is you' });
  expect(await within(dialog).findByRole('button', { name: 'Sign in again: El Salam' })).toBeEnabled();
  expect(within(dialog).queryByRole('button', { name: 'Use your password' })).toBeNull();
  expect(within(dialog).getByLabelText(/^Code/)).toBeVisible();
});

test('the way to the provider makes it ask again, and leads back to this page', async () => {
  history.replaceState(null, '', '/patientlist/t1?page=2');
  onTestFinished(() => history.replaceState(null, '', '/'));
  const sent = serve({ 'GET /api/users/oidc/start': { url: 'https://login.example/auth' } });
  const left: string[] = [];
  const { user } = show(
    <QueryClientProvider client={queryClient}>
      <ProofAtProvider name="El Salam" isPrimary leave={(address) => left.push(address)} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Sign in again: El Salam' }));
  await waitFor(() => expect(left).toEqual(['https://login.example/auth']));
  expect(sent).toMatchObject([{ search: { returnFrom: '/patientlist/t1?page=2', prompt: 'login' } }]);
});
