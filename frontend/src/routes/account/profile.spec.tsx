import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signedInUser } from '../../platform/session/session.ts';
import { profile, account, edits, open, forgetLanguageAfterwards } from '../../testing/profile.ts';
import { refusal, serve, visit } from '../../testing/screen.tsx';
import { reads } from '../../testing/component.tsx';

test('the own profile has the first day, the counts and the address of the public profile', async () => {
  await open();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Mona Farouk');
  expect(screen.getByText(reads('Start reviewing 2026-01-05'))).toBeInTheDocument();
  expect(screen.getByText('34')).toBeInTheDocument();
  expect(screen.getByText('120')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '/user/u1' })).toHaveAttribute('href', '/user/u1');
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
});

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

test('only changed fields are sent, with the shown version, and the heading has the new name', async () => {
  const { sent, user } = await open({
    'PUT /api/users/u1/edit': ({ body }) => ({ ...profile, ...(body as object), ...account }),
  });
  const last = screen.getByLabelText(/Last name/);
  await user.clear(last);
  await user.type(last, 'Adel');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Mona Adel'));
  expect(edits(sent).map(({ body, headers }) => [body, headers['if-match']])).toEqual([[{ lastName: 'Adel' }, '7']]);
  expect(signedInUser()?.lastName).toBe('Adel');
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
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
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Current password*')).toHaveAccessibleErrorMessage(
      'This is not your current password',
    ),
  );
  expect(screen.getByRole('alert')).toHaveTextContent('This is not your current password');
  expect(edits(sent).map(({ body }) => body)).toEqual([{ password: 'abcdeF1', currentPassword: 'guess' }]);
  expect(screen.getByLabelText('New password')).toHaveValue('abcdeF1');
});

test('a visitor is redirected to the login and then back', async () => {
  serve({});
  const { router } = visit('/profile');
  await screen.findByRole('button', { name: 'Log in' });
  expect(router.state.location.search).toBe('?returnFrom=%2Fprofile');
});
