/**
 * Repeated appends, recognised by event ids. At their old place the events are a repetition, which writes nothing and
 * gets the first answer. At any other place they are new. The first table is EventStoreDB's own: `0em1 1e0` are the
 * events 0 and 1, appended to no stream and after revision 0; the events between S and E are one append.
 */
import {
  ANY,
  DeadlineExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  WrongExpectedVersionError,
  type AppendExpectedRevision,
} from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import {
  collect,
  clientOfTests,
  failureOf,
  newStream,
  numbered,
  numberedFrom,
  optionsOf,
  range,
  APPEND_WAYS,
} from '../testing.ts';

const connected = clientOfTests();

/** How the client reports it: a batch append as a deadline, a single append as a gRPC error. */
const isCommitTimeout = (error: unknown): boolean =>
  error instanceof DeadlineExceededError ||
  (error instanceof Error && error.message.includes('ABORTED') && error.message.includes('timeout'));

describe.each(APPEND_WAYS)('a %s append', (way) => {
  const append = (stream: string, events: ReturnType<typeof numbered>[], expectedRevision: AppendExpectedRevision) =>
    connected.client.appendToStream(stream, events, { expectedRevision, ...optionsOf(way, connected) });
  const idsIn = async (stream: string): Promise<string[]> =>
    (await collect(connected.client.readStream(stream))).map((event) => event.event?.id ?? '');

  // The number of events, the repeated ones, their expected revision, and the result.
  test.each<[string, number, number[], AppendExpectedRevision, { answer: bigint; adds: number } | 'refused']>([
    ['0em1 1e0 2e1 3e2 4e3 5e4 0em1', 6, [0], NO_STREAM, { answer: 0n, adds: 0 }],
    ['0em1 1e0 2e1 3e2 4e3 5e4 0any', 6, [0], ANY, { answer: 0n, adds: 0 }],
    ['0em1 1e0 2e1 3e2 4e3 5e4 0e5', 6, [0], 5n, { answer: 6n, adds: 1 }],
    ['0em1 1e0 2e1 3e2 4e3 5e4 0e6', 6, [0], 6n, 'refused'],
    ['0em1 1e0 2e1 3e2 4e3 5e4 0e4', 6, [0], 4n, 'refused'],
    ['0em1 0e0', 1, [0], 0n, { answer: 1n, adds: 1 }],
    ['0em1 0any', 1, [0], ANY, { answer: 0n, adds: 0 }],
    ['0em1 0em1', 1, [0], NO_STREAM, { answer: 0n, adds: 0 }],
    ['0em1 1e0 2e1 1any', 3, [1], ANY, { answer: 1n, adds: 0 }],
    ['S 0em1 1em1 E S 0em1 E', 2, [0], NO_STREAM, { answer: 0n, adds: 0 }],
    ['S 0em1 1em1 E S 0any E', 2, [0], ANY, { answer: 0n, adds: 0 }],
    ['S 0em1 1em1 E S 1e0 E', 2, [1], 0n, { answer: 1n, adds: 0 }],
    ['S 0em1 1em1 E S 1any E', 2, [1], ANY, { answer: 1n, adds: 0 }],
    ['S 0em1 1em1 E S 0em1 1em1 2em1 E', 2, [0, 1, 2], NO_STREAM, 'refused'],
    ['all again', 3, [0, 1, 2], NO_STREAM, { answer: 2n, adds: 0 }],
    ['all again, at any revision', 3, [0, 1, 2], ANY, { answer: 2n, adds: 0 }],
    ['all again, to a stream that must exist', 3, [0, 1, 2], STREAM_EXISTS, { answer: 2n, adds: 0 }],
    ['one again, to a stream that must exist', 3, [1], STREAM_EXISTS, { answer: 1n, adds: 0 }],
    ['the last two again, at their place', 4, [2, 3], 1n, { answer: 3n, adds: 0 }],
    ['the last two again, at the end', 4, [2, 3], 3n, { answer: 5n, adds: 2 }],
    ['an old one and a new one, at any revision', 2, [1, 2], ANY, 'refused'],
    ['an old one and a new one, to a stream that must exist', 2, [1, 2], STREAM_EXISTS, 'refused'],
    ['a new one and an old one, at any revision', 2, [2, 1], ANY, { answer: 3n, adds: 2 }],
    ['a new one and an old one, at the old one’s place', 2, [2, 1], NO_STREAM, 'refused'],
    ['the same events in another order', 3, [1, 0], NO_STREAM, 'refused'],
    ['one at the place of another', 3, [2], 0n, 'refused'],
  ])('%s', async (name, written, again, expectedRevision, outcome) => {
    const stream = newStream();
    const events = numberedFrom(0, written + 1);
    const ids = events.map((event) => event.id);
    if (name.startsWith('S ')) await append(stream, events.slice(0, written), NO_STREAM);
    else
      for (const index of range(0, written))
        await append(stream, [events[index]!], index === 0 ? NO_STREAM : BigInt(index - 1));
    const before = await collect(connected.client.readStream(stream));
    const repetition = append(
      stream,
      again.map((index) => events[index]!),
      expectedRevision,
    );
    if (outcome === 'refused') {
      expect(await failureOf(repetition)).toBeInstanceOf(WrongExpectedVersionError);
      expect(await idsIn(stream)).toEqual(ids.slice(0, written));
    } else {
      const answer = await repetition;
      expect(answer).toMatchObject({ success: true, nextExpectedRevision: outcome.answer });
      expect(await idsIn(stream)).toEqual([
        ...ids.slice(0, written),
        ...(outcome.adds > 0 ? again.map((index) => ids[index]) : []),
      ]);
      if (outcome.adds === 0)
        expect(answer.position?.commit).toBe(before[Number(outcome.answer)]?.event?.position?.commit);
    }
  });

  /**
   * EventStoreDB drops a repetition whose original is not replicated yet and answers after 2 s with a commit timeout.
   * Its outcome is unknown, and a further repetition is right.
   */
  test('sent many times at once is written once and gets the same answer, possibly after a timeout', async () => {
    const stream = newStream();
    const events = numberedFrom(0, 3);
    const answered = await Promise.allSettled(range(0, 20).map(() => append(stream, events, NO_STREAM)));
    for (const answer of answered) if (answer.status === 'rejected') expect(isCommitTimeout(answer.reason)).toBe(true);
    const answers = answered.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    answers.push(await append(stream, events, NO_STREAM));
    expect(answers.length).toBeGreaterThan(1);
    expect(new Set(answers.map((answer) => `${answer.nextExpectedRevision} ${answer.position?.commit}`)).size).toBe(1);
    expect(await idsIn(stream)).toEqual(events.map((event) => event.id));
  });

  test('of the same events to another stream is another append', async () => {
    const [stream, another] = [newStream(), newStream()];
    const events = numberedFrom(0, 2);
    await append(stream, events, ANY);
    expect(await append(another, events, ANY)).toMatchObject({ nextExpectedRevision: 1n });
    expect(await idsIn(another)).toEqual(await idsIn(stream));
  });

  test('is recognised by its ids alone', async () => {
    const stream = newStream();
    const event = numbered(0);
    await append(stream, [event], NO_STREAM);
    expect(await append(stream, [{ ...numbered(1), id: event.id }], NO_STREAM)).toMatchObject({
      nextExpectedRevision: 0n,
    });
    expect(await collect(connected.client.readStream(stream))).toMatchObject([{ event: { data: { number: 0 } } }]);
  });
});

test('an append is recognised when the other call repeats it', async () => {
  const stream = newStream();
  const events = numberedFrom(0, 2);
  const first = await connected.client.appendToStream(stream, events, { expectedRevision: NO_STREAM });
  expect(
    await connected.client.appendToStream(stream, events, {
      expectedRevision: NO_STREAM,
      ...optionsOf('single', connected),
    }),
  ).toEqual(first);
});
