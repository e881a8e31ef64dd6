import { expect, test, vi } from 'vitest';
import { OpenJob } from './open-job.ts';
import type { WakeUp } from './wake-up.ts';

const wakeUp = (stream: string): WakeUp => ({ projection: 'clinical', stream });
const streamsOf = (wakeUps: readonly WakeUp[]): string[] => wakeUps.map(({ stream }) => stream);

/** A job that records what it is offered, and handles each only when told. */
function openJob() {
  const job = new OpenJob();
  const handled: string[][] = [];
  let release = (): void => undefined;
  const left = job.serve(async (wakeUps) => {
    handled.push(streamsOf(wakeUps));
    await new Promise<void>((resolve) => (release = resolve));
  });
  return { job, handled, left, release: () => release() };
}

test('without an open job nothing is taken', () => {
  expect(new OpenJob().offer([wakeUp('admission-1')])).toBe(false);
});

test('what is offered while the job is busy is handled together, each stream once', async () => {
  const { job, handled, left, release } = openJob();
  expect(job.offer([wakeUp('admission-1')])).toBe(true);
  await expect.poll(() => handled).toEqual([['admission-1']]);
  expect(job.offer([wakeUp('admission-2'), wakeUp('admission-3')])).toBe(true);
  expect(job.offer([wakeUp('admission-2')])).toBe(true);
  release();
  await expect.poll(() => handled).toEqual([['admission-1'], ['admission-2', 'admission-3']]);
  job.end();
  release();
  expect(await left).toEqual([]);
});

test('an open job with enough to do takes no more, and leaves what it has not handled', async () => {
  const { job, handled, left, release } = openJob();
  const many = Array.from({ length: 201 }, (_, n) => wakeUp(`admission-${n}`));
  expect(job.offer(many)).toBe(false);
  job.offer([wakeUp('patient-1')]);
  await expect.poll(() => handled).toEqual([['patient-1']]);
  expect(job.offer(many.slice(0, 200))).toBe(true);
  expect(job.offer(many.slice(200))).toBe(false);
  job.end();
  release();
  expect(streamsOf(await left)).toHaveLength(200);
});

test('a second job of the process ends at once', async () => {
  const { job, left } = openJob();
  expect(await job.serve(() => Promise.reject(new Error('not handled here')))).toEqual([]);
  job.end();
  expect(await left).toEqual([]);
});

test('a job that fails is closed, and the next one opens', async () => {
  const job = new OpenJob();
  const failing = job.serve(() => Promise.reject(new Error('Postgres is away')));
  job.offer([wakeUp('admission-1')]);
  await expect(failing).rejects.toThrow('Postgres is away');
  expect(job.offer([wakeUp('admission-2')])).toBe(false);
  const next = job.serve(() => Promise.resolve());
  expect(job.offer([wakeUp('admission-3')])).toBe(true);
  job.end();
  await next;
});

test('a job ends after a second without a wake-up, and after five seconds in any case', async () => {
  vi.useFakeTimers();
  try {
    const idle = new OpenJob();
    const left = idle.serve(() => Promise.resolve());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await left).toEqual([]);

    const busy = new OpenJob();
    let isOver = false;
    const over = busy.serve(() => Promise.resolve()).then(() => (isOver = true));
    for (let ms = 0; ms < 4_500; ms += 500) {
      expect(busy.offer([wakeUp('admission-1')])).toBe(true);
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(isOver).toBe(false);
    expect(busy.offer([wakeUp('admission-1')])).toBe(true);
    await vi.advanceTimersByTimeAsync(500);
    busy.offer([wakeUp('admission-1')]);
    await vi.advanceTimersByTimeAsync(500);
    await over;
    expect(busy.offer([wakeUp('admission-1')])).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});
