import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { AdmissionMedication } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { dina, medication, mona, written } from '../../testing/hospital.ts';
import { reads } from '../../testing/component.tsx';
import { at, drugs, list } from '../../testing/medications.ts';

test('a medication found by its substance is sent without its label, and is listed once saved', async () => {
  const { user, commands } = openChart(mona, at, {
    'POST /api/admissions/a1/medications': ({ body }) => ({
      ...medication('m3', 'Tienam', body as Partial<AdmissionMedication>),
      ...written,
    }),
  });
  await list();
  await user.click(screen.getByRole('button', { name: 'ADD MEDICATION' }));
  const form = await screen.findByRole('form', { name: 'New medication of the admission' });
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await within(form).findByText('Choose a drug')).toBeInTheDocument();
  expect(commands()).toEqual([]);
  fireEvent.change(within(form).getByRole('combobox', { name: 'Drug' }), { target: { value: 'imipenem' } });
  await user.click(await screen.findByRole('option', { name: /Tienam/ }));
  fireEvent.change(within(form).getByLabelText('Dose'), { target: { value: '500 mg' } });
  fireEvent.change(within(form).getByLabelText('Note'), { target: { value: 'كل ٦ ساعات' } });
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(drugs()).toEqual(['Meronem', 'Marevan', 'Tienam']));
  expect(commands()[0]!.body).toEqual({
    drug: 'd1',
    dose: '500 mg',
    route: '',
    frequency: '',
    startDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    stopDate: null,
    note: 'كل ٦ ساعات',
  });
});

test('one press stops a medication', async () => {
  const { user, commands } = openChart(mona, at, {
    'POST /api/admissions/a1/medications/m1/stop': {
      ...medication('m1', 'Meronem', { stopDate: '2026-03-03', version: 9 }),
      ...written,
    },
  });
  await user.click(within(await list()).getByLabelText('Stop Meronem (stop date: today)'));
  expect(await screen.findByText(reads(/stopped 2026-03-03/))).toBeInTheDocument();
  expect(commands()).toMatchObject([
    { call: 'POST /api/admissions/a1/medications/m1/stop', headers: { 'if-match': '2' }, body: {} },
  ]);
});

test('an order that the server refuses is undone, with an error', async () => {
  const { user } = openChart(mona, at, {
    'PUT /api/admissions/a1/medications/sort': new Response(
      JSON.stringify({ message: 'A medication of this admission is left out: name them all', code: 'invalid' }),
      { status: 400 },
    ),
  });
  await list();
  screen.getByRole('button', { name: /^Move Meronem/ }).focus();
  await user.keyboard('{End}');
  expect(await screen.findByRole('alert')).toHaveTextContent('is left out');
  expect(drugs()).toEqual(['Meronem', 'Marevan']);
});

test('a member who only reads sees the list and cannot change it', async () => {
  openChart(dina, at);
  const region = await list();
  expect(within(region).getByText('بعد الأكل')).toBeInTheDocument();
  expect(within(region).queryByRole('button')).not.toBeInTheDocument();
});
