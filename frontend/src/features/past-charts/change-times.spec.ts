import { expect, test } from 'vitest';
import {
  formatPosition,
  changeDensity,
  firstPosition,
  instantAt,
  isNewest,
  lastPosition,
  changeTimesOf,
  moveBy,
  adjacentChange,
  parsePosition,
  revisionAt,
  spanOf,
  stepSizes,
  toAxis,
  defaultStep,
  type SliderPosition,
} from './change-times.ts';

const start = Date.parse('2026-03-01T08:00:00.000Z');
const HOUR = 3_600_000;
const times = changeTimesOf({
  stream: 'admission-a1',
  from: '2026-03-01T08:00:00.000Z',
  after: [0, HOUR, HOUR, 30 * HOUR],
});
const change = (at: number): SliderPosition => ({ by: 'change', at });
const time = (hours: number): SliderPosition => ({ by: 'time', at: start + hours * HOUR });

test('the address holds a change or an instant, limited to the first and the last change', () => {
  expect(parsePosition(times, '2')).toEqual(change(2));
  expect(parsePosition(times, '99')).toEqual(change(3));
  expect(parsePosition(times, '2026-03-01T10:00:00+02:00')).toEqual(time(0));
  expect([parsePosition(times, '2020-01-01T00:00:00Z'), parsePosition(times, '2030-01-01T00:00:00Z')]).toEqual([
    time(0),
    time(30),
  ]);
  expect([
    parsePosition(times, ''),
    parsePosition(times, 'yesterday'),
    parsePosition(times, '-1'),
    parsePosition(times, '2026-03-01'),
  ]).toEqual([undefined, undefined, undefined, undefined]);
  for (const position of [change(2), time(7)]) expect(parsePosition(times, formatPosition(position))).toEqual(position);
});

test('an instant shows the change before the first later one, by the rule of the server', () => {
  expect([time(0), time(0.5), time(1), time(29.9), time(30)].map((position) => revisionAt(times, position))).toEqual([
    0, 0, 2, 2, 3,
  ]);
  expect([isNewest(times, time(29.9)), isNewest(times, time(30)), isNewest(times, change(3))]).toEqual([
    false,
    true,
    true,
  ]);
  // The clock of a second process is behind: the order of the stream decides.
  const behind = changeTimesOf({ stream: '', from: '2026-03-01T08:00:00.000Z', after: [0, 10, 8] });
  expect(revisionAt(behind, { by: 'time', at: start + 8 })).toBe(0);
  expect(revisionAt(behind, lastPosition(behind, 'time'))).toBe(2);
});

test('after the deletion of the admission there is no chart', () => {
  expect(changeTimesOf({ stream: '', from: '2026-03-01T08:00:00.000Z', after: [0, HOUR], deleted: true })).toEqual([
    start,
  ]);
});

test('changing the axis keeps the position', () => {
  expect(toAxis(times, change(3), 'time')).toEqual(time(30));
  expect(toAxis(times, time(5), 'change')).toEqual(change(2));
  expect(instantAt(times, change(1))).toBe(start + HOUR);
});

test('the next and the previous change; by the clock the last of the changes with one time', () => {
  expect([
    adjacentChange(times, change(0), 1),
    adjacentChange(times, change(0), -1),
    adjacentChange(times, change(3), 1),
  ]).toEqual([change(1), undefined, undefined]);
  expect(adjacentChange(times, time(0), 1)).toEqual(time(1));
  expect(adjacentChange(times, time(5), -1)).toEqual(time(0));
  expect(adjacentChange(times, time(5), 1)).toEqual(time(30));
  expect(adjacentChange(times, time(30), 1)).toBeUndefined();
});

test('steps longer than the admission are not offered, and the default leaves some steps', () => {
  expect([stepSizes(times, 'change'), stepSizes(times, 'time')]).toEqual([[1], [60_000, HOUR, 24 * HOUR]]);
  expect([defaultStep(times, 'change'), defaultStep(times, 'time')]).toEqual([1, HOUR]);
  expect(defaultStep([start, start + 8 * 24 * HOUR], 'time')).toBe(24 * HOUR);
  // In an admission of minutes a step is a second.
  expect([stepSizes([start], 'time'), stepSizes([start, start + 240_000], 'time')]).toEqual([[1_000], [1_000, 60_000]]);
  expect([
    defaultStep([start], 'time'),
    defaultStep([start, start + 240_000], 'time'),
    defaultStep([start, start + 1_800_000], 'time'),
  ]).toEqual([1_000, 1_000, 60_000]);
  expect([moveBy(times, change(2), 10), moveBy(times, time(2), -24 * HOUR)]).toEqual([
    lastPosition(times, 'change'),
    firstPosition(times, 'time'),
  ]);
  expect(
    stepSizes(
      Array.from({ length: 200 }, () => start),
      'change',
    ),
  ).toEqual([1, 10, 100]);
});

test('the number of changes in each span as a share of the largest', () => {
  expect(changeDensity(times, 3)).toEqual([1, 0, 1 / 3]);
  expect(changeDensity([start], 2)).toEqual([1, 0]);
});

test('each step by the clock has a name', () => {
  const lived = (ms: number) => [start, start + ms];
  expect(stepSizes(lived(3_600_000 - 1), 'time').map(spanOf)).toEqual(['second', 'minute']);
  expect(stepSizes(lived(30 * 86_400_000), 'time').map(spanOf)).toEqual(['minute', 'hour', 'day', 'week']);
});
