import { randomUUID } from 'node:crypto';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { expect, test } from 'vitest';
import { BatchAppendMessage } from '../protocol/batch-append-request.ts';
import { Empty } from '../protocol/google-messages.ts';
import { streamIdentifier, uuidMessage } from '../protocol/identity.ts';
import { AppendTooLarge, LogUnavailable, OutcomeUnknown } from '../store/event.ts';
import { UnfinishedAppends } from './unfinished-appends.ts';

const MiB = 1024 * 1024;
const idsOf = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

/** Concatenated parts of a protobuf message are one message. */
const messageOf = (id: string, ...parts: Uint8Array[]): BatchAppendMessage =>
  new BatchAppendMessage(
    Buffer.concat([new streams.BatchAppendReq().setCorrelationId(uuidMessage(id)).serializeBinary(), ...parts]),
  );
function optionsFor(stream: string, deadline?: Date): Uint8Array {
  const options = new streams.BatchAppendReq.Options()
    .setStreamIdentifier(streamIdentifier(stream))
    .setAny(new Empty());
  if (deadline) options.setDeadline(timestamp.Timestamp.fromDate(deadline));
  return new streams.BatchAppendReq().setOptions(options).serializeBinary();
}
function eventOf(bytes: number): Uint8Array {
  const proposed = new streams.BatchAppendReq.ProposedMessage()
    .setId(uuidMessage(randomUUID()))
    .setData(Buffer.alloc(bytes));
  proposed.getMetadataMap().set('type', 'Tested').set('content-type', 'application/octet-stream');
  return new streams.BatchAppendReq().setProposedMessagesList([proposed]).serializeBinary();
}
const final = new streams.BatchAppendReq().setIsFinal(true).serializeBinary();

test('an append is complete with its final message and keeps its first target', () => {
  const unfinished = new UnfinishedAppends();
  const [id = ''] = idsOf(1);
  expect(unfinished.add(messageOf(id, optionsFor('a'), eventOf(1)))).toBeUndefined();
  expect(unfinished.add(messageOf(id, optionsFor('b'), eventOf(2), eventOf(3)))).toBeUndefined();
  expect(unfinished.add(messageOf(id, eventOf(4), final))).toMatchObject({
    kind: 'append',
    stream: 'a',
    expected: 'any',
    events: [1, 2, 3, 4].map((length) => ({ data: { length } })),
  });
  expect(unfinished.add(messageOf(id, final))).toBeUndefined();
});

test('an impossible append is refused once, and its later messages are skipped', () => {
  const unfinished = new UnfinishedAppends();
  const [late = '', large = ''] = idsOf(2);
  expect(() => unfinished.add(messageOf(late, optionsFor('a', new Date(0))))).toThrow(OutcomeUnknown);
  expect(unfinished.forget(late)).toBe('a');
  unfinished.add(messageOf(large, optionsFor('b'), eventOf(MiB / 2)));
  expect(() => unfinished.add(messageOf(large, eventOf(MiB / 2)))).toThrow(AppendTooLarge);
  expect(unfinished.forget(large)).toBe('b');
  for (const id of [late, large]) expect(unfinished.add(messageOf(id, eventOf(1), final))).toBeUndefined();
});

test('unfinished appends are limited in bytes until one is finished', () => {
  const unfinished = new UnfinishedAppends();
  const event = eventOf(MiB - 1_000);
  const ids = idsOf(32);
  for (const id of ids) unfinished.add(messageOf(id, optionsFor('a'), event));
  const [more = '', again = ''] = idsOf(2);
  expect(() => unfinished.add(messageOf(more, optionsFor('b'), event))).toThrow(LogUnavailable);
  expect(unfinished.forget(more)).toBe('b');
  for (const id of ids)
    expect(unfinished.add(messageOf(id, final))).toMatchObject({ stream: 'a', events: { length: 1 } });
  for (const id of [again, ...ids.slice(1)])
    expect(unfinished.add(messageOf(id, optionsFor('b'), event))).toBeUndefined();
});

test('unfinished appends are limited in number', () => {
  const unfinished = new UnfinishedAppends();
  const ids = idsOf(2_000);
  for (const id of ids) unfinished.add(messageOf(id, optionsFor('a')));
  const [more = '', again = ''] = idsOf(2);
  expect(() => unfinished.add(messageOf(more, optionsFor('b')))).toThrow(LogUnavailable);
  unfinished.forget(more);
  expect(unfinished.add(messageOf(ids[0] ?? '', final))).toMatchObject({ stream: 'a' });
  expect(unfinished.add(messageOf(again, optionsFor('b')))).toBeUndefined();
});
