import { act, screen, waitFor, within } from '@testing-library/react';
import type { OwnProfile, Recommendation } from 'command-api/contract/profiles';
import { expect, onTestFinished, test } from 'vitest';
import { languages } from 'virtual:languages';
import { chosenLanguage, currentLanguage, showLanguage } from '../../platform/language/language.ts';
import { signedInUser } from '../../platform/session/session.ts';
import { mona, refusal, serve, visit, type Sent } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';

const recommendation = (_id: string, recommenderName: string, isAccepted: boolean): Recommendation => ({
  _id,
  user: 'u1',
  recommender: `by-${_id}`,
  recommenderName,
  recommendation: `<p>Careful work, says ${recommenderName}</p>`,
  isAccepted,
  version: 3,
});
const profile: OwnProfile = {
  _id: 'u1',
  firstName: 'Mona',
  lastName: 'Farouk',
  email: 'mona@demo.test',
  phone: '01001234501',
  title: 'Clinical Pharmacist',
  about: '<p>ICU since 2019</p>',
  start: '2026-01-05',
  reviews: 120,
  patients: 34,
  emailVerified: true,
  isAdminAccount: false,
  version: 7,
  recommendations: [recommendation('r1', 'Omar Shaker', true), recommendation('r2', 'Hany Gerges', false)],
};
const account = {
  _id: 'u1',
  email: profile.email,
  emailVerified: true,
  isAdminAccount: false,
  start: profile.start,
  stream: 'user-u1',
  revision: 9,
  version: 9,
};
const edits = (sent: Sent[]) => sent.filter(({ call }) => call === 'PUT /api/users/u1/edit');

async function open(replies: Parameters<typeof serve>[0] = {}) {
  const sent = serve({ 'GET /api/users/u1/userDetails': profile, ...replies });
  const shown = visit('/profile', { as: mona });
  await screen.findByRole('form', { name: 'Your details' });
  return { sent, ...shown };
}

test('an unconfirmed e-mail address has a notice with the link to confirm it; a confirmed one has none', async () => {
  const first = await open();
  expect(screen.queryByRole('link', { name: 'Confirm it' })).not.toBeInTheDocument();
  first.unmount();
  await open({ 'GET /api/users/u1/userDetails': { ...profile, emailVerified: false } });
  expect(screen.getByRole('link', { name: 'Confirm it' })).toHaveAttribute('href', '/confirm-email');
});

test('the own profile has the first day, the counts and the address of the public profile', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Mona Farouk');
  expect(screen.getByText(reads('Start reviewing 2026-01-05'))).toBeInTheDocument();
  expect(screen.getByText('34')).toBeInTheDocument();
  expect(screen.getByText('120')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '/user/u1' })).toHaveAttribute('href', '/user/u1');
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
  expect(screen.getByRole('button', { name: 'Update Details' })).toBeDisabled();
});

/** As another test finds it. */
function forgetLanguageAfterwards(): void {
  onTestFinished(async () => {
    document.cookie = 'language=; Path=/; Max-Age=0';
    await act(() => showLanguage(chosenLanguage(languages[0])));
  });
}

test('a language is kept on the device and at the account, with its digits, and what is typed stays', async () => {
  forgetLanguageAfterwards();
  const { sent, user } = await open({ 'PUT /api/users/me/language': ({ body }) => body as object });
  await user.type(screen.getByLabelText('Title'), ' of the ICU');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'العربية');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'الأرقام' }), 'arab');
  const chosen = () => sent.filter(({ call }) => call === 'PUT /api/users/me/language').map(({ body }) => body);
  await waitFor(() =>
    expect(chosen()).toEqual([
      { code: 'ar', digits: 'latn' },
      { code: 'ar', digits: 'arab' },
    ]),
  );
  expect(document.cookie).toContain('language=ar-u-nu-arab');
  expect(screen.getByDisplayValue('Clinical Pharmacist of the ICU')).toBeInTheDocument();
});

test('of two choices in quick succession the account keeps the last, also where the first takes longer', async () => {
  forgetLanguageAfterwards();
  let answerFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => (answerFirst = resolve));
  let kept: unknown;
  const { sent, user } = await open({
    'PUT /api/users/me/language': async ({ body }) => {
      if ((body as { code: string }).code === 'ar') await first;
      kept = body;
      return body as object;
    },
  });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'العربية');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'اللغة' }), 'English');
  await screen.findByRole('combobox', { name: 'Language' });
  answerFirst();
  await waitFor(() =>
    expect(sent.filter(({ call }) => call === 'PUT /api/users/me/language').map(({ body }) => body)).toEqual([
      { code: 'ar', digits: 'latn' },
      { code: 'en', digits: 'latn' },
    ]),
  );
  await waitFor(() => expect(kept).toEqual({ code: 'en', digits: 'latn' }));
});

test('where the account cannot keep it, the page has the language and says so', async () => {
  forgetLanguageAfterwards();
  const { user } = await open({
    'PUT /api/users/me/language': () => refusal(503, { message: 'x', code: 'unavailable' }),
  });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'العربية');
  expect(await screen.findByText(/تعذر حفظها في الحساب/)).toBeInTheDocument();
  expect(currentLanguage().language.code).toBe('ar');
});

