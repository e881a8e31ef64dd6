import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { faultSchema, ordinaryClasses, privilegedClasses, scheduleSchema } from './fault.ts';
import { drawSchedule } from './schedule.ts';

const smoke = { seconds: 300, perMinute: 30, classes: ordinaryClasses };

test('the same seed gives the same schedule, and another seed another one', () => {
  expect(drawSchedule({ seed: 7, ...smoke })).toEqual(drawSchedule({ seed: 7, ...smoke }));
  expect(drawSchedule({ seed: 8, ...smoke }).faults).not.toEqual(drawSchedule({ seed: 7, ...smoke }).faults);
});

test('five minutes hold at least 130 faults of every ordinary class, in order of time', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const { faults } = drawSchedule({ seed, ...smoke });
    expect(faults.length).toBeGreaterThanOrEqual(130);
    expect(new Set(faults.map(({ fault }) => fault.class))).toEqual(new Set(ordinaryClasses));
    const times = faults.map(({ at }) => at);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  }
});

test('a projections process is paused longer than the lock of a job, and every service is killed and restarted', () => {
  const faults = drawSchedule({ seed: 3, ...smoke }).faults.map(({ fault }) => fault);
  expect(faults).toContainEqual(
    expect.objectContaining({ class: 'pause', service: 'projections', seconds: expect.toSatisfy((s) => s > 10) }),
  );
  const restarted = faults.flatMap((fault) => (fault.class === 'restart' ? [fault.service] : []));
  expect(new Set(restarted)).toEqual(new Set(['command-api', 'projections', 'query-api', 'event-log', 'gateway']));
  const killed = faults.flatMap((fault) => (fault.class === 'kill' ? [fault.service] : []));
  expect(new Set(killed)).toEqual(
    new Set(['command-api', 'projections', 'query-api', 'event-log', 'gateway', 'postgres']),
  );
});

test('no fault begins after the edits have ended, and the long ones end before', () => {
  for (let seed = 0; seed < 20; seed += 1)
    for (const { at, fault } of drawSchedule({ seed, ...smoke, seconds: 60 }).faults)
      expect(at + ('seconds' in fault ? (fault.seconds ?? 0) : 0)).toBeLessThanOrEqual(57.1);
});

test('a run of half a minute has a fault of every class', () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const { faults } = drawSchedule({ seed, ...smoke, seconds: 40 });
    expect(faults.length).toBeLessThan(30);
    expect(new Set(faults.map(({ fault }) => fault.class))).toEqual(new Set(ordinaryClasses));
  }
});

test('other classes come only where they are asked for', () => {
  const { faults } = drawSchedule({ seed: 1, ...smoke, classes: privilegedClasses });
  expect(new Set(faults.map(({ fault }) => fault.class))).toEqual(new Set(privilegedClasses));
  expect(() => drawSchedule({ seed: 1, ...smoke, classes: [] })).toThrow(RangeError);
});

test('a schedule in a file is read back as it was', () => {
  const drawn = drawSchedule({ seed: 5, ...smoke, classes: [...ordinaryClasses, ...privilegedClasses] });
  expect(scheduleSchema.parse(JSON.parse(JSON.stringify(drawn)))).toEqual(drawn);
  expect(() => faultSchema.parse({ class: 'kill', service: 'nothing' })).toThrow('Invalid');
});

test('the schedule of single faults can be read, and leaves each of them 14 seconds', async () => {
  const text = await readFile(new URL('../one-at-a-time.json', import.meta.url), 'utf8');
  const { faults, seconds } = scheduleSchema.parse(JSON.parse(text));
  expect(faults).toHaveLength(15);
  const times = [...faults.map(({ at }) => at), seconds];
  times.slice(1).forEach((next, index) => expect(next - (times[index] ?? next)).toBeGreaterThanOrEqual(14));
});
