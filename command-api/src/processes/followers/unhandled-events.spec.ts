import { expect, test } from 'vitest';
import type { EventLog, RawEvent } from 'service-kit/event-log/port';
import { createUnhandledEvents } from './unhandled-events.ts';

const at = (commit: bigint) => ({ commit, prepare: commit });
const event = (commit: bigint, type: string, stream = 'admission-1'): RawEvent => ({
  stream,
  revision: commit,
  id: `event-${commit}`,
  type,
  data: {},
  metadata: {},
  position: at(commit),
  created: new Date(0),
});
const logOf = (...events: RawEvent[]): Pick<EventLog, 'readAllRaw'> => ({
  async *readAllRaw({ after, maxCount }) {
    yield* events.filter(({ position }) => (position?.commit ?? 0n) > (after?.commit ?? 0n)).slice(0, maxCount);
  },
});
const isDeletion = ({ type }: RawEvent): boolean => type === 'AdmissionDeleted';

test('it finds the first event of the follower that was not handled, and finds it again until it is', async () => {
  const log = logOf(event(1n, 'AdmissionDeleted'), event(2n, 'ReviewAdded'), event(3n, 'AdmissionDeleted'));
  const unhandled = createUnhandledEvents(log, isDeletion, undefined);
  expect((await unhandled.next(undefined)).waiting?.id).toBe('event-1');
  expect((await unhandled.next(at(1n))).waiting?.id).toBe('event-3');
  expect((await unhandled.next(at(1n))).waiting?.id).toBe('event-3');
  expect(unhandled.place?.eventId).toBe('event-2');
  expect(await unhandled.next(at(3n))).toEqual({ waiting: undefined, isMore: false });
  expect(unhandled.place?.eventId).toBe('event-3');
});

test('its place moves with events of others, and is never an event of the server itself', async () => {
  const log = logOf(event(1n, 'ReviewAdded'), event(2n, '$metadata', '$$admission-1'));
  const unhandled = createUnhandledEvents(log, isDeletion, undefined);
  expect(await unhandled.next(undefined)).toEqual({ waiting: undefined, isMore: false });
  expect(unhandled.place?.eventId).toBe('event-1');
  expect(unhandled.count).toBe(2);
});

test('a long log is read page by page', async () => {
  const log = logOf(...Array.from({ length: 900 }, (_, n) => event(BigInt(n + 1), 'ReviewAdded')));
  const unhandled = createUnhandledEvents(log, isDeletion, undefined);
  expect(await unhandled.next(undefined)).toEqual({ waiting: undefined, isMore: true });
  expect(unhandled.place?.eventId).toBe('event-500');
  expect(await unhandled.next(undefined)).toEqual({ waiting: undefined, isMore: false });
  expect(unhandled.place?.eventId).toBe('event-900');
});
