import { expect, test } from 'vitest';
import { judge } from './check-run.ts';

test('each fault is a finding of its checker', async () => {
  expect(await judge('log', () => ['a gap', 'a fork'])).toEqual([
    { checker: 'log', says: 'a gap' },
    { checker: 'log', says: 'a fork' },
  ]);
  expect(await judge('log', () => [])).toEqual([]);
});
test('a checker that cannot judge is a finding', async () => {
  expect(
    await judge('order', () => {
      throw new Error('no connection');
    }),
  ).toEqual([{ checker: 'order', says: 'Unknown: no connection' }]);
});
