/** The failure of an append at a wrong revision, in every form of the client. */
import {
  ANY,
  NO_STREAM,
  STREAM_EXISTS,
  WrongExpectedVersionError,
  type AppendExpectedRevision,
} from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import {
  clientOfTests,
  failureOf,
  newStream,
  numbered,
  numberedFrom,
  numbersIn,
  optionsOf,
  readFailure,
  APPEND_WAYS,
} from '../testing.ts';

const connected = clientOfTests();

describe.each(APPEND_WAYS)('a %s append', (way) => {
  const append = (stream: string, events: ReturnType<typeof numbered>[], expectedRevision: AppendExpectedRevision) =>
    connected.client.appendToStream(stream, events, { expectedRevision, ...optionsOf(way, connected) });

  test.each([
    ['no stream when it has events', 3, NO_STREAM, 2n],
    ['an earlier revision', 3, 1n, 2n],
    ['the first revision when there are more', 3, 0n, 2n],
    ['the revision after the last', 3, 3n, 2n],
    ['a revision far beyond the last', 3, 1_000_000_000_000n, 2n],
    ['a revision of a missing stream', 0, 0n, NO_STREAM],
    ['another revision of a missing stream', 0, 5n, NO_STREAM],
    ['an existing stream when it is missing', 0, STREAM_EXISTS, NO_STREAM],
  ] as const)(
    'at %s is refused with the expected and the actual revision',
    async (_, present, expectedRevision, actualVersion) => {
      const stream = newStream();
      if (present > 0) await append(stream, numberedFrom(0, present), NO_STREAM);
      const failure = await failureOf(append(stream, [numbered(9)], expectedRevision));
      expect(failure).toBeInstanceOf(WrongExpectedVersionError);
      expect(failure).toMatchObject({
        type: 'wrong-expected-version',
        streamName: stream,
        expectedVersion: expectedRevision,
        actualVersion,
      });
      if (present > 0) expect(await numbersIn(connected.client, stream)).toHaveLength(present);
      else expect(await readFailure(connected.client, stream)).toMatchObject({ type: 'stream-not-found' });
    },
  );

  test('at any revision is refused when it repeats another append in part', async () => {
    const stream = newStream();
    const events = numberedFrom(0, 2);
    await append(stream, events, NO_STREAM);
    const failure = await failureOf(append(stream, [...events, numbered(2)], ANY));
    expect(failure).toMatchObject({
      type: 'wrong-expected-version',
      streamName: stream,
      expectedVersion: ANY,
      actualVersion: 1n,
    });
    expect(await numbersIn(connected.client, stream)).toEqual([0, 1]);
  });

  test('of no events is refused at a wrong revision', async () => {
    const stream = newStream();
    expect(await failureOf(append(stream, [], STREAM_EXISTS))).toMatchObject({
      expectedVersion: STREAM_EXISTS,
      actualVersion: NO_STREAM,
    });
    expect(await failureOf(append(stream, [], 0n))).toMatchObject({ expectedVersion: 0n, actualVersion: NO_STREAM });
    await append(stream, numberedFrom(0, 2), NO_STREAM);
    for (const wrong of [NO_STREAM, 0n, 2n] as const)
      expect(await failureOf(append(stream, [], wrong))).toMatchObject({ expectedVersion: wrong, actualVersion: 1n });
  });

  test('that is refused does not affect other appends of its connection', async () => {
    const [stream, another] = [newStream(), newStream()];
    await append(stream, [numbered(0)], NO_STREAM);
    const [wrong, right] = await Promise.allSettled([
      append(stream, [numbered(1)], 7n),
      append(another, [numbered(1)], NO_STREAM),
    ]);
    expect([wrong.status, right.status]).toEqual(['rejected', 'fulfilled']);
  });

  test('resolves instead of failing when the client asks for it', async () => {
    const lenient = connected.connect({ throwOnAppendFailure: 'false' });
    const stream = newStream();
    const options = optionsOf(way, connected);
    expect(
      await lenient.appendToStream(stream, numberedFrom(0, 3), { expectedRevision: NO_STREAM, ...options }),
    ).toMatchObject({ success: true, nextExpectedRevision: 2n });
    for (const expectedRevision of [NO_STREAM, 0n, 9n] as const) {
      const answer = await lenient.appendToStream(stream, [numbered(9)], { expectedRevision, ...options });
      expect(answer).toMatchObject({ success: false, position: undefined });
      // For a batch append the client reports whether there is a revision, and not which.
      expect(answer.nextExpectedRevision).toBe(way === 'single' ? 2n : 1n);
    }
    const missing = await lenient.appendToStream(newStream(), [numbered(9)], {
      expectedRevision: STREAM_EXISTS,
      ...options,
    });
    expect(missing).toMatchObject({ success: false, nextExpectedRevision: -1n });
    expect(await numbersIn(lenient, stream)).toEqual([0, 1, 2]);
  });
});
