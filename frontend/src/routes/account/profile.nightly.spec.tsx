import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentLanguage } from '../../platform/language/language.ts';
import { recommendation, profile, account, edits, open, forgetLanguageAfterwards } from '../../testing/profile.ts';
import { refusal } from '../../testing/screen.tsx';

test('an unconfirmed e-mail address has a notice with the link to confirm it; a confirmed one has none', async () => {
  const first = await open();
  expect(screen.queryByRole('link', { name: 'Confirm it' })).not.toBeInTheDocument();
  first.unmount();
  await open({ 'GET /api/users/u1/userDetails': { ...profile, emailVerified: false } });
  expect(screen.getByRole('link', { name: 'Confirm it' })).toHaveAttribute('href', '/confirm-email');
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

test('a strong enough new password needs a confirmation, and a different one is not sent', async () => {
  const { sent, user } = await open();
  await user.type(screen.getByLabelText('New password'), 'abcde');
  expect(screen.queryByLabelText('Confirm new password*')).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('New password'), 'F1');
  await user.type(screen.getByLabelText('Confirm new password*'), 'abcdeF2');
  expect(screen.getByText('Passwords not matched')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Current password*'), 'demo-pass-1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(edits(sent)).toEqual([]);
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
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const row = await screen.findByRole('row', { name: /Title/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Clinical Pharmacist', 'Senior Pharmacist', 'Head of Pharmacy']);
  await user.click(screen.getByRole('button', { name: 'Keep mine and save' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled());
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
