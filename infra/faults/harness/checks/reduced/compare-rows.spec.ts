import type { StoredEvent } from 'service-kit/event-log/port';
import { expect, test } from 'vitest';
import { event } from '../testing.ts';
import { rowDifferences } from './compare-rows.ts';
import { reduce } from './reduce.ts';
import { type Row, type TableName, tableNames } from './rows.ts';

const entry = (entryId: string) => ({
  entryId,
  errType: 'dose',
  errTypeLabel: 'Dose',
  errDrug: 'drug',
  errDrugLabel: 'Paracetamol',
  errNote: '<p>x</p>',
  errRes: null,
  errSeverity: 'C',
  followUpDate: null,
  drugTags: [{ name: 'tag' }],
});
const head = { reviewId: 'a.r', reviewDate: '2026-03-01', clinicalNote: '<p>First</p>' };
const chart = (revision: number, type: string, data: object): StoredEvent => event('admission-a', revision, type, data);
const log: readonly StoredEvent[] = [
  event('patient-p', 0, 'PatientRegistered', {
    teamId: 't',
    firstName: 'منى',
    middleName: '',
    lastName: 'علي',
    fourthName: '',
    birthdate: '1970-01-01',
    medicalRecordNumber: '1',
  }),
  chart(0, 'PatientAdmitted', {
    patientId: 'p',
    teamId: 't',
    admissionDate: '2026-03-01',
    admissionDetails: '',
    room: '4',
  }),
  chart(1, 'ReviewAdded', { ...head, entries: [entry('e1'), entry('e2')] }),
  chart(2, 'ErrorRated', { reviewId: 'a.r', entryId: 'e1', rating: 3.5 }),
  chart(3, 'ReviewHeadEdited', { ...head, reviewDate: '2026-03-02' }),
  chart(4, 'PhysicianNoteAdded', { noteId: 'a.n', noteDate: '2026-03-02', note: '<p>Seen</p>' }),
];

/** The rows of the screens as Postgres gives them: other zones and names in another order. */
const shown = (
  change: (table: TableName, row: Row) => Row | undefined = (_table, row) => row,
): Map<TableName, readonly Row[]> => {
  const rows = reduce(log);
  return new Map(
    tableNames.map((table) => [
      table,
      rows.of(table).flatMap((row): Row | readonly Row[] => {
        const stored = Object.entries({ ...row, ...(table === 'patient' ? { first_key: 'مني' } : {}) }).toReversed();
        const asStored = stored.map(([name, value]) => [name, inPostgres(value)]);
        return change(table, Object.fromEntries(asStored) as Row) ?? [];
      }),
    ]),
  );
};
const inPostgres = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-.*Z$/.test(value) ? value.replace(/0*Z$/, '+00:00').replace('.+', '+') : value;

test('the events of a chart make its rows', () => {
  const rows = reduce(log);
  expect(rows.of('review')).toEqual([
    {
      review_id: 'a.r',
      admission_id: 'a',
      patient_id: 'p',
      team_id: 't',
      review_date: '2026-03-02',
      clinical_note: '<p>First</p>',
      author_id: 'omar',
      created_at: '2026-03-01T10:00:01.000Z',
      version: 3,
      entries_version: 2,
      copied_from: null,
      moved_from: null,
      since: '2026-03-01T10:00:03.500Z',
    },
  ]);
  expect(
    rows.of('review_entry').map(({ entry_id, position, rating, review_date, version }) => ({
      entry_id,
      position,
      rating,
      review_date,
      version,
    })),
  ).toEqual([
    { entry_id: 'e1', position: 0, rating: 3.5, review_date: '2026-03-02', version: 2 },
    { entry_id: 'e2', position: 1, rating: null, review_date: '2026-03-02', version: 1 },
  ]);
});

test('equal rows are equal, however Postgres writes them', () => {
  expect(rowDifferences(shown(), log)).toEqual([]);
});
test('a column that differs is named with its row, without its content', () => {
  expect(
    rowDifferences(
      shown((table, row) => (table === 'physician_note' ? { ...row, note: 'x' } : row)),
      log,
    ),
  ).toEqual(['The table physician_note differs from the events in 1 rows: a.n (note)']);
});
test('a row that is missing, or that no event made, is found', () => {
  const without = shown((_table, row) => (row['entry_id'] === 'e2' ? undefined : row));
  expect(rowDifferences(without, log)).toEqual([
    'The table review_entry differs from the events in 1 rows: e2 (missing on the screens)',
  ]);
  const withAnother = shown();
  const more = [...(withAnother.get('review') ?? []), { review_id: 'a.x' }];
  expect(rowDifferences(new Map([...withAnother, ['review', more]]), log)).toEqual([
    'The table review differs from the events in 1 rows: a.x (not in the log)',
  ]);
});
test('a column that the reducer does not know is found', () => {
  const newer = shown((table, row) => (table === 'admission' ? { ...row, ward: null } : row));
  expect(rowDifferences(newer, log)).toEqual(['The table admission differs from the events in 1 rows: a (ward)']);
});

test('a deleted chart and an erased patient leave no row', () => {
  const ended = [...log, chart(5, 'AdmissionDeleted', {}), event('patient-p', 1, 'PatientDeleted', {})];
  for (const table of tableNames) expect(reduce(ended).of(table)).toEqual([]);
  expect(rowDifferences(shown(), ended)).toHaveLength(5);
});

test('what is moved to another chart leaves the one and comes into the other, and what returns has no mark left', () => {
  const what = { kind: 'note', id: 'a.n', reviewId: null, images: [] };
  const away = chart(5, 'MovedToAnotherChart', {
    moveId: 'm',
    reason: 'wrong bed',
    what,
    to: { admissionId: 'b', reviewId: null, isNewReview: false, id: 'b.n' },
  });
  const moved = {
    kind: 'note',
    was: 'a.n',
    noteId: 'b.n',
    noteDate: '2026-03-02',
    note: '<p>Seen</p>',
    teamId: 't',
    authorId: 'omar',
    createdAt: '2026-03-01T10:00:04.000Z',
  };
  const other = event('admission-b', 0, 'PatientAdmitted', {
    patientId: 'q',
    teamId: 't',
    admissionDate: '2026-03-01',
    admissionDetails: '',
  });
  const arrived = reduce([
    ...log,
    away,
    other,
    event('admission-b', 1, 'MovedFromAnotherChart', {
      moveId: 'm',
      reason: 'wrong bed',
      from: { admissionId: 'a' },
      moved,
    }),
    chart(6, 'MoveCompleted', { moveId: 'm', what }),
  ]);
  expect(arrived.of('physician_note')).toMatchObject([
    { note_id: 'b.n', patient_id: 'q', version: 1, moved_from: { move: 'm', admission: 'a', thing: 'a.n' } },
  ]);
  expect(arrived.of('moved_out')).toMatchObject([{ move_id: 'm', thing: 'a.n', under_way: false }]);
  const returned = reduce([
    ...log,
    away,
    chart(6, 'MoveReturned', { moveId: 'm', moved: { ...moved, noteId: 'a.n2' } }),
  ]);
  expect(returned.of('physician_note')).toMatchObject([{ note_id: 'a.n2', moved_from: null }]);
  expect(returned.of('moved_out')).toEqual([]);
});
