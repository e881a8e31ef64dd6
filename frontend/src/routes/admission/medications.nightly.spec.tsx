/** Sorting by keyboard and beside a teammate, deletion, and the table by day. */
import { screen, waitFor, within } from '@testing-library/react';
import type { MedicationDay } from 'language/contract/reports';
import { NO_ERROR } from 'language/domain/values/codes';
import { expect, test } from 'vitest';
import { openChart } from '../../testing/chart.ts';
import { medication, mona, written } from '../../testing/hospital.ts';
import { at, drugs, list } from '../../testing/medications.ts';

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
