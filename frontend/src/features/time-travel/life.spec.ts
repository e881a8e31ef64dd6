import { expect, test } from 'vitest';
import {
  atOf,
  busyness,
  firstOf,
  instantAt,
  isNewest,
  lastOf,
  lifeOf,
  moved,
  neighbour,
  placeIn,
  revisionAt,
  stepsOf,
  turned,
  usualStep,
  type Place,
} from './life.ts';

const start = Date.parse('2026-03-01T08:00:00.000Z');
const HOUR = 3_600_000;
const life = lifeOf({ stream: 'admission-a1', from: '2026-03-01T08:00:00.000Z', after: [0, HOUR, HOUR, 30 * HOUR] });
const change = (at: number): Place => ({ by: 'change', at });
const time = (hours: number): Place => ({ by: 'time', at: start + hours * HOUR });

test('what the address names is a change or an instant, brought within the life', () => {
  expect(placeIn(life, '2')).toEqual(change(2));
  expect(placeIn(life, '99')).toEqual(change(3));
  expect(placeIn(life, '2026-03-01T10:00:00+02:00')).toEqual(time(0));
  expect([placeIn(life, '2020-01-01T00:00:00Z'), placeIn(life, '2030-01-01T00:00:00Z')]).toEqual([time(0), time(30)]);
  expect([placeIn(life, ''), placeIn(life, 'yesterday'), placeIn(life, '-1'), placeIn(life, '2026-03-01')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  for (const place of [change(2), time(7)]) expect(placeIn(life, atOf(place))).toEqual(place);
});

test('an instant shows the last change before the first that came later, as the server has it', () => {
  expect([time(0), time(0.5), time(1), time(29.9), time(30)].map((place) => revisionAt(life, place))).toEqual([
    0, 0, 2, 2, 3,
  ]);
  expect([isNewest(life, time(29.9)), isNewest(life, time(30)), isNewest(life, change(3))]).toEqual([
    false,
    true,
    true,
  ]);
  // A second process whose clock is behind: the order of the stream counts.
  const behind = lifeOf({ stream: '', from: '2026-03-01T08:00:00.000Z', after: [0, 10, 8] });
  expect(revisionAt(behind, { by: 'time', at: start + 8 })).toBe(0);
  expect(revisionAt(behind, lastOf(behind, 'time'))).toBe(2);
});

test('after the deletion of the admission there is no chart', () => {
  expect(lifeOf({ stream: '', from: '2026-03-01T08:00:00.000Z', after: [0, HOUR], deleted: true })).toEqual([start]);
});

test('turning from changes to hours and back stays where one is', () => {
  expect(turned(life, change(3), 'time')).toEqual(time(30));
  expect(turned(life, time(5), 'change')).toEqual(change(2));
  expect(instantAt(life, change(1))).toBe(start + HOUR);
});

test('the next and the previous change; of what came in one moment the clock sees the last alone', () => {
  expect([neighbour(life, change(0), 1), neighbour(life, change(0), -1), neighbour(life, change(3), 1)]).toEqual([
    change(1),
    undefined,
    undefined,
  ]);
  expect(neighbour(life, time(0), 1)).toEqual(time(1));
  expect(neighbour(life, time(5), -1)).toEqual(time(0));
  expect(neighbour(life, time(5), 1)).toEqual(time(30));
  expect(neighbour(life, time(30), 1)).toBeUndefined();
});

test('steps that go beyond the life are not offered, and at first a life has some of them', () => {
  expect([stepsOf(life, 'change'), stepsOf(life, 'time')]).toEqual([[1], [60_000, HOUR, 24 * HOUR]]);
  expect([usualStep(life, 'change'), usualStep(life, 'time')]).toEqual([1, HOUR]);
  expect(usualStep([start, start + 8 * 24 * HOUR], 'time')).toBe(24 * HOUR);
  // In a life of minutes a step is a second.
  expect([stepsOf([start], 'time'), stepsOf([start, start + 240_000], 'time')]).toEqual([[1_000], [1_000, 60_000]]);
  expect([
    usualStep([start], 'time'),
    usualStep([start, start + 240_000], 'time'),
    usualStep([start, start + 1_800_000], 'time'),
  ]).toEqual([1_000, 1_000, 60_000]);
  expect([moved(life, change(2), 10), moved(life, time(2), -24 * HOUR)]).toEqual([
    lastOf(life, 'change'),
    firstOf(life, 'time'),
  ]);
  expect(
    stepsOf(
      Array.from({ length: 200 }, () => start),
      'change',
    ),
  ).toEqual([1, 10, 100]);
});

test('how much happened when', () => {
  expect(busyness(life, 3)).toEqual([1, 0, 1 / 3]);
  expect(busyness([start], 2)).toEqual([1, 0]);
});
