import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ImportedRows, TableFile } from 'language/contract/imports';
import { expect, test } from 'vitest';
import { dina, mona, team } from '../../testing/hospital.ts';
import { commandsOf, refusal, serve, visit } from '../../testing/screen.tsx';
import './import.tsx';

const table: TableFile = {
  encoding: 'windows-1256',
  separator: ';',
  headings: ['MRN', 'Name', 'DOB'],
  rows: [
    { row: 2, cells: ['1', 'منى عادل', '05/06/1990'] },
    { row: 3, cells: ['2', 'Ali Hassan', '07/08/1991'] },
  ],
  columns: { medicalRecordNumber: 0, fullName: 1, birthdate: 2 },
  dates: { 2: { order: 'either' } },
  sources: [],
};
interface Body {
  isTrial: boolean;
  dateOrders: object;
  rows: { row: number; values: Record<string, string>; known: string[] }[];
}
/** Row 3 does not fit until its birth date is mended. */
const answer = ({ rows, isTrial }: Body): ImportedRows => ({
  rows: rows.map(({ row, values }) =>
    row === 3 && values['birthdate'] !== '1991-08-07'
      ? {
          row,
          outcome: 'refused',
          problem: {
            message: 'x',
            code: 'invalid',
            reason: 'date-not-understood',
            fields: { birthdate: 'This is not a date that the product reads: 07/08/1991' },
            fieldReasons: { birthdate: { reason: 'date-not-understood', values: { text: '07/08/1991' } } },
          },
        }
      : { row, outcome: 'added', ...(isTrial && { understood: { birthdate: '1990-06-05' } }) },
  ),
});
const open = (replies: Parameters<typeof serve>[0] = {}, as = mona) => {
  const sent = serve({
    'GET /api/teams/t1': team,
    'GET /api/patients/team/t1/numbered': { patients: [{ _id: 'p1', medicalRecordNumber: '1' }] },
    'POST /api/imports/file': table,
    'POST /api/imports/rows': ({ body }) => answer(body as Body),
    ...replies,
  });
  const bodies = () =>
    commandsOf(sent)
      .filter(({ call }) => call.endsWith('/rows'))
      .map(({ body }) => body as Body);
  return { ...visit('/import/t1', { as }), bodies };
};
const choose = async () =>
  fireEvent.change(await screen.findByLabelText('Table file'), { target: { files: [new File(['x'], 'ward.csv')] } });

test('a table is tried, imported, and the row that does not fit is mended and imported', async () => {
  const { bodies } = open();
  await choose();
  expect(await screen.findByLabelText('Encoding')).toHaveValue('windows-1256');
  // Day and month are asked for: without an answer nothing is tried.
  expect(screen.getByRole('button', { name: 'Try 2 rows' })).toBeDisabled();
  expect(screen.getByText('Every date can be read in two ways: say which')).toBeInTheDocument();
  fireEvent.change(screen.getByLabelText(/Day and month/), { target: { value: 'dmy' } });
  fireEvent.click(screen.getByRole('button', { name: 'Try 2 rows' }));
  expect(await screen.findByText('1 would be added')).toBeInTheDocument();
  expect(screen.getByText('1990-06-05')).toBeInTheDocument();
  expect(bodies()[0]).toMatchObject({
    isTrial: true,
    dateOrders: { birthdate: 'dmy' },
    rows: [
      { row: 2, known: ['p1'] },
      { row: 3, known: [] },
    ],
  });

  fireEvent.click(screen.getByRole('button', { name: 'Import 1 row' }));
  expect(await screen.findByText('1 added')).toBeInTheDocument();
  expect(bodies()[1]).toMatchObject({ isTrial: false, rows: [{ row: 2 }] });
  const row = screen.getByRole('row', { name: /07\/08\/1991/ });
  expect(row).toHaveTextContent('This is not a date that the product reads: 07/08/1991');
  const cell = within(row).getByLabelText('3: Birth date');
  expect(cell).toHaveAttribute('aria-invalid', 'true');
  fireEvent.change(cell, { target: { value: '1991-08-07' } });
  fireEvent.click(screen.getByRole('button', { name: 'Import these again' }));
  expect(await screen.findByText('2 added')).toBeInTheDocument();
  expect(bodies()[2]).toMatchObject({
    isTrial: false,
    rows: [{ row: 3, values: { birthdate: '1991-08-07', fullName: 'Ali Hassan' } }],
  });
  expect(screen.queryByText(/does not fit/)).not.toBeInTheDocument();
});

test('an import that stops says so, and goes on with the rows that have no outcome', async () => {
  let isAway = false;
  const { bodies } = open({
    'POST /api/imports/file': { ...table, dates: {} },
    'POST /api/imports/rows': ({ body }) =>
      isAway
        ? refusal(409, { message: 'x', code: 'conflict', reason: 'changed-since' })
        : { rows: (body as Body).rows.map(({ row }) => ({ row, outcome: 'added' })) },
  });
  await choose();
  fireEvent.click(await screen.findByRole('button', { name: 'Try 2 rows' }));
  await screen.findByText('2 would be added');
  isAway = true;
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 rows' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('It stopped here. What was added is saved.');
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Go on: 2 rows left' }));
  expect(await screen.findByText('2 added')).toBeInTheDocument();
  await waitFor(() => expect(bodies()).toHaveLength(3));
});

test('a file that is no table is refused in place', async () => {
  open({
    'POST /api/imports/file': refusal(415, {
      message: 'This is no CSV or XLSX file',
      code: 'unsupported',
      reason: 'not-a-table',
    }),
  });
  await choose();
  expect(await screen.findByRole('alert')).toHaveTextContent('This is no CSV or XLSX file');
});

test('a physician is told who imports', async () => {
  open({}, dina);
  expect(await screen.findByText('Clinical pharmacists import tables')).toBeInTheDocument();
});
