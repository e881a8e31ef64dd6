import { aggregates } from 'language/domain/aggregates';
import { isNoError } from 'language/domain/values/codes';
import type { DomainEvent, Recorded } from 'language/domain/command';
import { refuseMalformed } from 'service-kit/event-log/stored-form';
import { describe, expect, test } from 'vitest';
import { hospitalGroup } from './days.ts';
import type { DecidedEvent } from './recorder.ts';
import { FIRST_DAY, type LogRequest } from './size.ts';

const request = { seed: 1, scale: 0.001 };
const eventsOf = (asked: LogRequest): DecidedEvent[] => [...hospitalGroup(asked).days].flat();
const log = eventsOf(request);
const ofType = (type: string) => log.filter(({ event }) => event.type === type);
const streams = new Map<string, DecidedEvent[]>();
for (const one of log) streams.set(one.stream, [...(streams.get(one.stream) ?? []), one]);

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
    expect(times[0]?.slice(0, 10)).toBe(FIRST_DAY);
    expect(times).toEqual(times.toSorted());
    expect((times.at(-1) ?? '') < '2026-01-01').toBe(true);
  });

  test('never uses an event id twice', () => {
    expect(new Set(log.map(({ event }) => event.id)).size).toBe(log.length);
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

  test('is the same for the same seed, and another one for another', () => {
    const small = { ...request, scale: 0.0001 };
    const once = eventsOf(small);
    expect(eventsOf(small)).toEqual(once);
    expect(eventsOf({ ...small, seed: 2 })[0]?.event.id).not.toBe(once[0]?.event.id);
  });
});

test('none of the patients of a size is lost to rounding', () => {
  const patients = eventsOf({ seed: 1, scale: 0.000137 }).filter(({ event }) => event.type === 'PatientRegistered');
  expect(patients).toHaveLength(27);
});
