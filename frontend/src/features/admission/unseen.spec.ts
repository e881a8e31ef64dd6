import type { ChartNews, ChartNewsItem } from 'command-api/contract/news';
import { expect, test } from 'vitest';
import { countedOf, keyOf, marksOf, seenUpTo, unseenOf } from './unseen.ts';

const item = (
  thing: ChartNewsItem['thing'],
  revision: number,
  what: ChartNewsItem['what'] = 'added',
): ChartNewsItem => ({ thing, what, revision, userName: 'Omar Shaker', at: '2026-03-03T08:00:00.000Z' });
const news: ChartNews = {
  _id: 'a1',
  seenAt: '2026-03-02T08:00:00.000Z',
  revision: 12,
  items: [
    item('review:r1', 7),
    item('note:n1', 9, 'changed'),
    item('gallery:g1', 10, 'removed'),
    item('review:r2', 12),
  ],
};

test('a chart is seen up to the oldest thing that was not looked at, and wholly once everything was', () => {
  const after = (...looked: ChartNewsItem[]) => seenUpTo(news, unseenOf(news, new Set(looked.map(keyOf))));
  expect(after()).toBe(6);
  expect(after(news.items[1]!, news.items[3]!)).toBe(6);
  expect(after(news.items[0]!)).toBe(8);
  expect(after(...news.items)).toBe(12);
});
test('what was looked at and is changed again is news again', () => {
  const looked = new Set([keyOf(item('note:n1', 9))]);
  expect(unseenOf({ ...news, items: [item('note:n1', 9), item('note:n1', 13)] }, looked)).toEqual([
    item('note:n1', 13),
  ]);
});
test('the sentence counts by kind, and what is gone by itself', () => {
  expect(countedOf(news.items).map(({ kind, removed, items }) => [kind, removed, items.length])).toEqual([
    ['review', false, 2],
    ['note', false, 1],
    ['gallery', true, 1],
  ]);
});
test('what is there is marked, new or changed; what is gone cannot be', () => {
  expect([...marksOf(news.items)]).toEqual([
    ['review:r1', 'added'],
    ['note:n1', 'changed'],
    ['review:r2', 'added'],
  ]);
});
