import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Waiting } from 'service-kit/concurrency/batched-read';
import { createCommandBatcher, TooManyWaiting } from './command-batcher.ts';

/** Work that says what it was given, a turn of the event loop later. `atOnce`: how many it deals with. */
function inTurns(most = 10, atOnce = Infinity) {
  const rounds: string[][] = [];
  const line = createCommandBatcher(most, async (waiting: readonly Waiting<string, string>[]) => {
    const now = waiting.slice(0, atOnce);
    rounds.push(now.map(({ request }) => request));
    await turn();
    for (const { request, answer, refuse } of now) {
      if (request === 'bad') refuse(new Error('no'));
      else answer(`${request} done`);
    }
    return now.length;
  });
  return { line, rounds };
}

test('what arrives while work is under way waits for it, and then goes together in order', async () => {
  const { line, rounds } = inTurns();
  expect(await Promise.all(['a', 'b', 'c'].map((request) => line.ask('admission-1', request)))).toEqual([
    'a done',
    'b done',
    'c done',
  ]);
  expect(rounds).toEqual([['a'], ['b', 'c']]);
});

test('what the work has no room for comes first in the next round', async () => {
  const { line, rounds } = inTurns(10, 2);
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((request) => line.ask('admission-1', request)));
  expect(rounds).toEqual([['a'], ['b', 'c'], ['d', 'e']]);
});

test('after several have gone together the next round waits for more; whoever comes alone waits for nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { line, rounds } = inTurns();
  for (const alone of ['a', 'b']) await line.ask('admission-1', alone);
  await turn();
  const first = ['c', 'd', 'e'].map((request) => line.ask('admission-1', request));
  await Promise.all(first);
  const next = [line.ask('admission-1', 'f')];
  await turn();
  next.push(line.ask('admission-1', 'g'));
  await turn();
  expect(rounds).toEqual([['a'], ['b'], ['c'], ['d', 'e']]);
  vi.advanceTimersByTime(40);
  await Promise.all(next);
  expect(rounds.at(-1)).toEqual(['f', 'g']);
});

test('after several whose round took longer than that the next round begins at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const rounds: string[][] = [];
  const line = createCommandBatcher(10, async (waiting: readonly Waiting<string, string>[]) => {
    rounds.push(waiting.map(({ request }) => request));
    await turn();
    vi.advanceTimersByTime(50);
    for (const { request, answer } of waiting) answer(request);
    return waiting.length;
  });
  await Promise.all(['a', 'b', 'c'].map((request) => line.ask('admission-1', request)));
  const next = line.ask('admission-1', 'd');
  await turn();
  expect(rounds).toEqual([['a'], ['b', 'c'], ['d']]);
  expect(await next).toBe('d');
});

test('work for another key does not wait', async () => {
  const { line, rounds } = inTurns();
  await Promise.all([line.ask('admission-1', 'a'), line.ask('admission-2', 'b'), line.ask('admission-1', 'c')]);
  expect(rounds).toEqual([['a'], ['b'], ['c']]);
});

test('a refusal is its own', async () => {
  const { line } = inTurns();
  const bad = line.ask('a', 'bad');
  const next = line.ask('a', 'next');
  await expect(bad).rejects.toThrow('no');
  expect(await next).toBe('next done');
});

test('work that fails fails for all who were in it, and for nobody who came later', async () => {
  let fails = true;
  const line = createCommandBatcher(10, async (waiting: readonly Waiting<string, string>[]) => {
    await turn();
    if (fails) throw new Error('away');
    for (const { request, answer } of waiting) answer(request);
    return waiting.length;
  });
  await expect(line.ask('a', 'one')).rejects.toThrow('away');
  fails = false;
  expect(await line.ask('a', 'two')).toBe('two');
});

test('a line that is too long is refused until somebody has left it', async () => {
  const { line } = inTurns(2);
  const waiting = [line.ask('a', 'one'), line.ask('a', 'two')];
  await expect(line.ask('a', 'three')).rejects.toThrow(TooManyWaiting);
  await Promise.all(waiting);
  expect(await line.ask('a', 'four')).toBe('four done');
});
