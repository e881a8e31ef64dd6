import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneAtATime, TooManyWaiting } from './one-at-a-time.ts';

test('work for one key runs in order of arrival and never side by side', async () => {
  const line = oneAtATime(10);
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await turn();
    seen.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all(['a', 'b', 'c'].map((name) => line.run('admission-1', work(name))))).toEqual(['a', 'b', 'c']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('work for another key does not wait', async () => {
  const line = oneAtATime(10);
  let release = (): void => undefined;
  const held = line.run('admission-1', () => new Promise<void>((resolve) => (release = resolve)));
  expect(await line.run('admission-2', async () => 'done')).toBe('done');
  release();
  await held;
});

test('a failure is its own, the next in line runs', async () => {
  const line = oneAtATime(10);
  const failing = line.run('a', () => Promise.reject(new Error('no')));
  const next = line.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('a line that is too long is refused until somebody has left it', async () => {
  const line = oneAtATime(2);
  const waiting = [line.run('a', turn), line.run('a', turn)];
  await expect(line.run('a', turn)).rejects.toThrow(TooManyWaiting);
  await Promise.all(waiting);
  await line.run('a', turn);
});
