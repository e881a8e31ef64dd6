import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchWithProgress } from './progress-deadline.ts';

const realFetch = globalThis.fetch;
let part: (text: string) => void;
let end: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  const encoder = new TextEncoder();
  globalThis.fetch = (_, init) =>
    new Promise((resolve, reject) => {
      let answer: Response | undefined;
      const body = new ReadableStream({
        start(controller) {
          part = (text) => {
            resolve((answer ??= new Response(body, { status: 201, headers: { etag: '7' } })));
            controller.enqueue(encoder.encode(text));
          };
          end = () => controller.close();
          init?.signal?.addEventListener('abort', () => {
            reject(init.signal?.reason as Error);
            controller.error(init.signal?.reason);
          });
        },
      });
    });
});
afterEach(() => {
  globalThis.fetch = realFetch;
  vi.useRealTimers();
});
const outcomeOf = (answer: Promise<Response>): Promise<string> =>
  answer.then(
    () => 'answered',
    (error: unknown) => (error instanceof Error ? error.name : 'failed'),
  );

test('92 KB at 6 KB/s arrive, and their answer too, while there is progress', async () => {
  const answer = fetchWithProgress('http://localhost/', { method: 'POST', body: 'x'.repeat(92_000) });
  await vi.advanceTimersByTimeAsync(15_000);
  for (const text of ['{"note"', ':"INR', ' daily"}']) {
    part(text);
    await vi.advanceTimersByTimeAsync(9_000);
  }
  end();
  const { status, headers } = await answer;
  expect([status, headers.get('etag')]).toEqual([201, '7']);
  await expect((await answer).json()).resolves.toEqual({ note: 'INR daily' });
});

test('a short text without an answer fails after ten seconds, as does an answer that stops', async () => {
  const silent = outcomeOf(fetchWithProgress('http://localhost/', { method: 'POST', body: 'x' }));
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await silent).toBe('TimeoutError');
  const stopped = outcomeOf(fetchWithProgress('http://localhost/', { method: 'POST', body: 'x' }));
  await vi.advanceTimersByTimeAsync(9_000);
  part('{');
  await vi.advanceTimersByTimeAsync(10_001);
  expect(await stopped).toBe('TimeoutError');
});

test('the caller ends the call', async () => {
  const caller = new AbortController();
  const ended = outcomeOf(fetchWithProgress('http://localhost/', { signal: caller.signal }));
  caller.abort();
  expect(await ended).toBe('AbortError');
});
