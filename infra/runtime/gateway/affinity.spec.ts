import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { affinityOf, inOrderOf } from './affinity.ts';

test('requests of one admission have its id in common', () => {
  const id = '6eed67b1-6439-5ea3-9704-40246adf3f6c';
  for (const path of [
    `/api/reviews/addRevMed/${id}.957f2c007492`,
    `/api/physicNotes/deletePhysicNote/${id}.5b92eaaa2dfa`,
    `/api/admissions/${id.toUpperCase()}/medications/${randomUUID()}`,
  ])
    expect(affinityOf(path)).toBe(id);
  expect(affinityOf('/api/reviews/addReview')).toBeUndefined();
});

test('each key has its own order, and a target that is gone moves its own keys only', () => {
  const all = ['a', 'b', 'c', 'd'].map((host) => new URL(`http://${host}:3000`));
  const keys = Array.from({ length: 400 }, (_, n) => `key ${n}`);
  const firsts = keys.map((key) => inOrderOf(key, all)[0]?.hostname);
  for (const { hostname } of all) expect(firsts.filter((name) => name === hostname).length).toBeGreaterThan(60);
  const without = all.filter(({ hostname }) => hostname !== 'b');
  expect(keys.map((key) => inOrderOf(key, without)[0]?.hostname).filter((name, n) => name !== firsts[n])).toHaveLength(
    firsts.filter((name) => name === 'b').length,
  );
});
