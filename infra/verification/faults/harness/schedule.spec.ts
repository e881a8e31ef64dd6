import { expect, test } from 'vitest';
import { ordinaryClasses, privilegedClasses } from './fault.ts';
import { drawSchedule, oneAtATime } from './schedule.ts';

const smoke = { seconds: 300, perMinute: 30, classes: ordinaryClasses };
const classesOf = ({ faults }: ReturnType<typeof drawSchedule>) => new Set(faults.map(({ fault }) => fault.class));

test('the same seed gives the same schedule, and another seed another one', () => {
  expect(drawSchedule({ seed: 7, ...smoke })).toEqual(drawSchedule({ seed: 7, ...smoke }));
  expect(drawSchedule({ seed: 8, ...smoke }).faults).not.toEqual(drawSchedule({ seed: 7, ...smoke }).faults);
});

test('a run has faults of every class in order of time, also a short one, and none after the edits', () => {
  for (let seed = 0; seed < 20; seed += 1)
    for (const seconds of [40, 300]) {
      const drawn = drawSchedule({ seed, ...smoke, seconds });
      expect(classesOf(drawn)).toEqual(new Set(ordinaryClasses));
      const times = drawn.faults.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      for (const { at, fault } of drawn.faults)
        expect(at + ('seconds' in fault ? fault.seconds : 0)).toBeLessThanOrEqual(seconds - 2.9);
    }
});

test('a projections process is paused longer than the lock of a job, and every service is killed and restarted', () => {
  const faults = drawSchedule({ seed: 3, ...smoke }).faults.map(({ fault }) => fault);
  expect(faults).toContainEqual(
    expect.objectContaining({ class: 'pause', service: 'projections', seconds: expect.toSatisfy((s) => s > 10) }),
  );
  const hit = (name: string) =>
    new Set(faults.flatMap((fault) => (fault.class === name && 'service' in fault ? [fault.service] : [])));
  const restarted = ['command-api', 'projections', 'query-api', 'event-log', 'gateway'];
  expect(hit('restart')).toEqual(new Set(restarted));
  expect(hit('kill')).toEqual(new Set([...restarted, 'postgres']));
});

test('other classes come only where they are asked for, and one that hits nothing is left out', () => {
  const privileged = { seed: 1, ...smoke, classes: privilegedClasses };
  expect(classesOf(drawSchedule(privileged))).toEqual(new Set(privilegedClasses));
  const targets = { services: ['query-api'], links: [] } as const;
  expect(classesOf(drawSchedule({ ...privileged, targets }))).toEqual(new Set(['full-disk', 'clock']));
});

test('the schedule of single faults leaves each of them at least 14 seconds', () => {
  const { faults, seconds } = oneAtATime(1);
  const times = [...faults.map(({ at }) => at), seconds];
  times.slice(1).forEach((next, index) => expect(next - (times[index] ?? next)).toBeGreaterThanOrEqual(14));
});
