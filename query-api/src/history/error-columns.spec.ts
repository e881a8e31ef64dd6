import type { ErrorChange } from 'language/contract/history';
import { expect, test } from 'vitest';
import { csvLine } from '../http/files/csv.ts';
import { fileWords } from '../http/files/file-words.ts';
import { errorColumns } from './error-columns.ts';

const change: ErrorChange = {
  _id: 'e-1@4',
  entry: 'e-1',
  review: 'r-1',
  admission: 'a-1',
  patient: 'p-1',
  patientName: 'Hala',
  stream: 'admission-a-1',
  revision: 4,
  at: '2026-03-02T09:40:00.000Z',
  actorId: 'u-1',
  actorName: 'Mona Adel',
  what: [],
  errType: 'dose',
  errTypeLabel: 'Dose too high',
  errDrug: 'd.1',
  errDrugLabel: 'Panadol',
  errSeverity: 'C',
  errRes: 1,
  rating: 4.5,
  followUpDate: null,
  before: {},
};
const lineOf = (changed: Partial<ErrorChange>): string =>
  csvLine(
    errorColumns,
    { ...change, ...changed },
    { separator: ',', words: fileWords('en'), timeZone: 'Africa/Cairo' },
  );

test.each(['=1+1', '\u3164=1+1'])('names in the file of changes are no formulas: %j', (formula) => {
  expect(lineOf({ actorName: formula, errDrugLabel: formula, errTypeLabel: formula })).toContain(
    `,'${formula},,'${formula},d.1,,'${formula},dose,`,
  );
  expect(lineOf({ before: { errDrugLabel: formula, errTypeLabel: formula } })).toContain(
    `,Panadol,d.1,'${formula},Dose too high,dose,'${formula},`,
  );
});

test('times are in UTC and in the hospital’s zone; with a semicolon numbers have a comma', () => {
  expect(lineOf({})).toMatch(/^2026-03-02T09:40:00\.000Z,2026-03-02 11:40:00 \+02:00,.*,4\.5,/);
  expect(csvLine(errorColumns, change, { separator: ';', words: fileWords('en'), timeZone: 'UTC' })).toContain(
    ';"4,5";',
  );
});
