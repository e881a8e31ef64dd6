import type { TradeLabelRow } from 'command-api/contract/entities';
import { afterEach, expect, test } from 'vitest';
import { forgetTradeLabels, tradeLabelCache } from './trade-label-cache.ts';

const rows: TradeLabelRow[] = [
  { _id: 'd1', label: 'Marevan', drug: 'x1', drugLabel: 'Warfarin', drugTags: [{ name: 'anticoagulant' }] },
];
afterEach(forgetTradeLabels);

test('what was held is there on the next visit, and gone after signing out', () => {
  tradeLabelCache.set('"7"', rows);
  expect(tradeLabelCache.get()).toEqual({ version: '"7"', body: rows });
  forgetTradeLabels();
  expect(tradeLabelCache.get()).toBeUndefined();
});

test.each(['', '{', '[]', '{"version":"1"}', '{"version":"1","body":[{"_id":"d1"}]}'])(
  '%j in the storage is nothing',
  (text) => {
    localStorage.setItem('tradeList', text);
    expect(tradeLabelCache.get()).toBeUndefined();
  },
);
