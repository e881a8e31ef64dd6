import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Written } from 'command-api/contract/entities';
import { firstScreens } from '../harness/figures.ts';
import { Ledger } from './ledger.ts';

const STREAM = 'admission-a';
const [mona, omar, salma] = [randomUUID(), randomUUID(), randomUUID()];

/** A command of `author` is acknowledged with this revision. */
function acknowledge(ledger: Ledger, author: string, revision: number): void {
  const acknowledged: Written = { stream: STREAM, revision };
  const said = { what: 'note', admission: 'a', acknowledged, mayChangeNothing: false, sentAt: 0 };
  ledger.note({ ...said, key: `${author} ${revision}`, userId: author });
}

test('a screen that shows a change before its author has the answer waited for nothing', () => {
  const ledger = new Ledger();
  ledger.shown(STREAM, -1, 1, mona);
  ledger.shown(STREAM, -1, 1, omar);
  acknowledge(ledger, mona, 1);
  // A colleague of the team that the chart was given to.
  ledger.shown(STREAM, -1, 1, salma);
  expect(ledger.waits.map(({ isOwn }) => isOwn)).toEqual([true, false, false]);
  expect(firstScreens(ledger.waits)).toMatchObject([{ revision: 1, ms: 0 }]);
});

test('a screen that shows a change after the acknowledgement waited since then', () => {
  const ledger = new Ledger();
  ledger.shown(STREAM, -1, 1, omar);
  acknowledge(ledger, mona, 2);
  expect(firstScreens(ledger.waits)).toEqual([]);
  ledger.shown(STREAM, 1, 2, omar);
  const [{ ms, at } = { ms: -1, at: 0 }] = firstScreens(ledger.waits);
  expect(ms).toBeGreaterThanOrEqual(0);
  expect(at + ms).toBeLessThanOrEqual(performance.now());
});
