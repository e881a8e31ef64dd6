import { describe, expect, test } from 'vitest';
import type { DomainEvent } from 'language/domain/command';
import type { StoredEvent } from 'service-kit/event-log/port';
import { admitted, day, entry, onPatient, reviewAdded } from '../testing.ts';
import { accesses } from './accesses/project.ts';
import { access } from './accesses/tables.ts';
import { audit } from './audit/project.ts';
import { auditedEntry, errorChange } from './audit/tables.ts';
import { catalogue } from './catalogue/project.ts';
import { drug, statement, tag, tradeLabel } from './catalogue/tables.ts';
import { clinical } from './clinical/project.ts';
import { admission, removedImage, review, reviewEntry } from './clinical/tables.ts';
import { directory } from './directory/project.ts';
import { appUser, team, teamMember } from './directory/tables.ts';
import { patients } from './patients/project.ts';
import { erasedPatient, patient } from './patients/tables.ts';
import type { Projection } from './projection.ts';
import { StreamRows } from './stream-rows.ts';
import type { Table } from './table.ts';

const stored = (stream: string, event: DomainEvent, revision: number): StoredEvent => ({
  ...event,
  id: `id-${revision}`,
  stream,
  revision: BigInt(revision),
  metadata: {
    commandId: 'c',
    command: 'Spec',
    schemaVersion: 1,
    occurredAt: `2026-03-01T10:0${revision}:00.000Z`,
    ...onPatient(),
  },
  position: undefined,
  created: new Date(0),
  unreadable: false,
});

/** The rows after the events, and what is to be written. */
function fold(
  projection: Projection,
  stream: string,
  events: readonly DomainEvent[],
  rows = new StreamRows(),
  from = 0,
) {
  for (const [index, event] of events.entries())
    rows.apply(projection.project(rows, stored(stream, event, from + index)));
  return { rows, writes: rows.takeWrites() };
}
const written = ({ writes }: ReturnType<typeof fold>, kind: string, name: string) =>
  writes.rows.find((one) => one.kind === kind && one.table.name === name)?.rows ?? [];
const pastOf = (folded: ReturnType<typeof fold>, { past }: { readonly past: Table }) =>
  written(folded, 'insert', past.name);

