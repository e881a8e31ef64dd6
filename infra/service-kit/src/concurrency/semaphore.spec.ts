import { expect, test } from 'vitest';
import { refusal } from 'language/domain/reasons/refusal';
import { limitPerUser, createSemaphore } from './semaphore.ts';

function held() {
  let [resolve, reject] = [(_: string): void => undefined, (_: Error): void => undefined];
  const promise = new Promise<string>((resolved, rejected) => ([resolve, reject] = [resolved, rejected]));
  return { promise, resolve, reject };
}

test('a few run side by side, some wait for their turn in order, and more are refused', async () => {
  const inTurn = createSemaphore(1, 1);
  const [first, second] = [held(), held()];
  const answers = [inTurn(() => first.promise), inTurn(() => second.promise)];
  await expect(inTurn(async () => 'third')).rejects.toMatchObject({
    problem: { code: 'unavailable', reason: 'too-many-at-once' },
  });
  second.resolve('second');
  first.resolve('first');
  expect(await Promise.all(answers)).toEqual(['first', 'second']);
  expect(await inTurn(async () => 'fourth')).toBe('fourth');
});

test('a person has a limited number of places, which are free again after success and failure', async () => {
  const few = limitPerUser(2, refusal('own-uploads-under-way'));
  const [first, second] = [held(), held()];
  const running = [few('mona', () => first.promise), few('mona', () => second.promise)];
  await expect(few('mona', async () => 'third')).rejects.toMatchObject({
    problem: { code: 'tooMany', reason: 'own-uploads-under-way' },
  });
  expect(await few('omar', async () => 'of another')).toBe('of another');
  first.reject(new Error('broken'));
  await expect(running[0]).rejects.toThrow('broken');
  expect(await few('mona', async () => 'third')).toBe('third');
  second.resolve('second');
  expect(await running[1]).toBe('second');
});

test('heavy work takes several places in order of arrival, and the heaviest runs alone', async () => {
  const inTurn = createSemaphore(4, Infinity);
  const begun: string[] = [];
  const works = { three: 3, heavy: 9, two: 2, other: 2 };
  const run = Object.entries(works).map(([name, weight]) => {
    const work = held();
    return { ...work, ended: inTurn(() => (begun.push(name), work.promise), weight) };
  });
  expect(begun).toEqual(['three']);
  for (const [index, expected] of [
    ['three', 'heavy'],
    ['three', 'heavy', 'two', 'other'],
  ].entries()) {
    run[index]!.resolve('done');
    await run[index]!.ended;
    await expect.poll(() => begun).toEqual(expected);
  }
});
