import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { INITIAL_LINK, canonicalJson, hashOf, linkOf } from './chain.ts';

const event = {
  stream: 'drug-1',
  revision: 2n,
  id: 'e-1',
  type: 'DrugAdded',
  data: { b: 1.5, a: 'دواء' },
  metadata: { commandId: 'c', $correlationId: 'c' },
};

test('the hash covers place, id, type and content, independent of the order of members', () => {
  const text = '6:drug-1,1:2,3:e-1,9:DrugAdded,24:{"a":"دواء","b":1.5},38:{"$correlationId":"c","commandId":"c"},';
  expect(hashOf(event).toString('hex')).toBe(createHash('sha256').update(text).digest('hex'));
  expect(hashOf({ ...event, data: { a: 'دواء', b: 1.5 } })).toEqual(hashOf(event));
  for (const other of [
    { stream: 'drug-2' },
    { revision: 3n },
    { id: 'e-2' },
    { type: 'DrugChanged' },
    { data: { a: 'دواء', b: 1.25 } },
    { metadata: {} },
  ])
    expect(hashOf({ ...event, ...other })).not.toEqual(hashOf(event));
});

test('a link depends on all links before it', () => {
  const [one, two] = [hashOf(event), hashOf({ ...event, revision: 3n })];
  expect(linkOf(linkOf(INITIAL_LINK, one), two)).not.toEqual(linkOf(linkOf(INITIAL_LINK, two), one));
});

test('the canonical form parses to the same value', () =>
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  ));
