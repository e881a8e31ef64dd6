import type { ChartNews, ChartNewsItem } from 'language/contract/news';
import { expect, test } from 'vitest';
import { groupByKind, changeKey, arrivalMarks, seenRevision, unseenItems } from './unseen-changes.ts';

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

test('a patient chart is seen up to the oldest unseen change, and wholly when all changes are seen', () => {
  const after = (...seen: ChartNewsItem[]) => seenRevision(news, unseenItems(news, new Set(seen.map(changeKey))));
  expect(after()).toBe(6);
  expect(after(news.items[1]!, news.items[3]!)).toBe(6);
  expect(after(news.items[0]!)).toBe(8);
  expect(after(...news.items)).toBe(12);
});
test('a thing that was seen and changes again is news again', () => {
  const looked = new Set([changeKey(item('note:n1', 9))]);
  expect(unseenItems({ ...news, items: [item('note:n1', 9), item('note:n1', 13)] }, looked)).toEqual([
    item('note:n1', 13),
  ]);
});
test('changes are counted by kind, and removed things apart', () => {
  expect(groupByKind(news.items).map(({ kind, isRemoved, items }) => [kind, isRemoved, items.length])).toEqual([
    ['review', false, 2],
    ['note', false, 1],
    ['gallery', true, 1],
  ]);
});
test('existing things are marked as added or changed, removed things are not marked', () => {
  expect([...arrivalMarks(news.items)]).toEqual([
    ['review:r1', 'added'],
    ['note:n1', 'changed'],
    ['review:r2', 'added'],
  ]);
});