test('only changed fields are sent, with the shown version, and the heading has the new name', async () => {
  const { sent, user } = await open({
    'PUT /api/users/u1/edit': ({ body }) => ({ ...profile, ...(body as object), ...account }),
  });
  const last = screen.getByLabelText(/Last name/);
  await user.clear(last);
  await user.type(last, 'Adel');
  await user.click(screen.getByRole('button', { name: 'Update Details' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Mona Adel'));
  expect(edits(sent).map(({ body, headers }) => [body, headers['if-match']])).toEqual([[{ lastName: 'Adel' }, '7']]);
  expect(signedInUser()?.lastName).toBe('Adel');
  expect(screen.getByRole('button', { name: 'Update Details' })).toBeDisabled();
});

test('a strong enough new password needs a confirmation, and a different one is not sent', async () => {
  const { sent, user } = await open();
  await user.type(screen.getByLabelText('New password'), 'abcde');
  expect(screen.queryByLabelText('Confirm new password*')).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('New password'), 'F1');
  await user.type(screen.getByLabelText('Confirm new password*'), 'abcdeF2');
  expect(screen.getByText('Passwords not matched')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Current password*'), 'demo-pass-1');
  await user.click(screen.getByRole('button', { name: 'Update Details' }));
  expect(edits(sent)).toEqual([]);
});

test('a new password is sent with the current one; a wrong one is shown at its field', async () => {
  const { sent, user } = await open({
    'PUT /api/users/u1/edit': () =>
      refusal(400, {
        message: 'This is not your current password',
        code: 'invalid',
        fields: { currentPassword: 'This is not your current password' },
      }),
  });
  await user.type(screen.getByLabelText('New password'), 'abcdeF1');
  await user.type(screen.getByLabelText('Confirm new password*'), 'abcdeF1');
  await user.type(screen.getByLabelText('Current password*'), 'guess');
  await user.click(screen.getByRole('button', { name: 'Update Details' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Current password*')).toHaveAccessibleErrorMessage(
      'This is not your current password',
    ),
  );
  expect(screen.getByRole('alert')).toHaveTextContent('This is not your current password');
  expect(edits(sent).map(({ body }) => body)).toEqual([{ password: 'abcdeF1', currentPassword: 'guess' }]);
  expect(screen.getByLabelText('New password')).toHaveValue('abcdeF1');
});

test('a change by another window is shown beside the typed text, and the person decides', async () => {
  const current = { ...profile, title: 'Head of Pharmacy', version: 8 };
  let asked = 0;
  const { sent, user } = await open({
    'PUT /api/users/u1/edit': ({ body }) => {
      asked += 1;
      return asked === 1
        ? refusal(409, {
            message: 'It has been changed',
            code: 'conflict',
            reason: 'changed-since',
            current,
            changedBy: { userId: 'u1', name: 'Mona Farouk' },
          } as never)
        : { ...current, ...(body as object), ...account };
    },
  });
  const title = screen.getByLabelText('Title');
  await user.clear(title);
  await user.type(title, 'Senior Pharmacist');
  await user.click(screen.getByRole('button', { name: 'Update Details' }));
  const row = await screen.findByRole('row', { name: /Title/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Clinical Pharmacist', 'Senior Pharmacist', 'Head of Pharmacy']);
  await user.click(screen.getByRole('button', { name: 'Keep mine and save' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Update Details' })).toBeDisabled());
  expect(edits(sent).map(({ body, headers }) => [body, headers['if-match']])).toEqual([
    [{ title: 'Senior Pharmacist' }, '7'],
    [{ title: 'Senior Pharmacist' }, '8'],
  ]);
});

test('a hidden recommendation is struck through and can be published; a published one can be hidden', async () => {
  const { sent, user } = await open({
    'PUT /api/users/recommendations/r2': {
      ...recommendation('r2', 'Hany Gerges', true),
      version: 10,
      stream: 'user-u1',
      revision: 10,
    },
  });
  const [published, hidden] = within(screen.getByRole('region', { name: 'Recommendations' })).getAllByRole(
    'listitem',
  ) as [HTMLElement, HTMLElement];
  expect(published.querySelector('[data-hidden]')).toHaveAttribute('data-hidden', 'false');
  expect(hidden.querySelector('[data-hidden]')).toHaveAttribute('data-hidden', 'true');
  expect(within(published).getByRole('button', { name: 'Hide, by Omar Shaker' })).toBeInTheDocument();
  await user.click(within(hidden).getByRole('button', { name: 'Publish, by Hany Gerges' }));
  expect(await within(hidden).findByRole('button', { name: 'Hide, by Hany Gerges' })).toBeInTheDocument();
  expect(hidden.querySelector('[data-hidden]')).toHaveAttribute('data-hidden', 'false');
  expect(sent.findLast(({ call }) => call.startsWith('PUT'))).toMatchObject({
    call: 'PUT /api/users/recommendations/r2',
    body: { isAccepted: true },
  });
});

test('a visitor is redirected to the login and then back', async () => {
  serve({});
  const { router } = visit('/profile');
  await screen.findByRole('button', { name: 'Log in' });
  expect(router.state.location.search).toBe('?returnFrom=%2Fprofile');
});
