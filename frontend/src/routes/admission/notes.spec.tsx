import { screen, waitFor, within, fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { hany, mona, note, written } from '../../testing/hospital.ts';
import { reads } from '../../testing/component.tsx';

test('a note in the address is open; its author ignores an edit, and deletes it after a confirmation', async () => {
  const { user, commands } = openChart(hany, '/admissions/a1?note=n1', {
    'DELETE /api/physicNotes/deletePhysicNote/n1': { ...note, ...written },
  });
  expect(await screen.findByRole('tab', { name: /Notes/, selected: true })).toHaveTextContent('1');
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = await screen.findByRole('form', { name: 'Edit physician note' });
  expect(await within(form).findByLabelText(/Note Date/)).toHaveValue('2026-03-02');
  await user.click(within(form).getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(
    within(await screen.findByRole('alertdialog', { name: 'Are you sure?' })).getByRole('button', { name: 'Yes' }),
  );
  expect(await screen.findByText('No physician notes yet')).toBeInTheDocument();
  expect(commands()).toMatchObject([
    { call: 'DELETE /api/physicNotes/deletePhysicNote/n1', headers: { 'if-match': '6' } },
  ]);
});

test('an updated note replaces the old one', async () => {
  const { user, commands } = openChart(hany, '/admissions/a1?tab=notes', {
    'PUT /api/physicNotes/updatePhysicNote/n1': ({ body }) => ({
      ...note,
      ...(body as { noteDate: string; note: string }),
      ...written,
      version: 9,
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = await screen.findByRole('form', { name: 'Edit physician note' });
  await user.clear(await within(form).findByLabelText(/Note Date/));
  fireEvent.change(within(form).getByLabelText(/Note Date/), { target: { value: '2026-03-03' } });
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(reads('Tuesday 2026-03-03'))).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('form')).not.toBeInTheDocument());
  expect(commands()).toMatchObject([
    {
      call: 'PUT /api/physicNotes/updatePhysicNote/n1',
      headers: { 'if-match': '6' },
      body: { noteDate: '2026-03-03', note: '<p>Extubate tomorrow</p>' },
    },
  ]);
});

test('others can contact the author; only physicians write notes', async () => {
  openChart(mona, '/admissions/a1?tab=notes');
  expect(await screen.findByRole('link', { name: /Contact Hany X/ })).toHaveAttribute(
    'href',
    'https://wa.me/201001234567',
  );
  expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'CREATE NEW PHYSICIAN NOTE' })).not.toBeInTheDocument();
});
