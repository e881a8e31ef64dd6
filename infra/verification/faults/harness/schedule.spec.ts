import { expect, test } from 'vitest';
import { faultClasses } from './fault.ts';
import { drawSchedule } from './schedule.ts';

const drawn = (seed: number, seconds = 300) =>
  drawSchedule(seed, seconds).faults.map(({ at, class: name, fault }) => ({ at, name, ...fault }));
const shown = (seed: number) => drawn(seed).map(({ at, name, how }) => [at, name, how]);

test('the same seed gives the same schedule, and another seed another one', () => {
  expect(shown(7)).toEqual(shown(7));
  expect(shown(8)).not.toEqual(shown(7));
});

test('a run has faults of every class in order of time, also a short one, and none after the edits', () => {
  for (let seed = 0; seed < 20; seed += 1)
    for (const length of [40, 300]) {
      const faults = drawn(seed, length);
      expect(new Set(faults.map(({ name }) => name))).toEqual(new Set(faultClasses));
      const times = faults.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      for (const { at, seconds = 0 } of faults) expect(at + seconds).toBeLessThanOrEqual(length - 2.9);
    }
});

test('a projections process is paused longer than the lock of a job, and every service is killed and restarted', () => {
  const faults = drawn(3);
  const isLong = ({ name, how, seconds = 0 }: (typeof faults)[0]): boolean =>
    name === 'pause' && how.startsWith('projections') && seconds > 10;
  expect(faults.some(isLong)).toBe(true);
  const hit = (name: string) => new Set(faults.filter((fault) => fault.name === name).map(({ how }) => how));
  const restarted = ['command-api', 'projections', 'query-api', 'event-log', 'gateway'];
  expect(hit('restart')).toEqual(new Set(restarted));
  expect(hit('kill')).toEqual(new Set([...restarted, 'postgres']));
});
