import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { AdmissionMedication } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { dina, medication, mona, written } from '../../testing/hospital.ts';
import { reads } from '../../testing/component.tsx';
import { at, drugs, list } from '../../testing/medications.ts';

test('a medication found by its substance is sent without its label, and is listed once saved', async () => {
  const { user, commands } = openChart(mona, at, {
    'GET /api/drugs': [
      { _id: 'd1', label: 'Tienam', drug: 'x1', drugLabel: 'Imipenem', drugTags: [{ name: 'Antibiotic' }] },
    ],
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
  // A culture is asked of an antibiotic only.
  expect(within(form).queryByLabelText('Culture')).toBeNull();
  await user.click(await screen.findByRole('option', { name: /Tienam/ }));
  expect(await within(form).findByLabelText('Culture')).toBeInTheDocument();
  fireEvent.change(within(form).getByLabelText('Dose'), { target: { value: '500 mg' } });
  fireEvent.change(within(form).getByLabelText('Note'), { target: { value: 'كل ٦ ساعات' } });
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(drugs()).toEqual(['Meronem', 'Marevan', 'Tienam']));
  expect(commands()[0]!.body).toEqual({
    drug: 'd1',
    dose: '500 mg',
    route: '',
    frequency: '',
    indication: '',
    culture: '',
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

const rows = [
  { _id: 'x1.1', label: 'Rocephin', drug: 'x1', drugLabel: 'Ceftriaxone', drugTags: [] },
  { _id: 'x2.1', label: 'Marevan 5 mg', drug: 'x2', drugLabel: 'Warfarin', drugTags: [] },
];
test('a medication typed in one line is added at once where all is understood', async () => {
  const { user, commands } = openChart(mona, at, {
    'GET /api/drugs': rows,
    'POST /api/admissions/a1/medications': ({ body }) => ({
      ...medication('m3', 'Rocephin', body as Partial<AdmissionMedication>),
      ...written,
    }),
  });
  await list();
  const line = screen.getByRole('textbox', { name: 'Quick entry' });
  await user.type(line, 'ceftriaxone 1 g iv q12h');
  expect(await screen.findByText(reads('every 12 h'))).toBeInTheDocument();
  await user.type(line, '{Enter}');
  await waitFor(() => expect(drugs()).toEqual(['Meronem', 'Marevan', 'Rocephin']));
  expect(commands()).toMatchObject([
    { body: { drug: 'x1.1', dose: '1 g', route: 'iv', frequency: 'q12h', note: '', stopDate: null } },
  ]);
  expect(line).toHaveValue('');
});

test('what is not understood, and a dangerous abbreviation, open the form with what was typed', async () => {
  const { user, commands } = openChart(mona, at, { 'GET /api/drugs': rows });
  await list();
  const line = screen.getByRole('textbox', { name: 'Quick entry' });
  await user.type(line, 'rocephin 1.0 g iv q12h slowlyy');
  expect(await screen.findByText(/misread as 10/)).toBeInTheDocument();
  await user.type(line, '{Enter}');
  const form = await screen.findByRole('form', { name: 'New medication of the admission' });
  expect(within(form).getByLabelText('Dose')).toHaveValue('1.0 g');
  expect(within(form).getByLabelText('Note')).toHaveValue('slowlyy');
  expect(within(form).getByRole('combobox', { name: 'Drug' })).toHaveValue('Rocephin');
  expect(commands()).toEqual([]);
});

test('a medication is held with its reason and resumed by one press; the row says what is not checked', async () => {
  const meronem = medication('m1', 'Meronem', { dose: 'some', indication: 'Sepsis' });
  const hold = { from: '2026-03-03', until: null, reason: 'NPO' };
  const { user, commands } = openChart(mona, at, {
    'GET /api/admissions/a1/medications': [meronem],
    'POST /api/admissions/a1/medications/m1/hold': { ...meronem, ...written, hold, version: 9 },
    'POST /api/admissions/a1/medications/m1/resume': {
      ...meronem,
      ...written,
      revision: 10,
      hold: { ...hold, until: '2026-03-03' },
      version: 10,
    },
  });
  const row = within(await list());
  expect(row.getByText('not checked: Dose')).toBeInTheDocument();
  expect(row.getByText(reads('for Sepsis'))).toBeInTheDocument();
  await user.click(row.getByRole('button', { name: 'Hold Meronem' }));
  const form = within(await screen.findByRole('form', { name: 'Hold Meronem' }));
  fireEvent.change(form.getByLabelText('Reason'), { target: { value: 'NPO' } });
  await user.click(form.getByRole('button', { name: 'Hold' }));
  expect(await row.findByText(reads('held since 2026-03-03 · NPO'))).toBeInTheDocument();
  await user.click(row.getByRole('button', { name: 'Resume Meronem (from today)' }));
  await waitFor(() => expect(row.queryByText(reads(/held since/))).not.toBeInTheDocument());
  expect(commands()).toMatchObject([
    { headers: { 'if-match': '2' }, body: { until: null, reason: 'NPO' } },
    { headers: { 'if-match': '9' }, body: {} },
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
