import type { StoredEvent } from 'service-kit/event-log/port';
import { expect, test } from 'vitest';
import { brokenPromises, differingFromLog, firstDifference, foldedView, outlineOf } from './compare.ts';
import type { Intention } from './ledger.ts';
import type { View } from './view.ts';

const event = (revision: bigint, commandId: string, type = 'PhysicianNoteEdited', data: object = {}): StoredEvent =>
  ({
    id: `event-${revision}`,
    stream: 'admission-a',
    position: undefined,
    created: new Date(0),
    unreadable: false,
    revision,
    type,
    data,
    metadata: { commandId, actorId: 'omar', occurredAt: '2026-03-01T10:00:00.000Z', schemaVersion: 1 },
  }) as StoredEvent;
const intention = (commandId: string, outcome: Partial<Intention>): Intention => ({
  commandId,
  what: 'EditPhysicianNote',
  admission: 'a',
  mayChangeNothing: false,
  sentAt: 0,
  answeredAt: 0,
  ...outcome,
});
const acknowledged = (revision: number) => ({ acknowledged: { stream: 'admission-a', revision } });
const refused = (status: number, reason?: string) => ({ refused: { status, reason } });
const nothing = { lost: [], doubled: [], refusedButWritten: [], misplaced: [] };

const found = (intentions: readonly Intention[], events: readonly StoredEvent[], marks: readonly string[] = []) =>
  brokenPromises(intentions, marks, new Map([['admission-a', events]]));

test('an acknowledged command is in the log once, at the acknowledged revision', () => {
  expect(found([intention('one', acknowledged(1))], [event(0n, 'one'), event(1n, 'one')])).toEqual(nothing);
  expect(found([intention('one', acknowledged(1))], [event(0n, 'other')])).toEqual({
    ...nothing,
    lost: ['EditPhysicianNote'],
  });
  expect(found([intention('one', acknowledged(1))], [event(0n, 'one')])).toEqual({
    ...nothing,
    misplaced: ['EditPhysicianNote'],
  });
  expect(found([intention('one', acknowledged(2))], [event(0n, 'one'), event(1n, 'other'), event(2n, 'one')])).toEqual({
    ...nothing,
    doubled: ['EditPhysicianNote'],
  });
});
test('a command that may change nothing may have written nothing', () => {
  expect(found([intention('one', { ...acknowledged(1), mayChangeNothing: true })], [])).toEqual(nothing);
});
test('a refused command is not in the log; one without an answer may be', () => {
  expect(found([intention('one', refused(409, 'too-many-entries'))], [event(0n, 'one')])).toEqual({
    ...nothing,
    refusedButWritten: ['EditPhysicianNote 409 too-many-entries: PhysicianNoteEdited of admission-a'],
  });
  expect(found([intention('one', {})], [event(0n, 'one')])).toEqual(nothing);
});
test('a command that is sent again after its chart has left the team is refused with 403 or 404, and may be in the log', () => {
  const accepted = event(1n, 'accept', 'TransferAccepted');
  const after = (status: number) => found([intention('one', refused(status))], [event(0n, 'one'), accepted]);
  expect(after(403)).toEqual(nothing);
  expect(after(404)).toEqual(nothing);
  expect(after(409)).toEqual({
    ...nothing,
    refusedButWritten: ['EditPhysicianNote 409: PhysicianNoteEdited of admission-a'],
  });
  expect(found([intention('one', refused(404))], [accepted, event(2n, 'one')])).toEqual({
    ...nothing,
    refusedButWritten: ['EditPhysicianNote 404: PhysicianNoteEdited of admission-a'],
  });
});
test('a move that the other chart did not take is refused, and came back', () => {
  const away = event(0n, 'move', 'MovedToAnotherChart', { moveId: 'm1', what: { id: 'n1' } });
  const back = (moveId: string) => event(1n, 'end', 'MoveReturned', { moveId });
  const of = (reason: string, events: readonly StoredEvent[]) =>
    found([intention('move', refused(409, reason))], events);
  expect(of('move-returned', [away, back('m1')])).toEqual(nothing);
  const written = ['EditPhysicianNote 409 move-returned: MovedToAnotherChart of admission-a'];
  expect(of('move-returned', [away, back('m2')])).toMatchObject({ refusedButWritten: written });
  expect(of('move-under-way', [away, back('m1')])).toMatchObject({
    refusedButWritten: ['EditPhysicianNote 409 move-under-way: MovedToAnotherChart of admission-a'],
  });
});
test('a move is acknowledged at its end in the first chart', () => {
  const away = event(0n, 'move', 'MovedToAnotherChart', { moveId: 'm1', what: { id: 'n1' } });
  const end = (moveId: string) => event(2n, 'end', 'MoveCompleted', { moveId });
  // The end may have more events, such as the end of a review that has no entry any more.
  const of = (moveId: string) =>
    found([intention('move', acknowledged(3))], [away, event(1n, 'other'), end(moveId), event(3n, 'end')]);
  expect(of('m1')).toEqual(nothing);
  expect(of('m2')).toMatchObject({ misplaced: ['EditPhysicianNote'] });
});
test('an entity that two keys created is doubled', () => {
  const made = (revision: bigint, commandId: string) =>
    event(revision, commandId, 'PhysicianNoteAdded', { noteId: commandId, note: '<p>edit 1 of client 2.</p>' });
  expect(found([], [made(0n, 'one'), made(1n, 'two')], ['edit 1 of client 2.', 'edit 1 of client 22.'])).toEqual({
    ...nothing,
    doubled: ['edit 1 of client 2.'],
  });
});

