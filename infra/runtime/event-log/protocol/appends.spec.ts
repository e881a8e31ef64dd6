/** Compares the hand-written reading and writing with the generated code. */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import timestamp from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { describe, expect, test } from 'vitest';
import { BadRequest, DELETED, type Expected, type ProposedEvent } from '../store/event.ts';
import { batchAnswer } from './append-answer.ts';
import { appendMessage } from './append-request.ts';
import { BatchAppendMessage } from './batch-append-request.ts';
import { Empty } from './google-messages.ts';
import { streamIdentifier, uuidMessage } from './identity.ts';

/** A text may contain the replacement character itself. */
const anyName = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((name) => !name.includes('\0')),
  fc.constant('a\ufffd'),
);
const anyEvent: fc.Arbitrary<ProposedEvent> = fc.record({
  id: fc.uuid(),
  type: anyName,
  isJson: fc.boolean(),
  data: fc.uint8Array({ maxLength: 300 }),
  metadata: fc.uint8Array({ maxLength: 200 }),
});
const revision = fc.oneof(fc.bigInt({ min: 0n, max: DELETED }), fc.bigInt({ min: 0n, max: 300n }));
const anyExpected: fc.Arbitrary<Expected> = fc.oneof(
  revision,
  fc.constantFrom<Expected>('any', 'no_stream', 'stream_exists'),
);

/** @param proposed of either append call: they have the same fields */
function proposedByLibrary<Proposed extends streams.AppendReq.ProposedMessage | streams.BatchAppendReq.ProposedMessage>(
  proposed: Proposed,
  { id, type, isJson, data, metadata }: ProposedEvent,
  structured: boolean,
): Proposed {
  proposed.setId(uuidMessage(id, structured)).setData(data).setCustomMetadata(metadata);
  proposed
    .getMetadataMap()
    .set('type', type)
    .set('content-type', isJson ? 'application/json' : 'application/octet-stream');
  return proposed;
}
const bytesApart = (events: readonly (ProposedEvent | undefined)[]) =>
  events.map((event) => event && { ...event, data: [...event.data], metadata: [...event.metadata] });

function optionsByLibrary(stream: string, expected: Expected, deadline: Date): streams.BatchAppendReq.Options {
  const options = new streams.BatchAppendReq.Options()
    .setStreamIdentifier(streamIdentifier(stream))
    .setDeadline(timestamp.Timestamp.fromDate(deadline));
  if (expected === 'any') return options.setAny(new Empty());
  if (expected === 'no_stream') return options.setNoStream(new Empty());
  return expected === 'stream_exists'
    ? options.setStreamExists(new Empty())
    : options.setStreamPosition(expected.toString());
}

