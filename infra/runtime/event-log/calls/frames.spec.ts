import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framesOf } from './frames.ts';

/** Frames a message like grpc-js. */
function framedByLibrary(serialized: Buffer): Buffer {
  const output = Buffer.allocUnsafe(serialized.byteLength + 5);
  output.writeUInt8(0, 0);
  output.writeUInt32BE(serialized.byteLength, 1);
  serialized.copy(output, 5);
  return output;
}

test('one buffer holds all messages, each framed as grpc-js frames it', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
        { minLength: 1, maxLength: 20 },
      ),
      (messages) => {
        expect(framedByLibrary(framesOf(messages))).toEqual(Buffer.concat(messages.map(framedByLibrary)));
      },
    ),
  );
});
