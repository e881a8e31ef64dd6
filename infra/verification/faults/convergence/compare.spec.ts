import type { StoredEvent } from 'service-kit/event-log/port';
import { expect, test } from 'vitest';
import { differingFromLog, firstDifference, foldedView } from './compare.ts';
import type { View } from './view.ts';

const event = (revision: bigint, type: string, data: object, occurredAt = '2026-03-01T10:00:00.000Z'): StoredEvent =>
  ({
    id: `event-${revision}`,
    stream: 'admission-a',
    position: undefined,
    created: new Date(0),
    unreadable: false,
    revision,
    type,
    data,
    metadata: { commandId: `command-${revision}`, actorId: 'omar', occurredAt, schemaVersion: 1 },
  }) as StoredEvent;
const facts = { patientId: 'p', teamId: 't', admissionDate: '2026-01-10', admissionDetails: '' };
const admitted = event(0n, 'PatientAdmitted', facts);
const note = (revision: bigint, noteId: string, at?: string) =>
  event(revision, 'PhysicianNoteAdded', { noteId, noteDate: '2026-01-11', note: 'x' }, at);

test('a view that lacks an event of the log differs from it, and names of people do not count', async () => {
  const events = [admitted, note(1n, 'a.n')];
  const view = { ...(await foldedView('a', events)) } as unknown as View;
  const [shown] = view.notes!;
  const named = { ...view, notes: [{ ...shown!, userName: 'Omar' }] };
  expect(await differingFromLog('a', named, events)).toEqual([]);
  expect(await differingFromLog('a', { ...view, notes: [] }, events)).toHaveLength(1);
  expect(await differingFromLog('a', { ...view, notes: [{ ...shown!, note: 'y' }] }, events)).toEqual([
    'notes[0].note: "y" and "x"',
  ]);
});

test('an erased admission differs from a view that still shows a part of it', async () => {
  const erased = event(1n, 'AdmissionErased', { patientId: 'p', teamId: 't', reviews: [], errors: [] });
  const gone = { details: undefined, reviews: undefined, notes: undefined, medications: undefined };
  expect(await differingFromLog('a', gone, [admitted, erased])).toEqual([]);
  expect(await differingFromLog('a', { ...gone, notes: [] }, [admitted, erased])).toEqual(['notes']);
});

test('a record that was moved here comes in the order of its writing, as the server has it', async () => {
  const events = [admitted, note(1n, 'a.later', '2026-03-01T11:00:00.000Z'), note(2n, 'a.earlier')];
  const { notes } = await foldedView('a', events);
  expect(notes).toMatchObject([{ _id: 'a.earlier' }, { _id: 'a.later' }]);
});

test('the first difference has its place and both values', () => {
  const shown = (text: string) => [{ _id: 'a' }, { _id: 'b', drugErrs: [{ rating: null, note: text }] }];
  expect(firstDifference(shown('x'), shown('x'))).toBeUndefined();
  expect(firstDifference(shown('x'), shown('y'))).toBe('[1].drugErrs[0].note: "x" and "y"');
  expect(firstDifference(shown('x').slice(0, 1), shown('x'))).toMatch(/^\[1\]: undefined and \{/);
  expect(firstDifference({ userName: 'Mona' }, {})).toBe('.userName: "Mona" and undefined');
});
