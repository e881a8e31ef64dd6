import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { here, phone, program, open, openPin, typePin } from '../../testing/security.ts';
import { reads } from '../../testing/component.tsx';

test('all others are ended after a question', async () => {
  const { sent, user } = open([here, phone, program]);
  const button = await screen.findByRole('button', { name: 'End all others' });
  const ended = () => sent.filter(({ call }) => call === 'DELETE /api/users/me/sessions').length;
  await user.click(button);
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: /No|Cancel/ }));
  expect(ended()).toBe(0);
  await user.click(button);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End all others' }));
  expect(await screen.findByText('You are signed in nowhere else.')).toBeVisible();
  expect(ended()).toBe(1);
});

test('two different PINs are not sent', async () => {
  const page = openPin(true);
  await typePin(page, '482915', '482916');
  expect(await screen.findByText('The two PINs differ')).toBeVisible();
  expect(page.sent.map(({ call }) => call)).not.toContain('PUT /api/users/me/pin');
});

test.each([
  ['cookie', false, true],
  ['cookie', true, false],
  ['token', false, false],
] as const)('with a %s and a secure context (%s) the page says of the cookie: %s', async (kind, isSecure, isSaid) => {
  Object.assign(globalThis, { isSecureContext: isSecure });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'isSecureContext'));
  open([{ ...here, kind }]);
  expect(await screen.findByText(reads('Firefox on Linux'))).toBeVisible();
  expect(screen.queryAllByText(/cookie of this session is not marked secure/)).toHaveLength(isSaid ? 1 : 0);
});
