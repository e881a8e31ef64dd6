import { expect, test } from 'vitest';
import { CHART, written } from './testing.ts';
import { logFaults, readWholeLog } from './whole-log.ts';

const log = written(['one', 'two', 'three']);

test('revisions without gaps, positions that increase and equal reads are no fault', () => {
  expect(logFaults(log, log)).toEqual([]);
  expect(logFaults(log.slice(0, 2), log)).toEqual([]);
});
test('a gap in a stream is found', () => {
  const gap = [log[0]!, log[2]!];
  expect(logFaults(gap, gap)).toEqual([`${CHART} has revision 2 where 1 follows`]);
});
test('an event that is in the log twice is found', () => {
  const twice = [log[0]!, { ...log[1]!, id: log[0]!.id }];
  expect(logFaults(twice, twice)).toEqual([`The event ${log[0]!.id} is in the log twice, also as 1 of ${CHART}`]);
});
test('positions that do not increase are found', () => {
  const still = [log[0]!, { ...log[1]!, position: log[0]!.position }];
  expect(logFaults(still, still)).toEqual([`Revision 1 of ${CHART} has no position after the event before it`]);
});
test('a second read that has another event, or one less, differs', () => {
  expect(logFaults(log, [log[0]!, { ...log[1]!, data: { note: 'other' } }, log[2]!])).toEqual([
    `Two reads differ at revision 1 of ${CHART}`,
  ]);
  expect(logFaults(log, log.slice(0, 2))).toEqual([`Two reads differ at revision 2 of ${CHART}`]);
});

test('the log is read page by page, each from the last event on', async () => {
  const asked: (bigint | undefined)[] = [];
  async function* readAllRaw({ after }: { after?: { commit: bigint } | undefined }) {
    asked.push(after?.commit);
    yield* log.filter(({ position }) => position!.commit > (after?.commit ?? -1n)).slice(0, 2);
  }
  expect(await readWholeLog({ readAllRaw })).toEqual(log);
  expect(asked).toEqual([undefined, 1n, 2n]);
});
