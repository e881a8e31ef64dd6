import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ProofAtProvider } from '../../app/proof-at-provider.tsx';
import { setSignInWays } from '../../platform/session/sign-in-ways.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { none, withTotp, FACTORS, open } from '../../testing/second-factors.ts';
import { show } from '../../testing/component.tsx';
import { mona, refusal, serve, visit } from '../../testing/screen.tsx';

const codes = ['4t7ke-90xwb', 'aaaaa-bbbbb'];

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
