import type { TableFile } from 'language/contract/imports';
import { expect, test } from 'vitest';
import { batchesOf, columnName, columnsOfSource, fieldRows, missingIn, ordersOf, refusedAsCsv } from './columns.ts';

const table: TableFile = {
  headings: ['MRN', 'Name', 'DOB', 'Ward'],
  rows: [
    { row: 2, cells: ['1', 'منى', '05/06/1990', 'ICU'] },
    { row: 3, cells: ['2', '', '30/11/1990'] },
  ],
  columns: { medicalRecordNumber: 0, fullName: 1, birthdate: 2 },
  dates: { 2: { order: 'dmy', row: 3 } },
  sources: [],
};
const { columns } = table;

test('the rows decide the order of dates; a choice counts before them; without both it is missing', () => {
  expect(ordersOf('patients', columns, {}, table)).toEqual({ birthdate: 'dmy' });
  expect(ordersOf('patients', columns, { birthdate: 'mdy' }, table)).toEqual({ birthdate: 'mdy' });
  const unclear = { ...table, dates: { 2: { order: 'either' } } } as const;
  expect(missingIn('patients', columns, ordersOf('patients', columns, {}, unclear), unclear)).toEqual({
    fields: [],
    dates: ['birthdate'],
  });
  expect(missingIn('patients', { birthdate: 2 }, {}, table).fields).toEqual(['medicalRecordNumber', 'fullName']);
});

test('rows have the cells of their fields, also after the columns of a kept source', () => {
  expect(fieldRows(table, columns)).toEqual([
    { row: 2, values: { medicalRecordNumber: '1', fullName: 'منى', birthdate: '05/06/1990' } },
    { row: 3, values: { medicalRecordNumber: '2', birthdate: '30/11/1990' } },
  ]);
  expect(columnsOfSource({ headings: { sex: 'Ward', birthdate: 'Gone' }, dateOrders: {} }, table)).toEqual({ sex: 3 });
  expect([0, 25, 26, 701].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ']);
});

test('refused rows are a file with the number, the reason and what was mended, and no formula', () => {
  const values = { medicalRecordNumber: '=1', fullName: 'منى "M"', birthdate: '1990-06-05' };
  const csv = refusedAsCsv(table, columns, [{ row: 2, outcome: 'refused', reason: 'Why', values }], {
    row: 'Row',
    reason: 'Reason',
  });
  expect(csv).toBe(
    '\uFEFF"Row","Reason","MRN","Name","DOB","Ward"\r\n"2","Why","\'=1","منى ""M""","1990-06-05","ICU"\r\n',
  );
});

test('a batch has at most 100 rows, and fewer long ones', () => {
  const rows = (count: number, text: string) =>
    Array.from({ length: count }, (_, row) => ({ row, values: { note: text } }));
  expect(batchesOf(rows(250, 'x')).map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(batchesOf(rows(100, 'x'.repeat(4_000))).every((batch) => JSON.stringify(batch).length < 210_000)).toBe(true);
  expect(batchesOf(rows(100, 'x'.repeat(4_000))).flat()).toHaveLength(100);
});
