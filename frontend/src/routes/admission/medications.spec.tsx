import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { AdmissionMedication } from 'command-api/contract/entities';
import type { MedicationDay } from 'command-api/contract/reports';
import { NO_ERROR } from 'command-api/domain/values/codes';
import { expect, test } from 'vitest';
import { dina, medication, mona, openChart, written } from '../../testing/chart.ts';
import { reads } from '../../testing/component.tsx';
import '../../features/medications/medications-tab.tsx';

const at = '/admissions/a1?tab=medication';
const list = () => screen.findByRole('region', { name: 'Medications of this admission' });
const drugs = () => [...document.querySelectorAll('[data-row] strong')].map((drug) => drug.textContent);

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
  await user.click(within(await list()).getByLabelText('Stop Meronem today'));
  expect(await screen.findByText(reads(/stopped 2026-03-03/))).toBeInTheDocument();
  expect(commands()).toMatchObject([
    { call: 'POST /api/admissions/a1/medications/m1/stop', headers: { 'if-match': '2' }, body: {} },
  ]);
});

test('a medication is deleted after a confirmation', async () => {
  const { user, commands } = openChart(mona, at, {
    'DELETE /api/admissions/a1/medications/m2': { ...medication('m2', 'Marevan'), ...written },
  });
  await user.click(within(await list()).getByLabelText('Delete Marevan'));
  await user.click(within(await screen.findByRole('alertdialog', { name: 'are you sure?' })).getByText('Yes'));
  await waitFor(() => expect(drugs()).toEqual(['Meronem']));
  expect(commands()).toMatchObject([
    { call: 'DELETE /api/admissions/a1/medications/m2', headers: { 'if-match': '2' } },
  ]);
});

test('a key moves a medication at once, announces its place, and sends the whole order once', async () => {
  const { user, commands } = openChart(mona, at, {
    'PUT /api/admissions/a1/medications/sort': {
      _id: 'a1',
      version: 9,
      ...written,
      medications: [medication('m2', 'Marevan'), medication('m1', 'Meronem', { order: 2 })],
    },
  });
  await list();
  screen.getByRole('button', { name: /^Move Meronem/ }).focus();
  await user.keyboard('{ArrowDown}');
  expect(drugs()).toEqual(['Marevan', 'Meronem']);
  expect(screen.getByText('Meronem is now number 2 of 2')).toBeInTheDocument();
  await waitFor(() =>
    expect(commands()).toMatchObject([
      { call: 'PUT /api/admissions/a1/medications/sort', body: { ids: ['m2', 'm1'] } },
    ]),
  );
  await waitFor(() => expect(drugs()).toEqual(['Marevan', 'Meronem']));
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

test('a medication that a teammate adds during sorting comes last, and the order is sent again', async () => {
  const both = [medication('m1', 'Meronem'), medication('m2', 'Marevan')];
  const came = medication('m3', 'Tienam', { order: 3 });
  const read = [both, [...both, came]];
  const { user, commands } = openChart(mona, at, {
    'GET /api/admissions/a1/medications': () => read.shift() ?? [],
    'PUT /api/admissions/a1/medications/sort': ({ body }) =>
      (body as { ids: string[] }).ids.length === 3
        ? { _id: 'a1', version: 9, ...written, medications: [both[1], both[0], came] }
        : new Response(
            JSON.stringify({ message: 'A medication of this admission is left out: name them all', code: 'invalid' }),
            { status: 400 },
          ),
  });
  await list();
  screen.getByRole('button', { name: /^Move Meronem/ }).focus();
  await user.keyboard('{ArrowDown}');
  await waitFor(() =>
    expect(commands().map(({ body }) => body)).toEqual([{ ids: ['m2', 'm1'] }, { ids: ['m2', 'm1', 'm3'] }]),
  );
  await waitFor(() => expect(drugs()).toEqual(['Marevan', 'Meronem', 'Tienam']));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a member who only reads sees the list and cannot change it', async () => {
  openChart(dina, at);
  const region = await list();
  expect(within(region).getByText('بعد الأكل')).toBeInTheDocument();
  expect(within(region).queryByRole('button')).not.toBeInTheDocument();
});

const day = (dayDate: string, over: Partial<MedicationDay> = {}): MedicationDay => ({
  isChecked: false,
  dayDate,
  zType: null,
  zTypeLabel: '',
  zResp: null,
  zRespLabel: '',
  entries: 0,
  ...over,
});
const dashboard = {
  admission: 'a1',
  dayList: ['2026-03-01', '2026-03-02', '2026-03-03'],
  zMedications: [
    {
      medication: 'Meronem',
      drug: 'd1',
      days: [
        day('2026-03-01', { isChecked: true, zType: NO_ERROR._id, zTypeLabel: 'No error', entries: 1 }),
        day('2026-03-02'),
        day('2026-03-03', {
          isChecked: true,
          zType: 'e1',
          zTypeLabel: 'Renal dose adjustment',
          zResp: 2,
          zRespLabel: 'Reject',
          entries: 2,
        }),
      ],
    },
    {
      medication: 'Marevan',
      drug: 'd2',
      days: [
        day('2026-03-01'),
        day('2026-03-02', {
          isChecked: true,
          zType: 'e1',
          zTypeLabel: 'Drug interaction',
          zRespLabel: 'Pending',
          entries: 1,
        }),
        day('2026-03-03'),
      ],
    },
  ],
};

test('Show Dashboard loads the table by day; a mark shows its error type and response', async () => {
  const { user, sent } = openChart(mona, at, { 'GET /api/reviews/revMedDashboard/a1': dashboard });
  await list();
  expect(sent.some(({ call }) => call.includes('revMedDashboard'))).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Show Dashboard' }));
  const table = await screen.findByRole('grid', { name: 'Medications by day' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Medication', '03-01', '03-02', '03-03']);
  await user.click(within(table).getByRole('cell', { name: 'Meronem, 03-03: Renal dose adjustment, Reject' }));
  const toast = await screen.findByText('Renal dose adjustment', { selector: '[data-part=title]' });
  expect(toast.parentElement).toHaveTextContent('Reject');
});

test('the table is one tab stop; the arrow keys go from mark to mark', async () => {
  const { user } = openChart(mona, at, { 'GET /api/reviews/revMedDashboard/a1': dashboard });
  await list();
  await user.click(screen.getByRole('button', { name: 'Show Dashboard' }));
  const marks = within(await screen.findByRole('grid', { name: 'Medications by day' })).getAllByRole('cell', {
    name: /: /,
  });
  expect(marks.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  marks[0]!.focus();
  await user.keyboard('{ArrowRight}');
  expect(marks[1]).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(marks[2]).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Drug interaction', { selector: '[data-part=title]' })).toBeInTheDocument();
  expect(marks.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
});
