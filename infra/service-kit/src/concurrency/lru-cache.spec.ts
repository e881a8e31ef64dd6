import { expect, test } from 'vitest';
import { createLruCache } from './lru-cache.ts';

test('what was used longest ago is forgotten first', () => {
  const kept = createLruCache<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  expect(kept.get('a')).toBe(1);
  kept.set('c', 3);
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([1, undefined, 3]);
});

test('a value is replaced without pushing another out', () => {
  const kept = createLruCache<number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  kept.set('a', 3);
  expect([kept.get('a'), kept.get('b')]).toEqual([3, 2]);
  kept.delete('a');
  expect(kept.get('a')).toBeUndefined();
});