describe('an admission', () => {
  const rated: DomainEvent = { type: 'ErrorRated', data: { reviewId: 'r', entryId: 'e', rating: 4 } };

  test('writes a row once, with its state after all events, and each of its past states', () => {
    const folded = fold(clinical, 'admission-a', [admitted(), reviewAdded('r', [entry('e')]), rated, rated]);
    expect(written(folded, 'insert', 'review_entry')).toMatchObject([
      { entry_id: 'e', rating: 4, version: '3', since: '2026-03-01T10:03:00.000Z' },
    ]);
    expect(written(folded, 'update', 'review_entry')).toEqual([]);
    expect(pastOf(folded, reviewEntry)).toMatchObject([
      { rating: null, since: '2026-03-01T10:01:00.000Z', until: '2026-03-01T10:02:00.000Z', ended_by: '2' },
      { rating: 4, since: '2026-03-01T10:02:00.000Z', until: '2026-03-01T10:03:00.000Z', ended_by: '3' },
    ]);
    expect(folded.rows.all(review)).toMatchObject([{ version: '1', entries_version: '3' }]);
  });

  test('updates rows that were written before', () => {
    const { rows } = fold(clinical, 'admission-a', [admitted(), reviewAdded('r', [entry('e')])]);
    const folded = fold(clinical, 'admission-a', [rated], rows, 2);
    expect(folded.writes.rows.map(({ kind, table }) => `${kind} ${table.name}`)).toEqual([
      'update review_entry',
      'update review',
      'insert past_review_entry',
    ]);
  });

  test('writes nothing for a row that came and went, but keeps what it was', () => {
    const folded = fold(clinical, 'admission-a', [
      admitted(),
      reviewAdded('r', [entry('e')]),
      { type: 'ReviewDeleted', data: { reviewId: 'r' } },
    ]);
    expect(folded.writes.rows.map(({ kind, table }) => `${kind} ${table.name}`)).toEqual([
      'insert admission',
      'insert past_review_entry',
      'insert past_review',
    ]);
  });

  test('remembers each image of a removed group once', () => {
    const group = (groupId: string): DomainEvent[] => [
      { type: 'GalleryGroupAdded', data: { groupId, title: '', images: ['one', 'one', 'two'] } },
      { type: 'GalleryGroupRemoved', data: { groupId } },
    ];
    const { rows } = fold(clinical, 'admission-a', [admitted(), ...group('g'), ...group('h')]);
    expect(rows.all(removedImage).map(({ image }) => image)).toEqual(['one', 'two']);
    expect(rows.all(admission)).toMatchObject([{ version: '4' }]);
  });

  test('ends with no rows, and says whose past may be kept', () => {
    const folded = fold(clinical, 'admission-a', [admitted(), { type: 'AdmissionDeleted', data: {} }]);
    expect(folded.writes.shared).toEqual([
      { kind: 'past ends', patientId: 'p-1' },
      { kind: 'chart seen ends', admissionId: 'a' },
    ]);
    expect(folded.rows.bytes).toBe(0);
  });

  test.each([
    ['an entry that is not there', [admitted(), rated], 'RowMissing'],
    ['a review whose admission is not there', [reviewAdded('r')], 'RowMissing'],
    ['a review that is there already', [admitted(), reviewAdded('r'), reviewAdded('r')], 'RowExists'],
  ] as const)('stops at %s', (_what, events, name) => {
    expect(() => fold(clinical, 'admission-a', events)).toThrow(expect.objectContaining({ name }));
  });

  test('does not change the rows that it is given', () => {
    const { rows } = fold(clinical, 'admission-a', [admitted(), reviewAdded('r', [entry('e')])]);
    const before = rows.all(reviewEntry);
    clinical.project(rows, stored('admission-a', rated, 2));
    expect(rows.all(reviewEntry)).toEqual(before);
    expect(rows.takeWrites().rows).toEqual([]);
  });
});

test('the changes of an error are appended, with the day of its review', () => {
  const folded = fold(audit, 'admission-a', [
    admitted(),
    reviewAdded('r', [entry('e')]),
    { type: 'ReviewMedicationUpdated', data: { reviewId: 'r', entry: entry('e', { errSeverity: 'D' }) } },
    { type: 'ErrorRated', data: { reviewId: 'r', entryId: 'e', rating: 4 } },
  ]);
  expect(written(folded, 'insert', errorChange.name)).toMatchObject([
    { revision: '1', what: ['added'], day: '2026-03-02' },
    { revision: '2', what: ['severity'], day: '2026-03-02', severity: 'D', severity_before: 'B' },
    { revision: '3', what: ['rating'], day: null, rating: 4, rating_before: null },
  ]);
  expect(folded.rows.all(auditedEntry)).toMatchObject([{ standing: { rating: 4, errSeverity: 'D' } }]);
  expect(folded.writes.shared).toEqual([{ kind: 'patient known', patientId: 'p-1' }]);
});

test('a deleted patient leaves the mark of the erasure only', () => {
  const facts = { firstName: 'أحمد', middleName: '', lastName: '', fourthName: '', birthdate: day('1950-02-28') };
  const folded = fold(patients, 'patient-p-1', [
    { type: 'PatientRegistered', data: { teamId: 't-1', ...facts, medicalRecordNumber: '' } },
    { type: 'PatientCorrected', data: { ...facts, medicalRecordNumber: '7' } },
    { type: 'PatientDeleted', data: {} },
  ]);
  expect(folded.rows.all(patient)).toEqual([]);
  expect(folded.rows.all(erasedPatient)).toMatchObject([{ team_id: 't-1' }]);
  expect(pastOf(folded, patient)).toEqual([]);
  expect(folded.writes.shared).toEqual([{ kind: 'patient erased', patientId: 'p-1' }]);
});

