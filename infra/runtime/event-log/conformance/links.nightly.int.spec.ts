/** Links: an event of type `$>` with the data `<revision>@<stream>` names another event. Reads follow it on request. */
import {
  BACKWARDS,
  binaryEvent,
  END,
  eventTypeFilter,
  excludeSystemEvents,
  jsonEvent,
  streamNameFilter,
  type EventData,
  type Filter,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { describe, expect, test } from 'vitest';
import {
  collect,
  clientOfTests,
  Listener,
  newPrefix,
  newStream,
  numbered,
  numberedFrom,
  numberOf,
  POLL,
  positionNow,
  range,
  take,
} from '../testing.ts';

const connected = clientOfTests();

const linkTo = (stream: string, revision: number | bigint): EventData =>
  binaryEvent({ type: '$>', data: Buffer.from(`${revision}@${stream}`), metadata: { $causedBy: 'spec' } });

async function streamOf(count: number, stream = newStream('target')): Promise<string> {
  await connected.client.appendToStream(stream, numberedFrom(0, count));
  return stream;
}
async function linksTo(...links: EventData[]): Promise<string> {
  const stream = newStream('links');
  await connected.client.appendToStream(stream, links);
  return stream;
}
const isUnresolved = ({ event, link }: ResolvedEvent): boolean => event === undefined && link?.type === '$>';

test('without resolution a link is an event like any other', async () => {
  const target = await streamOf(3);
  const links = await linksTo(linkTo(target, 2));
  for (const read of [
    await collect(connected.client.readStream(links)),
    await collect(connected.client.readStream(links, { resolveLinkTos: false })),
  ]) {
    expect(read).toHaveLength(1);
    expect(read[0]?.event).toMatchObject({
      streamId: links,
      type: '$>',
      revision: 0n,
      metadata: { $causedBy: 'spec' },
    });
    expect(Buffer.from(read[0]?.event?.data as Uint8Array).toString()).toBe(`2@${target}`);
    expect(read[0]?.link).toBeUndefined();
  }
});

test('a resolved link has the event and the link', async () => {
  const target = await streamOf(3);
  const links = await linksTo(linkTo(target, 2));
  const [original] = await collect(connected.client.readStream(target, { fromRevision: 2n, maxCount: 1 }));
  const [resolved] = await collect(connected.client.readStream(links, { resolveLinkTos: true }));
  expect(resolved?.event).toEqual(original?.event);
  expect(resolved?.link).toMatchObject({ streamId: links, type: '$>', revision: 0n, metadata: { $causedBy: 'spec' } });
});

test('links among events are resolved in place, in both directions', async () => {
  const target = await streamOf(3);
  const links = await linksTo(linkTo(target, 2), numbered(50), linkTo(target, 0), linkTo(target, 2));
  const forwards = await collect(connected.client.readStream(links, { resolveLinkTos: true }));
  expect(forwards.map(numberOf)).toEqual([2, 50, 0, 2]);
  expect(forwards.map(({ link }) => link?.revision)).toEqual([0n, undefined, 2n, 3n]);
  const backwards = await collect(
    connected.client.readStream(links, { direction: BACKWARDS, fromRevision: END, resolveLinkTos: true, maxCount: 3 }),
  );
  expect(backwards.map(numberOf)).toEqual([2, 0, 50]);
});

test('all links to large events are followed', async () => {
  const target = newStream('target');
  for (const number of range(0, 6))
    await connected.client.appendToStream(
      target,
      jsonEvent({ type: 'Numbered', data: { number, text: 'x'.repeat(400_000) } }),
    );
  const links = await linksTo(
    ...[0, 1, 2, 3, 4, 5, 9, 5, 5, 0].map((revision) => linkTo(target, revision)),
    numbered(50),
  );
  const read = await collect(connected.client.readStream(links, { resolveLinkTos: true }));
  expect(read.map((resolved) => (isUnresolved(resolved) ? 'unresolved' : numberOf(resolved)))).toEqual([
    0,
    1,
    2,
    3,
    4,
    5,
    'unresolved',
    5,
    5,
    0,
    50,
  ]);
});

test('the stream name in a link may contain the separator', async () => {
  const target = await streamOf(2, newStream('a@b@مريض'));
  const links = await linksTo(linkTo(target, 1));
  expect((await collect(connected.client.readStream(links, { resolveLinkTos: true }))).map(numberOf)).toEqual([1]);
});

test('a link to a link leads to the link', async () => {
  const target = await streamOf(1);
  const inner = await linksTo(linkTo(target, 0));
  const [resolved] = await collect(
    connected.client.readStream(await linksTo(linkTo(inner, 0)), { resolveLinkTos: true }),
  );
  expect(resolved?.event).toMatchObject({ streamId: inner, type: '$>' });
  expect(resolved?.link).toMatchObject({ type: '$>' });
});

describe('a link without a readable target is only a link:', () => {
  test('a missing stream or revision', async () => {
    const target = await streamOf(2);
    const links = await linksTo(linkTo(newStream(), 0), linkTo(target, 2), linkTo(target, 1));
    const read = await collect(connected.client.readStream(links, { resolveLinkTos: true }));
    expect(read.map(isUnresolved)).toEqual([true, true, false]);
  });

  test('a deleted stream', async () => {
    const target = await streamOf(2);
    const links = await linksTo(linkTo(target, 0), linkTo(target, 1));
    await connected.client.deleteStream(target);
    expect((await collect(connected.client.readStream(links, { resolveLinkTos: true }))).map(isUnresolved)).toEqual([
      true,
      true,
    ]);
  });

  test('a tombstoned stream', async () => {
    const target = await streamOf(2);
    const links = await linksTo(linkTo(target, 0), linkTo(target, 1));
    await connected.client.tombstoneStream(target);
    expect((await collect(connected.client.readStream(links, { resolveLinkTos: true }))).map(isUnresolved)).toEqual([
      true,
      true,
    ]);
  });

  test('an event that metadata hide', async () => {
    const [counted, truncated] = [await streamOf(4), await streamOf(4)];
    await connected.client.setStreamMetadata(counted, { maxCount: 2 });
    await connected.client.setStreamMetadata(truncated, { truncateBefore: 3 });
    const links = await linksTo(linkTo(counted, 1), linkTo(counted, 2), linkTo(truncated, 2), linkTo(truncated, 3));
    expect((await collect(connected.client.readStream(links, { resolveLinkTos: true }))).map(isUnresolved)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });

  test('an event from before a stream was recreated', async () => {
    const target = await streamOf(2);
    const links = await linksTo(linkTo(target, 1), linkTo(target, 2));
    await connected.client.deleteStream(target);
    await connected.client.appendToStream(target, [numbered(2)]);
    await expect
      .poll(
        async () => (await collect(connected.client.readStream(links, { resolveLinkTos: true }))).map(isUnresolved),
        POLL,
      )
      .toEqual([true, false]);
  });
});

test('the whole log resolves links too, at the position of the link', async () => {
  const target = await streamOf(2);
  const position = await positionNow(connected.client);
  const links = await linksTo(linkTo(target, 1), linkTo(newStream(), 0));
  const isOurs = ({ event, link }: ResolvedEvent): boolean => (link ?? event)?.streamId === links;
  const plain = (await collect(connected.client.readAll({ fromPosition: position }))).filter(isOurs);
  expect(plain.map(({ event, link }) => [event?.type, link])).toEqual([
    ['$>', undefined],
    ['$>', undefined],
  ]);
  const resolved = (await collect(connected.client.readAll({ fromPosition: position, resolveLinkTos: true }))).filter(
    isOurs,
  );
  expect(resolved.map(isUnresolved)).toEqual([false, true]);
  expect(resolved[0]).toMatchObject({
    event: { streamId: target, revision: 1n },
    link: { streamId: links, revision: 0n },
    commitPosition: plain[0]?.event?.position?.commit,
  });
});

test.each([true, false])(
  'subscribers to a stream get links resolved where they want it so: %s',
  async (resolveLinkTos) => {
    const target = await streamOf(3);
    const links = await linksTo(linkTo(target, 2), linkTo(newStream(), 5));
    const subscription = connected.client.subscribeToStream(links, { resolveLinkTos });
    const waiting = take(subscription, 4);
    await connected.client.appendToStream(links, [linkTo(target, 0), numbered(9)]);
    const seen = await waiting;
    expect(seen.map(({ event }) => event?.revision)).toEqual(
      resolveLinkTos ? [2n, undefined, 0n, 3n] : [0n, 1n, 2n, 3n],
    );
    expect(seen.map(({ link }) => link?.revision)).toEqual(
      resolveLinkTos ? [0n, 1n, 2n, undefined] : [undefined, undefined, undefined, undefined],
    );
    await subscription.unsubscribe();
  },
);

test('subscribers to the whole log get links resolved, caught up or live', async () => {
  const target = await streamOf(3);
  const position = await positionNow(connected.client);
  const prefix = newPrefix('links');
  await connected.client.appendToStream(`${prefix}-1`, [linkTo(target, 2)]);
  const subscription = connected.client.subscribeToAll({
    fromPosition: position,
    resolveLinkTos: true,
    filter: streamNameFilter({ prefixes: [prefix] }),
  });
  const listener = new Listener(subscription);
  await listener.until('caught up');
  await connected.client.appendToStream(`${prefix}-2`, [linkTo(target, 1)]);
  await listener.until(1);
  expect(listener.numbers).toEqual([2, 1]);
  expect(listener.events.map(({ link }) => link?.streamId)).toEqual([`${prefix}-1`, `${prefix}-2`]);
  await subscription.unsubscribe();
});

test('filters match the link and not its target', async () => {
  const type = newPrefix('Pointed');
  const target = newStream();
  await connected.client.appendToStream(target, [jsonEvent({ type, data: {} })]);
  const position = await positionNow(connected.client);
  await linksTo(linkTo(target, 0));
  await connected.client.appendToStream(newStream(), [jsonEvent({ type: `${type}End`, data: {} })]);
  const seenBy = async (filter: Filter): Promise<(string | undefined)[]> => {
    const subscription = connected.client.subscribeToAll({ fromPosition: position, resolveLinkTos: true, filter });
    const seen: (string | undefined)[] = [];
    for await (const { event, link } of subscription) {
      if (event?.type.startsWith(type)) seen.push(link ? 'by link' : event.type);
      if (event?.type === `${type}End`) break;
    }
    await subscription.unsubscribe();
    return seen;
  };
  expect(await seenBy(eventTypeFilter({ prefixes: [type] }))).toEqual([`${type}End`]);
  expect(await seenBy(excludeSystemEvents())).toEqual([`${type}End`]);
  expect(await seenBy(eventTypeFilter({ prefixes: ['$>', type] }))).toEqual(['by link', `${type}End`]);
});
