import type { Place } from 'service-kit/event-log/port';
import { expect, test, vi } from 'vitest';
import { DelayedPosition } from './delayed-position.ts';

/** So long that only the test ends it. */
const PERIOD_MS = 1_000_000;

const placeAt = (commit: bigint): Place => ({
  position: { commit, prepare: commit },
  stream: 'admission-a',
  revision: commit,
  eventId: null,
});

function recording() {
  const stored: { heads: Record<string, bigint>; last: bigint | undefined }[] = [];
  const store = async (heads: ReadonlyMap<string, bigint>, last: Place | undefined): Promise<void> => {
    stored.push({ heads: Object.fromEntries(heads), last: last?.position.commit });
  };
  return { stored, store };
}

test('the first position after a quiet time is stored at once, those after it once a period', async () => {
  const { stored, store } = recording();
  const position = new DelayedPosition(store, PERIOD_MS, () => undefined);
  position.add(new Map([['admission-a', 1n]]), placeAt(1n));
  await vi.waitFor(() => expect(stored).toEqual([{ heads: { 'admission-a': 1n }, last: 1n }]), { timeout: 10_000 });

  position.add(new Map([['admission-a', 2n]]), placeAt(2n));
  position.add(new Map([['admission-b', 0n]]), undefined);
  position.add(new Map([['admission-a', 3n]]), placeAt(4n));
  await position.stop({ store: true });
  expect(stored.slice(1)).toEqual([{ heads: { 'admission-a': 3n, 'admission-b': 0n }, last: 4n }]);
});

test('what was added is stored before the answer of storeNow, and once', async () => {
  const { stored, store } = recording();
  const position = new DelayedPosition(store, PERIOD_MS, () => undefined);
  position.add(new Map([['admission-a', 1n]]), placeAt(1n));
  await position.storeNow();
  await position.storeNow();
  expect(stored).toHaveLength(1);
  await position.stop({ store: true });
  expect(stored).toHaveLength(1);
});

test('a position that must not be stored is dropped at the end', async () => {
  const { stored, store } = recording();
  const position = new DelayedPosition(store, PERIOD_MS, () => undefined);
  position.add(new Map([['admission-a', 1n]]), placeAt(1n));
  await position.stop({ store: false });
  expect(stored).toEqual([]);
});

test('after a failure nothing more is stored', async () => {
  const failures: unknown[] = [];
  let calls = 0;
  const position = new DelayedPosition(
    () => {
      calls += 1;
      return Promise.reject(new Error('replaced'));
    },
    PERIOD_MS,
    (error) => failures.push(error),
  );
  position.add(new Map([['admission-a', 1n]]), placeAt(1n));
  await vi.waitFor(() => expect(failures).toEqual([new Error('replaced')]), { timeout: 10_000 });
  position.add(new Map([['admission-a', 2n]]), placeAt(2n));
  await position.stop({ store: true });
  expect(calls).toBe(1);
});
