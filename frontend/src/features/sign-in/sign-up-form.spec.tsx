import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { serve } from '../../testing/screen.tsx';
import { show } from '../../testing/component.tsx';
import { SignUpForm } from './sign-up-form.tsx';

beforeEach(() => void serve({ 'GET /api/config': { captcha: { provider: 'off' } } }));

const bars = () => screen.getByRole('list', { name: 'Password strength' }).textContent;

test('the bars name what a password lacks', async () => {
  const { user } = show(<SignUpForm />);
  expect(bars()).toBe('NO numberNO LowercaseNO uppercaseToo short');
  await user.type(screen.getByLabelText('Password*'), 'aB3');
  expect(bars()).toBe('✓✓✓Too short');
  await user.type(screen.getByLabelText('Password*'), 'xyz');
  expect(bars()).toBe('✓✓✓✓');
});

test('different passwords show an error at the second field, and nothing is sent', async () => {
  const { user } = show(<SignUpForm />);
  await user.type(screen.getByLabelText('Password*'), 'abcdef');
  expect(screen.queryByText('Passwords do not match')).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('Confirm password*'), 'abcdeg');
  expect(screen.getByText('Passwords do not match')).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByLabelText('Confirm password*')).toHaveAccessibleErrorMessage('Passwords do not match'),
  );
});

test('a submit without a password shows that one is required', async () => {
  const { user } = show(<SignUpForm />);
  await user.type(screen.getByLabelText(/First name/), 'Mona');
  await user.type(screen.getByLabelText(/Last name/), 'Khalil');
  await user.type(screen.getByLabelText(/Email/), 'mona@example.org');
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  expect(await screen.findByText('Password is required')).toBeInTheDocument();
});

test('the passwords carry the mark of a required field', () => {
  show(<SignUpForm />);
  for (const label of ['Password*', 'Confirm password*']) expect(screen.getByLabelText(label)).toBeRequired();
});

test.each([
  ['is required', { provider: 'altcha', challenge: '/api/config/captcha' }, 1],
  ['is switched off', { provider: 'off' }, 0],
])('the note about the calculation is shown only if a CAPTCHA %s', async (_, captcha, times) => {
  const sent = serve({ 'GET /api/config': { captcha } });
  show(<SignUpForm />);
  expect(screen.getByText(/Protected against automatic sign-ups/)).not.toBeVisible();
  await waitFor(() => expect(sent).not.toEqual([]));
  await waitFor(() => {
    const said = screen.queryAllByText(/Protected against automatic sign-ups/);
    expect(said).toHaveLength(times);
    for (const one of said) expect(one).toBeVisible();
  });
});
