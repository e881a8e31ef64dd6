import type { TradeLabelRow } from 'language/contract/entities';
import { afterEach, expect, test } from 'vitest';
import { clearTradeLabels, tradeLabelCache } from './trade-label-cache.ts';

const rows: TradeLabelRow[] = [
  { _id: 'd1', label: 'Marevan', drug: 'x1', drugLabel: 'Warfarin', drugTags: [{ name: 'anticoagulant' }] },
];
afterEach(clearTradeLabels);

test('the cached labels are there on the next visit and removed on sign-out', () => {
  tradeLabelCache.set('"7"', rows);
  expect(tradeLabelCache.get()).toEqual({ version: '"7"', body: rows });
  clearTradeLabels();
  expect(tradeLabelCache.get()).toBeUndefined();
});

test.each(['', '{', '[]', '{"version":"1"}', '{"version":"1","body":[{"_id":"d1"}]}'])(
  '%j in storage is ignored',
  (text) => {
    localStorage.setItem('tradeList', text);
    expect(tradeLabelCache.get()).toBeUndefined();
  },
);
