import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sharedAsTaken, open, offers, kinds } from '../../testing/templates-dialog.tsx';

test('Western digits find Arabic digits', async () => {
  const { user } = open();
  await offers('My templates');
  await user.type(screen.getByLabelText('Filter templates'), '500 مجم');
  expect((await offers('My templates'))[0]).toBe('جرعة ٥٠٠ مجم');
});

test('the arrows move through all templates and back to the filter; a letter goes to the filter', async () => {
  const { user, taken } = open();
  await offers('Shared templates');
  await user.click(screen.getByLabelText('Filter templates'));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('button', { name: /CrCl ___/ })).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(screen.getByLabelText('Filter templates')).toHaveFocus();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}c');
  expect(screen.getByLabelText('Filter templates')).toHaveValue('c');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(taken).toEqual([sharedAsTaken]);
});

test('a button leads back from the templates of another type, where a note cannot be saved', async () => {
  const { user } = open('<p>New note</p>');
  await user.click(await screen.findByRole('button', { name: 'Dose too high (2)' }));
  await offers('Shared templates');
  expect(screen.queryByRole('button', { name: 'Save this note as my template' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back to Renal dose adjustment' }));
  expect(await offers('Shared templates')).toHaveLength(2);
  expect(await kinds('Meropenem also has templates for')).toEqual(['Dose too high (2)']);
});