describe('a batch append', () => {
  test('is read as it was written, with any content', () => {
    fc.assert(
      fc.property(
        fc.uuid(),
        anyName,
        anyExpected,
        fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
        fc.array(anyEvent, { maxLength: 5 }),
        fc.boolean(),
        fc.boolean(),
        (id, stream, expected, deadline, events, isFinal, structured) => {
          const request = new streams.BatchAppendReq()
            .setCorrelationId(uuidMessage(id, structured))
            .setIsFinal(isFinal)
            .setOptions(optionsByLibrary(stream, expected, deadline));
          for (const event of events)
            request.addProposedMessages(
              proposedByLibrary(new streams.BatchAppendReq.ProposedMessage(), event, structured),
            );
          const message = new BatchAppendMessage(Buffer.from(request.serializeBinary()));
          const target = message.takeTarget();
          expect(message).toMatchObject({ correlationId: id, isFinal });
          expect(target).toMatchObject({ stream, expected });
          expect(Math.abs((target?.deadline ?? 0) - deadline.getTime())).toBeLessThan(1);
          expect(bytesApart([...message.takeEvents()])).toEqual(bytesApart(events));
        },
      ),
    );
  });

  test('of bytes that are no message is refused as a bad request', () => {
    const request = Buffer.from(
      new streams.BatchAppendReq()
        .setCorrelationId(uuidMessage('0f5c3c2e-9d0f-4a0b-8a57-0123456789ab'))
        .setOptions(optionsByLibrary('a', 3n, new Date()))
        .setIsFinal(true)
        .serializeBinary(),
    );
    fc.assert(
      fc.property(fc.nat(request.length - 1), fc.nat(255), fc.nat(request.length), (at, byte, length) => {
        const broken = Buffer.from(request.subarray(0, length));
        if (at < broken.length) broken[at] = byte;
        try {
          const message = new BatchAppendMessage(broken);
          message.takeTarget();
        } catch (error) {
          expect(error).toBeInstanceOf(BadRequest);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

test('a single append is read as it was written, with any content', () => {
  const read = (request: streams.AppendReq) => appendMessage(Buffer.from(request.serializeBinary()));
  fc.assert(
    fc.property(
      anyName,
      anyExpected,
      fc.array(anyEvent, { maxLength: 5 }),
      fc.boolean(),
      (stream, expected, events, structured) => {
        const options = new streams.AppendReq.Options().setStreamIdentifier(streamIdentifier(stream));
        if (expected === 'any') options.setAny(new Empty());
        else if (expected === 'no_stream') options.setNoStream(new Empty());
        else if (expected === 'stream_exists') options.setStreamExists(new Empty());
        else options.setRevision(expected.toString());
        expect(read(new streams.AppendReq().setOptions(options))).toEqual({
          target: { stream, expected, deadline: undefined },
        });
        const messages = events.map((event) =>
          read(
            new streams.AppendReq().setProposedMessage(
              proposedByLibrary(new streams.AppendReq.ProposedMessage(), event, structured),
            ),
          ),
        );
        expect(bytesApart(messages.map(({ event }) => event))).toEqual(bytesApart(events));
      },
    ),
  );
});

describe('refused as a bad request is', () => {
  const options = (): streams.AppendReq.Options =>
    new streams.AppendReq.Options().setStreamIdentifier(streamIdentifier('a')).setAny(new Empty());
  const proposed = (): streams.AppendReq.ProposedMessage =>
    proposedByLibrary(
      new streams.AppendReq.ProposedMessage(),
      {
        id: '0f5c3c2e-9d0f-4a0b-8a57-0123456789ab',
        type: 'Tested',
        isJson: true,
        data: new Uint8Array(),
        metadata: new Uint8Array(),
      },
      false,
    );
  const [withoutContent, withoutId, expectingNothing] = [proposed(), proposed(), options()];
  withoutContent.getMetadataMap().del('content-type');
  withoutId.clearId();
  expectingNothing.clearAny();
  const withEvent = (event: streams.AppendReq.ProposedMessage): Buffer =>
    Buffer.from(new streams.AppendReq().setProposedMessage(event).serializeBinary());
  /** A message with bytes that are no UTF-8. */
  const spoilt = (message: Buffer, letters: string): Buffer =>
    Buffer.concat([
      message.subarray(0, message.indexOf(letters)),
      Buffer.alloc(letters.length, 0xff),
      message.subarray(message.indexOf(letters) + letters.length),
    ]);

  test.each<[string, Buffer]>([
    ['a type that is no text', spoilt(withEvent(proposed()), 'Tested')],
    ['an event that does not say what it holds', withEvent(withoutContent)],
    ['an event without an id', withEvent(withoutId)],
    [
      'an event with the id that stands for none',
      withEvent(proposed().setId(uuidMessage('00000000-0000-0000-0000-000000000000'))),
    ],
    [
      'an append to a name that is no text',
      Buffer.from(
        new streams.AppendReq()
          .setOptions(options().setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.of(0x61, 0xff))))
          .serializeBinary(),
      ),
    ],
    [
      'an append that expects nothing',
      Buffer.from(new streams.AppendReq().setOptions(expectingNothing).serializeBinary()),
    ],
  ])('%s', (_, message) => {
    expect(() => appendMessage(message)).toThrow(BadRequest);
  });

  test('no correct message', () => {
    expect(appendMessage(withEvent(proposed())).event).toMatchObject({ type: 'Tested' });
    expect(
      appendMessage(Buffer.from(new streams.AppendReq().setOptions(options()).serializeBinary())).target,
    ).toMatchObject({ stream: 'a' });
  });
});

test('the generated code reads the response to an append', () => {
  fc.assert(
    fc.property(
      fc.uuid(),
      anyName,
      anyExpected,
      fc.option(revision, { nil: undefined }),
      fc.option(
        revision.filter((position) => position > 0n),
        { nil: undefined },
      ),
      (id, stream, expected, at, position) => {
        const answer = streams.BatchAppendResp.deserializeBinary(
          batchAnswer(id, stream, expected, { kind: 'written', revision: at, position }),
        ).toObject();
        const success = new streams.BatchAppendResp.Success();
        if (at === undefined) success.setNoStream(new Empty());
        else success.setCurrentRevision(at.toString());
        if (position === undefined) success.setNoPosition(new Empty());
        else
          success.setPosition(
            new shared.AllStreamPosition()
              .setCommitPosition(position.toString())
              .setPreparePosition(position.toString()),
          );
        const wanted = new streams.BatchAppendResp()
          .setCorrelationId(uuidMessage(id))
          .setStreamIdentifier(streamIdentifier(stream))
          .setSuccess(success);
        if (expected === 'any') wanted.setAny(new Empty());
        else if (expected === 'no_stream') wanted.setNoStream(new Empty());
        else if (expected === 'stream_exists') wanted.setStreamExists(new Empty());
        else wanted.setStreamPosition(expected.toString());
        expect(answer).toEqual(streams.BatchAppendResp.deserializeBinary(wanted.serializeBinary()).toObject());
      },
    ),
  );
});