test('a view that lacks an event of the log differs from it', () => {
  const events = [
    event(0n, 'admit', 'PatientAdmitted', {
      patientId: 'p',
      teamId: 't',
      admissionDate: '2026-01-10',
      admissionDetails: '',
    }),
    event(1n, 'note', 'PhysicianNoteAdded', { noteId: 'a.n', noteDate: '2026-01-11', note: 'x' }),
  ];
  const note = {
    _id: 'a.n',
    admissionId: 'a',
    patientId: 'p',
    teamId: 't',
    noteDate: '2026-01-11',
    note: 'x',
    userId: 'omar',
    userName: 'Omar',
    userPhone: '',
    createdAt: '2026-03-01T10:00:00.000Z',
    version: 1,
  };
  const details = {
    _id: 'a',
    patient: 'p',
    team: 't',
    admissionDate: '2026-01-10',
    admissionDetails: '',
    room: '',
    bed: '',
    consultant: '',
    workingDiagnosis: '',
    dischargeDate: null,
    dischargeStatus: null,
    dischargeNote: '',
    reviewsCount: 0,
    notesCount: 1,
    gallery: [],
    version: 0,
    teamName: 'ICU',
    patientDetails: {},
  };
  const view = (notes: (typeof note)[]) => ({ details, reviews: [], notes, medications: [] }) as unknown as View;
  expect(differingFromLog('a', view([note]), events)).toEqual([]);
  expect(differingFromLog('a', view([]), events)).toEqual(['notes']);
  expect(differingFromLog('a', view([{ ...note, note: 'y' }]), events)).toEqual(['notes']);
});

test('the outline of a part has ids and versions in their order', () => {
  const entry = (id: string, version: number) => ({ _id: id, version, drugTags: [] });
  expect(
    outlineOf([
      { _id: 'review-0001', version: 7, drugErrs: [entry('entry-00a1', 7), entry('entry-00a2', 3)], clinicalNote: 'x' },
      { _id: 'review-0002', version: 2, drugErrs: [] },
    ]),
  ).toBe('0001@7[00a1@7 00a2@3] 0002@2');
  expect(outlineOf(undefined)).toBe('undefined');
});

test('the first difference has its place and both values', () => {
  const shown = (note: string) => [{ _id: 'a' }, { _id: 'b', drugErrs: [{ rating: null, note }] }];
  expect(firstDifference(shown('x'), shown('x'))).toBeUndefined();
  expect(firstDifference(shown('x'), shown('y'))).toBe('[1].drugErrs[0].note: "x" and "y"');
  expect(firstDifference(shown('x').slice(0, 1), shown('x'))).toMatch(/^\[1\]: undefined and \{/);
  expect(firstDifference({ userName: 'Mona' }, {})).toBe('.userName: "Mona" and undefined');
});

test('an erased admission differs from a view that still shows a part of it', () => {
  const events = [
    event(0n, 'admit', 'PatientAdmitted', {}),
    event(1n, 'erase', 'AdmissionErased', { patientId: 'p', teamId: 't', reviews: [], errors: [] }),
  ];
  const gone = { details: undefined, reviews: undefined, notes: undefined, medications: undefined };
  expect(differingFromLog('a', gone, events)).toEqual([]);
  expect(differingFromLog('a', { ...gone, notes: [] }, events)).toEqual(['notes']);
});

test('a record that was moved here comes in the order of its writing, as the server has it', () => {
  const admitted = event(0n, 'admit', 'PatientAdmitted', {
    patientId: 'p',
    teamId: 't',
    admissionDate: '2026-01-10',
    admissionDetails: '',
  });
  const note = (revision: bigint, noteId: string, at: string) => {
    const added = event(revision, noteId, 'PhysicianNoteAdded', { noteId, noteDate: '2026-01-11', note: 'x' });
    return { ...added, metadata: { ...added.metadata, occurredAt: at } };
  };
  const { notes } = foldedView('a', [
    admitted,
    note(1n, 'a.later', '2026-03-01T11:00:00.000Z'),
    note(2n, 'a.earlier', '2026-03-01T10:00:00.000Z'),
  ]);
  expect(notes.map(({ _id }) => _id)).toEqual(['a.earlier', 'a.later']);
});
