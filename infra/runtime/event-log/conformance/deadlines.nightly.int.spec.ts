/** After a deadline nothing is written, the call fails, and the connection stays usable. Reads have no deadline. */
import { DeadlineExceededError, NO_STREAM } from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import {
  collect,
  clientOfTests,
  failureOf,
  newStream,
  numbered,
  numberedFrom,
  numbersIn,
  optionsOf,
  range,
  readFailure,
  APPEND_WAYS,
} from '../testing.ts';

/** A minute ago, because clocks may differ. */
const PASSED = { deadline: -60_000 };
const connected = clientOfTests();

describe.each(APPEND_WAYS)('a %s append', (way) => {
  test('whose deadline has passed writes nothing', async () => {
    const stream = newStream();
    const failure = await failureOf(
      connected.client.appendToStream(stream, numberedFrom(0, 3), { ...PASSED, ...optionsOf(way, connected) }),
    );
    expect(failure).toBeInstanceOf(DeadlineExceededError);
    expect(failure).toMatchObject({ type: 'deadline-exceeded' });
    expect(await readFailure(connected.client, stream)).toMatchObject({ type: 'stream-not-found' });
    expect(
      await connected.client.appendToStream(stream, [numbered(0)], {
        expectedRevision: NO_STREAM,
        ...optionsOf(way, connected),
      }),
    ).toMatchObject({ nextExpectedRevision: 0n });
  });

  test('that takes longer to send than its deadline allows writes nothing', async () => {
    const stream = newStream();
    expect(
      await failureOf(
        connected.client.appendToStream(stream, numberedFrom(0, 30_000), { deadline: 1, ...optionsOf(way, connected) }),
      ),
    ).toBeInstanceOf(DeadlineExceededError);
    expect(await readFailure(connected.client, stream)).toMatchObject({ type: 'stream-not-found' });
  });

  test('within its deadline is written', async () => {
    const stream = newStream();
    await connected.client.appendToStream(stream, [numbered(0)], { deadline: 30_000, ...optionsOf(way, connected) });
    await connected.client.appendToStream(stream, [numbered(1)], { deadline: Infinity, ...optionsOf(way, connected) });
    expect(await numbersIn(connected.client, stream)).toEqual([0, 1]);
  });

  test('of a client with a short default deadline fails, unless the call has another one', async () => {
    const hasty = connected.connect({ defaultDeadline: '1' });
    const stream = newStream();
    // The first call also reads the server features, without a deadline.
    expect(
      await failureOf(hasty.appendToStream(stream, numberedFrom(0, 30_000), optionsOf(way, connected))),
    ).toBeInstanceOf(DeadlineExceededError);
    expect(
      await hasty.appendToStream(stream, [numbered(0)], { deadline: 30_000, ...optionsOf(way, connected) }),
    ).toMatchObject({ success: true });
  });
});

test('batch appends in time are written beside late ones on the same connection', async () => {
  const streams = range(0, 20).map(() => newStream());
  const outcomes = await Promise.allSettled(
    streams.map((stream, index) =>
      connected.client.appendToStream(stream, [numbered(index)], index % 2 === 0 ? PASSED : {}),
    ),
  );
  expect(outcomes.map((outcome) => outcome.status)).toEqual(
    streams.map((_, index) => (index % 2 === 0 ? 'rejected' : 'fulfilled')),
  );
  for (const [index, stream] of streams.entries()) {
    if (index % 2 === 0)
      expect(await readFailure(connected.client, stream)).toMatchObject({ type: 'stream-not-found' });
    else expect(await numbersIn(connected.client, stream)).toEqual([index]);
  }
});

test('metadata are not set after the deadline', async () => {
  const stream = newStream();
  expect(await failureOf(connected.client.setStreamMetadata(stream, { maxCount: 1 }, PASSED))).toBeInstanceOf(
    DeadlineExceededError,
  );
  expect(await connected.client.getStreamMetadata(stream)).toEqual({ streamName: stream });
});

test('a stream is neither deleted nor tombstoned after the deadline', async () => {
  const stream = newStream();
  await connected.client.appendToStream(stream, numberedFrom(0, 2));
  expect(await failureOf(connected.client.deleteStream(stream, PASSED))).toBeInstanceOf(DeadlineExceededError);
  expect(await failureOf(connected.client.tombstoneStream(stream, PASSED))).toBeInstanceOf(DeadlineExceededError);
  expect(await numbersIn(connected.client, stream)).toEqual([0, 1]);
});

test('a read is answered with any deadline', async () => {
  const stream = newStream();
  await connected.client.appendToStream(stream, numberedFrom(0, 3));
  expect(await numbersIn(connected.client, stream, { deadline: 1 })).toEqual([0, 1, 2]);
  expect(await collect(connected.client.readAll({ maxCount: 1, deadline: 1 }))).toHaveLength(1);
});
