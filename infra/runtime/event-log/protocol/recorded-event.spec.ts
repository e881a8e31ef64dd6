import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DELETED, type LoggedEvent } from '../store/event.ts';
import { streamIdentifier, uuidMessage } from './identity.ts';
import { EventMessage } from './recorded-event.ts';

/** The message of the generated code for the same event. */
function recordedByLibrary(event: LoggedEvent, structured: boolean): streams.ReadResp.ReadEvent.RecordedEvent {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(uuidMessage(event.id, structured))
    .setStreamIdentifier(streamIdentifier(event.stream))
    .setStreamRevision(event.revision.toString())
    .setCommitPosition(event.position.toString())
    .setPreparePosition(event.position.toString())
    .setData(event.data)
    .setCustomMetadata(event.metadata);
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('content-type', event.isJson ? 'application/json' : 'application/octet-stream')
    .set('created', `${event.created}0000`);
  return recorded;
}

const revision = fc.oneof(
  fc.bigInt({ min: 0n, max: DELETED }),
  fc.bigInt({ min: 0n, max: 300n }),
  fc.constantFrom(2n ** 53n - 1n, 2n ** 53n, 2n ** 56n - 1n, 2n ** 56n, DELETED),
);
const anyEvent: fc.Arbitrary<LoggedEvent> = fc.record({
  id: fc.uuid(),
  stream: fc.string({ minLength: 1, unit: 'grapheme' }),
  type: fc.string({ minLength: 1, unit: 'grapheme' }),
  isJson: fc.boolean(),
  data: fc.uint8Array({ maxLength: 300 }),
  metadata: fc.uint8Array({ maxLength: 200 }),
  revision,
  position: fc.oneof(fc.bigInt({ min: 1n, max: 2n ** 62n }), fc.bigInt({ min: 1n, max: 20_000n })),
  created: fc.integer({ min: 0, max: 4_000_000_000_000 }),
});

test('an event or link with any content is written like the generated code writes it', () => {
  fc.assert(
    fc.property(
      fc.option(anyEvent, { nil: undefined }),
      fc.option(anyEvent, { nil: undefined }),
      fc.boolean(),
      (event, link, structured) => {
        fc.pre(event !== undefined || link !== undefined);
        const read = new streams.ReadResp.ReadEvent().setCommitPosition((link ?? event)!.position.toString());
        if (event) read.setEvent(recordedByLibrary(event, structured));
        if (link) read.setLink(recordedByLibrary(link, structured));
        const message = new EventMessage({ event, link }, structured);
        // The message writes within its bounds at any place.
        const around = Buffer.alloc(message.byteLength + 2, 0xee);
        message.copy(around, 1);
        expect([around[0], around.at(-1)]).toEqual([0xee, 0xee]);
        const written = streams.ReadResp.deserializeBinary(around.subarray(1, -1));
        expect(written.toObject()).toEqual(new streams.ReadResp().setEvent(read).toObject());
      },
    ),
    { numRuns: 500 },
  );
});
