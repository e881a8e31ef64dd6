import type { Review } from 'language/contract/entities';
import { expect, test } from 'vitest';
import { railItems, reviewInView } from './rail-days.ts';

const review = (reviewDate: string) => ({ _id: reviewDate, reviewDate }) as Review;
const shown = (days: readonly string[], until: string) =>
  railItems(days.map(review), '2026-03-01', until).map((item) =>
    'from' in item ? `${item.from}-${item.to}` : item.reviewDate.slice(8),
  );

test('days of the stay without a review are shown: before the first, between, and up to today', () => {
  expect(shown(['2026-03-02', '2026-03-02', '2026-03-03', '2026-03-05'], '2026-03-08')).toEqual([
    '1-1',
    '02',
    '02',
    '03',
    '4-4',
    '05',
    '6-8',
  ]);
});

test('no day after the discharge is a day without a review, also where a review is later', () => {
  expect(shown(['2026-03-01', '2026-03-06'], '2026-03-03')).toEqual(['01', '2-3', '06']);
});

test('a review of tomorrow, and an admission of the future, bring no days', () => {
  expect(shown(['2026-03-01', '2026-03-02'], '2026-03-01')).toEqual(['01', '02']);
  expect(shown([], '2026-02-27')).toEqual([]);
});

/** A window of 900 px whose banner ends at 100. Reviews are given as [id, top, bottom]; `+` is an open one. */
const read = (boxes: readonly [string, number, number][], toScroll: number) =>
  reviewInView(
    boxes.map(([id, top, bottom]) => ({ id, isOpen: id.startsWith('+'), top, bottom })),
    { top: 100, bottom: 900, toScroll },
  );

test('the open review at the top of the view is read', () => {
  expect(
    read(
      [
        ['+8', -400, 104],
        ['+9', 106, 700],
        ['+10', 702, 1500],
      ],
      5_000,
    ),
  ).toBe('+9');
});

test('the newest review is read where it is in the lower part of the window and closed ones are above it', () => {
  expect(
    read(
      [
        ['5', 400, 440],
        ['6', 442, 480],
        ['+7', 612, 1300],
      ],
      460,
    ),
  ).toBe('+7');
});

test('at the end of the page the last open review is read, which cannot come to the top', () => {
  expect(
    read(
      [
        ['+10', 80, 500],
        ['+11', 502, 780],
      ],
      0,
    ),
  ).toBe('+11');
});

test('where no review is open, the one at the line is marked, and none that is out of view', () => {
  expect(
    read(
      [
        ['1', 110, 150],
        ['2', 152, 190],
        ['3', 192, 230],
      ],
      5_000,
    ),
  ).toBe('2');
  expect(read([['+1', -500, 90]], 5_000)).toBeUndefined();
});