test('a team and its members have one version', () => {
  const { rows, writes } = fold(directory, 'team-t-1', [
    { type: 'TeamCreated', data: { name: 'ICU', specialty: 1, about: '', adminId: 'u-1', adminEmail: '' } },
    { type: 'TeamMemberAdded', data: { userId: 'u-1', email: '', role: 'pharmacist' } },
    { type: 'TeamMemberAdded', data: { userId: 'u-2', email: '', role: 'physician' } },
    { type: 'TeamMemberRemoved', data: { userId: 'u-1' } },
  ]);
  expect(rows.all(team)).toMatchObject([{ version: '3' }]);
  expect(rows.all(teamMember)).toMatchObject([{ user_id: 'u-2', is_physic: true, can_edit: false, position: 2 }]);
  expect(writes.shared).toEqual([{ kind: 'member has seen', teamId: 't-1', userId: 'u-1' }]);
});

test('an e-mail is verified when it is the account’s own', () => {
  const registered: DomainEvent = {
    type: 'UserRegistered',
    data: { firstName: '', lastName: '', email: 'a@b', phone: '', phoneNormalised: '', start: day('2026-03-01') },
  };
  const verified = (email: string): DomainEvent => ({ type: 'UserEmailVerified', data: { email } });
  const after = (email: string) => fold(directory, 'user-u', [registered, verified(email)]).rows.all(appUser);
  expect([after('a@b'), after('c@d')]).toMatchObject([[{ email_verified: true }], [{ email_verified: false }]]);
});

test('a trade label that was left out stays as withdrawn', () => {
  const content = { label: 'Paracetamol', errTemps: [], tags: [], tips: '' };
  const [one, two] = [
    { _id: 'd.1', label: 'Panadol' },
    { _id: 'd.2', label: 'Adol' },
  ];
  const { rows } = fold(catalogue, 'drug-d', [
    { type: 'DrugAdded', data: { ...content, tradeLabels: [one, two] } },
    { type: 'DrugChanged', data: { ...content, tradeLabels: [two], compatibility: [] } },
  ]);
  expect(rows.all(drug)).toMatchObject([{ version: '1' }]);
  expect(rows.all(tradeLabel)).toMatchObject([
    { label: 'Panadol', position: 0, withdrawn: true },
    { label: 'Adol', position: 0, withdrawn: false },
  ]);
});

test('tags have the order of adding', () => {
  const { rows } = fold(catalogue, 'catalogue', [
    { type: 'TagAdded', data: { tagId: 'a', label: 'Renal' } },
    { type: 'TagAdded', data: { tagId: 'b', label: 'Liver' } },
    { type: 'TagRenamed', data: { tagId: 'a', label: 'Kidney' } },
  ]);
  expect(rows.all(tag)).toMatchObject([
    { label: 'Kidney', position: 1, version: '2' },
    { label: 'Liver', position: 2, version: '1' },
  ]);
});

test('an access is appended, and no fold reads it', () => {
  const folded = fold(accesses, 'access-t-1-2026-03', [
    { type: 'ChartOpened', data: { admissionId: 'a', patientId: 'p' } },
  ]);
  expect(written(folded, 'insert', access.name)).toMatchObject([
    { access_id: 'id-0', kind: 'ChartOpened', admission_id: 'a', report: null },
  ]);
  expect(folded.rows.all(access)).toEqual([]);
});

test('each new version of a statement counts up and takes the approval away', () => {
  const written: DomainEvent = { type: 'StatementWritten', data: { statementId: 's', content: { kind: 'pair' } } };
  const approved: DomainEvent = { type: 'StatementApproved', data: { statementId: 's', approvedBy: 'Dr. Hany' } };
  const rowAfter = (...events: DomainEvent[]) =>
    fold(catalogue, 'catalogue', events).rows.find(statement, { statement_id: 's' });
  expect(rowAfter(written, approved)).toMatchObject({
    statement_version: 1,
    approved_by: 'Dr. Hany',
    approved_at: '2026-03-01T10:01:00.000Z',
    version: '1',
  });
  const draft = { approved_by: '', approved_at: null };
  expect(rowAfter(written, approved, written)).toMatchObject({ statement_version: 2, position: 1, ...draft });
  expect(rowAfter(written, approved, { type: 'StatementWithdrawn', data: { statementId: 's' } })).toMatchObject(draft);
});
