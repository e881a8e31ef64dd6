import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetRecentTypes, recentTypes, rememberType } from './recent-types.ts';

const KEY = 'recent-error-types';
const start = () => {
  localStorage.removeItem(KEY);
  forgetRecentTypes();
};
beforeEach(start);
afterEach(start);

test('the last three types are kept, newest first, each once', () => {
  for (const id of ['a', 'b', 'c', 'a', 'd']) rememberType(id);
  expect(recentTypes()).toEqual(['d', 'a', 'c']);
  forgetRecentTypes();
  expect(recentTypes()).toEqual(['d', 'a', 'c']);
});

test.each(['no json', '{"a":1}', '[1,null]'])('what is stored wrongly counts as nothing: %s', (stored) => {
  localStorage.setItem(KEY, stored);
  expect(recentTypes()).toEqual([]);
});
