import { expect, test } from 'vitest';
import type { EventLog, RawEvent } from 'service-kit/event-log/port';
import { shareReads } from './shared-reads.ts';

const event = (commit: bigint): RawEvent => ({
  stream: 'admission-1',
  revision: commit,
  id: `event-${commit}`,
  type: 'ReviewAdded',
  data: {},
  metadata: {},
  position: { commit, prepare: commit },
  created: new Date(0),
});
const eventsOf = async (read: AsyncIterable<RawEvent>): Promise<(bigint | undefined)[]> => {
  const commits: (bigint | undefined)[] = [];
  for await (const { position } of read) commits.push(position?.commit);
  return commits;
};

/** A log of three events that counts its reads. */
function countedLog() {
  let reads = 0;
  const readAllRaw: EventLog['readAllRaw'] = async function* ({ after, maxCount }) {
    reads += 1;
    yield* [1n, 2n, 3n]
      .filter((commit) => commit > (after?.commit ?? 0n))
      .slice(0, maxCount)
      .map(event);
  };
  return { log: shareReads({ readAllRaw }), reads: () => reads };
}

test('reads of the same page at the same time are one read of the log', async () => {
  const { log, reads } = countedLog();
  const options = { after: { commit: 1n, prepare: 1n }, maxCount: 500 };
  const both = await Promise.all([eventsOf(log.readAllRaw(options)), eventsOf(log.readAllRaw(options))]);
  expect(both).toEqual([
    [2n, 3n],
    [2n, 3n],
  ]);
  expect(reads()).toBe(1);
});

test('a later read, another place and another size read the log again', async () => {
  const { log, reads } = countedLog();
  await eventsOf(log.readAllRaw({ maxCount: 500 }));
  const [next, two] = await Promise.all([
    eventsOf(log.readAllRaw({ after: { commit: 2n, prepare: 2n }, maxCount: 500 })),
    eventsOf(log.readAllRaw({ maxCount: 2 })),
  ]);
  expect([next, two]).toEqual([[3n], [1n, 2n]]);
  expect(reads()).toBe(3);
});

test('a failed read fails for all who wait, and the next one reads again', async () => {
  let isAway = true;
  const readAllRaw: EventLog['readAllRaw'] = async function* () {
    if (isAway) throw new Error('the log is away');
    yield event(1n);
  };
  const log = shareReads({ readAllRaw });
  const failed = [1, 2].map(() => eventsOf(log.readAllRaw({ maxCount: 5 })));
  for (const one of failed) await expect(one).rejects.toThrow('the log is away');
  isAway = false;
  expect(await eventsOf(log.readAllRaw({ maxCount: 5 }))).toEqual([1n]);
});
