import { aggregates } from 'language/domain/aggregates';
import { isNoError } from 'language/domain/values/codes';
import { calendarDate } from 'language/domain/values/calendar-date';
import type { DomainEvent, Recorded } from 'language/domain/command';
import { refuseMalformed } from 'service-kit/event-log/stored-form';
import { describe, expect, test } from 'vitest';
import { type Day, daysOf } from './days.ts';
import { createDraw, nonceOf } from './draw.ts';
import type { DecidedEvent } from './recorder.ts';
import { DAYS, DEFAULT_UNTIL, newPatients, sizeOf } from './size.ts';

const request = { seed: 1, scale: 0.001, until: DEFAULT_UNTIL };

async function all(days: AsyncIterable<Day>): Promise<Day[]> {
  const read: Day[] = [];
  for await (const day of days) read.push(day);
  return read;
}
const days = await all(daysOf(request));
const log = days.flatMap(({ events }) => events);
const ofType = (type: string) => log.filter(({ event }) => event.type === type);
const streams = new Map<string, DecidedEvent[]>();
for (const one of log) streams.set(one.stream, [...(streams.get(one.stream) ?? []), one]);

test('a patient who comes on the last day may be corrected after their stay has no further step', async () => {
  const [last] = await all(daysOf({ seed: 225, scale: 0.002, until: DEFAULT_UNTIL }, DAYS - 1));
  expect(last?.number).toBe(DAYS - 1);
  expect(last?.events.map(({ event }) => event.type)).toContain('PatientCorrected');
});

/** The state that the domain folds from the events of a stream. */
function folded(stream: string, events: readonly DecidedEvent[]): unknown {
  const kind = Object.keys(aggregates).find((name) => stream === name || stream.startsWith(`${name}-`));
  const aggregate = aggregates[kind as keyof typeof aggregates] as {
    initial: unknown;
    fold(state: unknown, event: Recorded<DomainEvent>): unknown;
  };
  return events.reduce(
    (state, { event, revision }) => aggregate.fold(state, { ...event, revision }),
    aggregate.initial,
  );
}

describe('a generated log', () => {
  test('has events that keep to the schemas of the product', () => {
    for (const { event } of log) refuseMalformed(event);
    expect(log.length).toBeGreaterThan(5_000);
  });

  test('numbers the events of each stream without gaps, and each stream folds', () => {
    for (const [stream, events] of streams) {
      expect(events.map(({ revision }) => revision)).toEqual(events.map((_, index) => BigInt(index)));
      expect(folded(stream, events)).not.toMatchObject({ status: 'none' });
    }
  });

  test('goes forward in time from its first day to its last one', () => {
    const times = log.map(({ event }) => event.metadata.recordedAt ?? '');
    const { firstDay } = sizeOf(request);
    expect(times[0]?.slice(0, 10)).toBe(firstDay);
    // A clock of a stream never goes back, so an event may be recorded a moment after one that comes behind it.
    const back = times.filter((time, index) => time < (times[index - 1] ?? ''));
    expect(back.length).toBeLessThan(log.length / 100);
    expect((times.at(-1) ?? '') < '2026-01-01').toBe(true);
  });

  test('never uses an event id, or a nonce, twice', () => {
    expect(new Set(log.map(({ event }) => event.id)).size).toBe(log.length);
    expect(new Set(log.map(({ event }) => nonceOf(event.id).toString('hex'))).size).toBe(log.length);
  });

  test('has the shares of the yardstick', () => {
    const entries = new Map<string, string>();
    for (const { event } of log) {
      const data = event.data as {
        entries?: { entryId: string; errType: string }[];
        entry?: { entryId: string; errType: string };
        entryId?: string;
      };
      for (const entry of [...(data.entries ?? []), ...(data.entry ? [data.entry] : [])])
        entries.set(entry.entryId, entry.errType);
      if (event.type === 'ReviewMedicationRemoved') entries.delete(data.entryId ?? '');
    }
    const reviews = ofType('ReviewAdded').length + ofType('ReviewDuplicated').length;
    expect(ofType('PatientRegistered')).toHaveLength(200);
    expect(ofType('PatientAdmitted').length / 200).toBeCloseTo(1.5, 0);
    expect(reviews / ofType('PatientAdmitted').length).toBeCloseTo(3.3, 0);
    expect(entries.size / reviews).toBeGreaterThan(9);
    expect(entries.size / reviews).toBeLessThan(11);
    const errors = [...entries.values()].filter((type) => !isNoError(type)).length;
    expect(errors / entries.size).toBeGreaterThan(0.045);
    expect(errors / entries.size).toBeLessThan(0.075);
  });

  test('is the same for the same seed, and another one for another', async () => {
    const small = { ...request, scale: 0.0001 };
    const once = await all(daysOf(small));
    expect(await all(daysOf(small))).toEqual(once);
    const other = await all(daysOf({ ...small, seed: 2 }));
    expect(other[0]?.events[0]?.event.id).not.toBe(once[0]?.events[0]?.event.id);
  });

  test('goes on from any day with the events that an uninterrupted run has', async () => {
    const from = DAYS - 40;
    const rest = await all(daysOf(request, from));
    expect(rest).toEqual(days.slice(from));
    expect(rest.flatMap(({ events }) => events).length).toBeGreaterThan(0);
  });
});

test('the patients of a size come evenly, and none is lost to rounding', () => {
  const size = sizeOf({ seed: 1, scale: 0.0137, until: calendarDate('2025-06-30') });
  let patients = 0;
  for (let day = 0; day < DAYS; day += 1)
    for (let team = 0; team < size.teams; team += 1) patients += newPatients(size, day, team);
  expect(patients).toBe(2_740);
});

test('keys and ids derive from the seed', () => {
  expect(createDraw(1).patientKey('p-1')).toEqual(createDraw(1).patientKey('p-1'));
  expect(createDraw(1).patientKey('p-1')).not.toEqual(createDraw(2).patientKey('p-1'));
  expect(createDraw(1).commandId('a')).not.toBe(createDraw(2).commandId('a'));
});
