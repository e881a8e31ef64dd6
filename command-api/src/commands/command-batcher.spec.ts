import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCommandBatcher, TooManyWaiting, type Waiting } from './command-batcher.ts';

/** Records its batches, and answers a turn of the event loop later. `atOnce`: how many it answers. */
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

test('requests that arrive during a batch wait for it, and form the next batch in order', async () => {
  const { line, rounds } = inTurns();
  expect(await Promise.all(['a', 'b', 'c'].map((request) => line.ask('admission-1', request)))).toEqual([
    'a done',
    'b done',
    'c done',
  ]);
  expect(rounds).toEqual([['a'], ['b', 'c']]);
});

test('requests that the work has no room for come first in the next batch', async () => {
  const { line, rounds } = inTurns(10, 2);
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map((request) => line.ask('admission-1', request)));
  expect(rounds).toEqual([['a'], ['b', 'c'], ['d', 'e']]);
});

test('after a batch of several the next batch waits for more requests; a single request never waits', async () => {
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

test('after a batch that took longer than the interval the next batch begins at once', async () => {
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

test('a request with another key does not wait', async () => {
  const { line, rounds } = inTurns();
  await Promise.all([line.ask('admission-1', 'a'), line.ask('admission-2', 'b'), line.ask('admission-1', 'c')]);
  expect(rounds).toEqual([['a'], ['b'], ['c']]);
});

test('a refused request does not affect the others of its batch', async () => {
  const { line } = inTurns();
  const bad = line.ask('a', 'bad');
  const next = line.ask('a', 'next');
  await expect(bad).rejects.toThrow('no');
  expect(await next).toBe('next done');
});

test('work that fails fails for its whole batch, and for no later request', async () => {
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

test('requests beyond the limit are refused until one of the waiting has its answer', async () => {
  const { line } = inTurns(2);
  const waiting = [line.ask('a', 'one'), line.ask('a', 'two')];
  await expect(line.ask('a', 'three')).rejects.toThrow(TooManyWaiting);
  await Promise.all(waiting);
  expect(await line.ask('a', 'four')).toBe('four done');
});
