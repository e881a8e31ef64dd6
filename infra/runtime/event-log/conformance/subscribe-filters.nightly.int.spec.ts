/**
 * Filters of the whole log by prefixes of stream names and event types, or by regular expressions. The expressions are
 * those that mean the same to EventStoreDB (.NET) and the embedded log (docs/decisions/installation/log-filters.md).
 */
import {
  eventTypeFilter,
  excludeSystemEvents,
  jsonEvent,
  streamNameFilter,
  type Filter,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import {
  clientOfTests,
  failureOf,
  Listener,
  newPrefix,
  newStream,
  numbered,
  numberOf,
  POLL,
  positionNow,
  range,
  take,
} from '../testing.ts';

const connected = clientOfTests();

interface Written {
  readonly stream: string;
  readonly type: string;
}

/**
 * Which of these a subscriber with this filter gets, numbered in order: the first half is there already, the second
 * comes. The last one must pass.
 */
async function accepted(filter: Filter, written: readonly Written[]): Promise<number[]> {
  const fromPosition = await positionNow(connected.client);
  const append = async (numbers: readonly number[]): Promise<void> => {
    for (const number of numbers)
      await connected.client.appendToStream(written[number]!.stream, [
        jsonEvent({ type: written[number]!.type, data: { number } }),
      ]);
  };
  const half = Math.ceil(written.length / 2);
  await append(range(0, half));
  const subscription = connected.client.subscribeToAll({ fromPosition, filter });
  const listener = new Listener(subscription);
  await listener.until('caught up');
  await append(range(half, written.length - half));
  const isOurs = ({ event }: ResolvedEvent): boolean =>
    written.some(({ stream, type }) => event?.streamId === stream && event.type === type);
  const numbers = (): number[] => listener.events.filter(isOurs).map(numberOf);
  await expect.poll(() => numbers().at(-1), POLL).toBe(written.length - 1);
  await subscription.unsubscribe();
  return numbers();
}

describe('by stream names', () => {
  const named = async (names: readonly string[], filterOf: (prefix: string) => Filter): Promise<string[]> => {
    const prefix = newPrefix('Names');
    const written = names.map((name) => ({
      stream: name.includes('P') ? name.replace('P', prefix) : newStream(name),
      type: 'Named',
    }));
    const numbers = await accepted(filterOf(prefix), written);
    return numbers.map((number) => names[number]!);
  };

  test.each<[string, string[], (prefix: string) => Filter, string[]]>([
    [
      'that begin so',
      ['P-1', 'other', 'P-2', 'xP-3', 'P', 'P-1'],
      (prefix) => streamNameFilter({ prefixes: [prefix] }),
      ['P-1', 'P-2', 'P', 'P-1'],
    ],
    [
      'that begin in one of several ways',
      ['P-a-1', 'P-b-1', 'P-c-1', 'P-b-2'],
      (prefix) => streamNameFilter({ prefixes: [`${prefix}-a`, `${prefix}-b`] }),
      ['P-a-1', 'P-b-1', 'P-b-2'],
    ],
    [
      'that begin with what means something in an expression',
      ['P.+-1', 'Pxx-1', 'P.+-2'],
      (prefix) => streamNameFilter({ prefixes: [`${prefix}.+`] }),
      ['P.+-1', 'P.+-2'],
    ],
    [
      'that begin with other letters',
      ['P-مريض-1', 'P-x', 'P-مريض-2'],
      (prefix) => streamNameFilter({ prefixes: [`${prefix}-مريض`] }),
      ['P-مريض-1', 'P-مريض-2'],
    ],
    [
      'that match from beginning to end',
      ['P-1', 'P-12', 'xP-3', 'P-x', 'P-7'],
      (prefix) => streamNameFilter({ regex: `^${prefix}-[0-9]+$` }),
      ['P-1', 'P-12', 'P-7'],
    ],
    [
      'that match somewhere',
      ['a-P-1', 'P-2', 'b-P'],
      (prefix) => streamNameFilter({ regex: prefix }),
      ['a-P-1', 'P-2', 'b-P'],
    ],
    [
      'that match one of two',
      ['P-a', 'P-b', 'P-c', 'P-a'],
      (prefix) => streamNameFilter({ regex: `^${prefix}-(a|b)$` }),
      ['P-a', 'P-b', 'P-a'],
    ],
    [
      'that do not match what follows',
      ['P-a', 'P-secret', 'P-b'],
      (prefix) => streamNameFilter({ regex: `^${prefix}-(?!secret)` }),
      ['P-a', 'P-b'],
    ],
    [
      'that match digits with a beginning of any digits',
      ['12_P', 'x_P', '7_P'],
      (prefix) => streamNameFilter({ regex: `^[0-9]*_${prefix}` }),
      ['12_P', '7_P'],
    ],
    [
      'with escaped syntax and digits',
      ['P-1', 'P_1', 'P-2'],
      (prefix) => streamNameFilter({ regex: `^${prefix}[\\-][0-9]` }),
      ['P-1', 'P-2'],
    ],
    [
      'in one case only',
      ['P-case', 'P-CASE', 'P-case'],
      (prefix) => streamNameFilter({ regex: `^${prefix}-case$` }),
      ['P-case', 'P-case'],
    ],
    [
      'in any case, where the expression says so',
      ['P-case', 'P-CASE', 'P-x', 'P-Case'],
      (prefix) => streamNameFilter({ regex: `(?i)^${prefix}-case$` }),
      ['P-case', 'P-CASE', 'P-Case'],
    ],
    [
      'of letters of any script',
      ['P-مريض', 'P-1', 'P-患者'],
      (prefix) => streamNameFilter({ regex: `^${prefix}-\\p{L}+$` }),
      ['P-مريض', 'P-患者'],
    ],
    [
      'of words in any script',
      ['P-مريض', 'P-!', 'P-größe'],
      (prefix) => streamNameFilter({ regex: `^${prefix}-[\\p{L}\\p{Nd}_]+$` }),
      ['P-مريض', 'P-größe'],
    ],
  ])('%s', async (_, names, filterOf, expected) => {
    expect(await named(names, filterOf)).toEqual(expected);
  });
});

describe('by event types', () => {
  const typed = async (types: readonly string[], filterOf: (prefix: string) => Filter): Promise<string[]> => {
    const prefix = newPrefix('Types');
    const stream = newStream();
    const written = types.map((type) => ({ stream, type: type.replace('P', prefix) }));
    const numbers = await accepted(filterOf(prefix), written);
    return numbers.map((number) => types[number]!);
  };

  test.each<[string, string[], (prefix: string) => Filter, string[]]>([
    [
      'that begin so',
      ['P-a', 'Other', 'P-b', 'xP', 'P'],
      (prefix) => eventTypeFilter({ prefixes: [prefix] }),
      ['P-a', 'P-b', 'P'],
    ],
    [
      'that begin in one of several ways',
      ['P-a', 'Q-b', 'R-c', 'P-d'],
      (prefix) => eventTypeFilter({ prefixes: [prefix, 'R-'] }),
      ['P-a', 'R-c', 'P-d'],
    ],
    [
      'that match',
      ['12_P_Ab', '12_P_3', '_P_b'],
      (prefix) => eventTypeFilter({ regex: `^[0-9]*_${prefix}_[A-z]*$` }),
      ['12_P_Ab', '_P_b'],
    ],
    [
      'of other letters',
      ['P-ملاحظة', 'P-x', 'P-ملاحظة'],
      (prefix) => eventTypeFilter({ prefixes: [`${prefix}-ملا`] }),
      ['P-ملاحظة', 'P-ملاحظة'],
    ],
    [
      'that are not the system’s',
      ['Plain', '$system', 'P$', '$>', 'Plain'],
      () => excludeSystemEvents(),
      ['Plain', 'P$', 'Plain'],
    ],
  ])('%s', async (_, types, filterOf, expected) => {
    expect(await typed(types, filterOf)).toEqual(expected);
  });
});

test('a filter by names does not look at types, nor one by types at names', async () => {
  const word = newPrefix('Word');
  const position = await positionNow(connected.client);
  await connected.client.appendToStream(newStream(), [jsonEvent({ type: word, data: { number: 1 } })]);
  await connected.client.appendToStream(`${word}-1`, [numbered(2)]);
  const [byName, byType] = [
    connected.client.subscribeToAll({ fromPosition: position, filter: streamNameFilter({ prefixes: [word] }) }),
    connected.client.subscribeToAll({ fromPosition: position, filter: eventTypeFilter({ prefixes: [word] }) }),
  ];
  expect(await take(byName, 1)).toMatchObject([{ event: { data: { number: 2 } } }]);
  expect(await take(byType, 1)).toMatchObject([{ event: { data: { number: 1 } } }]);
  await Promise.all([byName.unsubscribe(), byType.unsubscribe()]);
});

test('metadata streams pass by their own names', async () => {
  const stream = newStream();
  const position = await positionNow(connected.client);
  await connected.client.appendToStream(stream, [numbered(0)]);
  await connected.client.setStreamMetadata(stream, { maxCount: 3 });
  const subscription = connected.client.subscribeToAll({
    fromPosition: position,
    filter: streamNameFilter({ regex: `^\\$\\$${stream}$` }),
  });
  expect(await take(subscription, 1)).toMatchObject([{ event: { streamId: `$$${stream}`, type: '$metadata' } }]);
  await subscription.unsubscribe();
});

test('an expression that cannot be understood ends the subscription with an error', async () => {
  const subscription = connected.client.subscribeToAll({ filter: streamNameFilter({ regex: '(unclosed' }) });
  expect(await failureOf(take(subscription, 1))).toBeInstanceOf(Error);
});
