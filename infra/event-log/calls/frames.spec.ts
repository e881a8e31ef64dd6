import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framesOf } from './frames.ts';

/** As the library makes a message ready for the connection. */
function framedByLibrary(serialized: Buffer): Buffer {
  const output = Buffer.allocUnsafe(serialized.byteLength + 5);
  output.writeUInt8(0, 0);
  output.writeUInt32BE(serialized.byteLength, 1);
  serialized.copy(output, 5);
  return output;
}

test('what the library takes for one message is all of them, each as it would have framed it', () => {
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
