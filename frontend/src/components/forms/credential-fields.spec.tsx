import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../testing/component.tsx';
import { EmailField, PasswordField, PinField } from './credential-fields.tsx';

const field = (label: RegExp): HTMLInputElement => screen.getByLabelText(label);

test('browsers know what they may fill in, suggest and show', () => {
  show(
    <>
      <EmailField label="Email" value="" />
      <EmailField label="Colleague" name="member" autoComplete="off" value="" />
      <PasswordField label="Password" value="" />
      <PasswordField label="New one" name="wanted" kind="new" value="" />
      <PinField label="PIN" name="pin" value="" />
    </>,
  );
  const known = [/Email/, /Colleague/, /Password/, /New one/, /PIN/].map((label) => {
    const { type, name, autocomplete, inputMode, maxLength, dir, required } = field(label);
    return [type, name, autocomplete, inputMode, maxLength, dir, required];
  });
  expect(known).toEqual([
    ['email', 'email', 'username', '', 254, 'ltr', true],
    ['email', 'member', 'off', '', 254, 'ltr', true],
    ['password', 'password', 'current-password', '', 128, 'ltr', true],
    ['password', 'wanted', 'new-password', '', 128, 'ltr', true],
    ['password', 'pin', 'off', 'numeric', 6, 'ltr', true],
  ]);
});

test('what is typed is told, and an error stands in place of the hint', async () => {
  const Form = () => {
    const [value, setValue] = useState('');
    const error = value === '705318' ? 'This is not your PIN' : undefined;
    return <PinField label="PIN" name="pin" hint="Six digits" error={error} value={value} onChange={setValue} />;
  };
  const { user } = show(<Form />);
  expect(field(/PIN/)).toHaveAccessibleDescription('Six digits');
  await user.type(field(/PIN/), '705318');
  expect(field(/PIN/)).toHaveValue('705318');
  expect(screen.getByText('This is not your PIN')).toBeVisible();
  expect(screen.queryByText('Six digits')).toBeNull();
});

test('a form that shows what is missing by itself keeps the browser from doing so', () => {
  show(<PasswordField label="Password" value="" isCheckedByForm />);
  expect(field(/Password/).required).toBe(false);
  expect(field(/Password/)).toHaveAttribute('aria-required', 'true');
});

test('a pasted address loses what is not seen, and the hyphens of a word processor', async () => {
  const Form = () => {
    const [value, setValue] = useState('');
    return <EmailField label="Email" value={value} onChange={setValue} />;
  };
  const { user } = show(<Form />);
  await user.click(field(/Email/));
  await user.paste('\u202Amona\u2011adel@hospital.example\u200F');
  expect(field(/Email/)).toHaveValue('mona-adel@hospital.example');
  expect(field(/Email/)).toBeValid();
});
