import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inPcneOrder, pcneCodes } from './pcne.ts';

test('an error can have the verified codes of problems and causes, and no others', () => {
  const { codes } = JSON.parse(readFileSync(new URL('../../../data/pcne.json', import.meta.url), 'utf8')) as {
    codes: { section: string; code: string; verified: boolean }[];
  };
  const verified = codes.filter((one) => one.verified && ['P', 'C'].includes(one.section));
  expect([...pcneCodes]).toEqual(verified.map(({ code }) => code));
});

test('codes are kept once and in order', () => expect(inPcneOrder(['C3.2', 'P2.1', 'C3.2'])).toEqual(['P2.1', 'C3.2']));
