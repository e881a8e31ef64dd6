import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFramer, framed } from './framer.ts';

const MAX = 200;
const textsOf = (chunks: readonly Buffer[]) => {
  const framer = createFramer(MAX);
  return chunks.flatMap((chunk) =>
    framer.push(chunk).map((frame) => (frame.kind === 'message' ? frame.bytes.toString('latin1') : 'too large')),
  );
};
/** Any bytes but those that begin or end a frame. */
const Content = fc
  .uint8Array({ maxLength: 60 })
  .map((bytes) => Buffer.from(bytes.map((byte) => (byte === 0x0b || byte === 0x1c ? 0x20 : byte))));
const Noise = fc.constantFrom('', '\r\n', '\n\r\n', 'noise', '\x1c\r');

/** Cuts at the drawn places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
}

test('messages are the same however their bytes are cut into chunks', () =>
  fc.assert(
    fc.property(
      fc.array(fc.tuple(Noise, Content), { maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 12 }),
      (messages, places) => {
        const bytes = Buffer.concat(messages.flatMap(([noise, content]) => [Buffer.from(noise), framed(content)]));
        expect(textsOf(cut(bytes, places))).toEqual(messages.map(([, content]) => content.toString('latin1')));
      },
    ),
  ));

test('each cut of two messages into two chunks brings both', () => {
  const both = Buffer.concat([
    framed(Buffer.from('MSH|one\rPID|')),
    Buffer.from('\r\n'),
    framed(Buffer.from('MSH|two')),
  ]);
  for (let place = 0; place <= both.length; place += 1)
    expect(textsOf([both.subarray(0, place), both.subarray(place)])).toEqual(['MSH|one\rPID|', 'MSH|two']);
});

test('a half message waits, and one that begins again replaces it', () => {
  const framer = createFramer(MAX);
  expect(framer.push(Buffer.from('\x0bMSH|half'))).toEqual([]);
  expect(framer.isInside).toBe(true);
  expect(framer.push(framed(Buffer.from('MSH|whole')))).toEqual([{ kind: 'message', bytes: Buffer.from('MSH|whole') }]);
  expect(framer.isInside).toBe(false);
});

test('an end block without a carriage return ends the message', () =>
  expect(textsOf([Buffer.from('\x0bMSH|one\x1c\x0bMSH|two\x1c')])).toEqual(['MSH|one', 'MSH|two']));

test('megabytes of noise and of a message without an end are not kept', () => {
  const framer = createFramer(MAX);
  const before = process.memoryUsage().arrayBuffers;
  const noise = Buffer.alloc(64 * 1024, 0x41);
  for (let megabyte = 0; megabyte < 512; megabyte += 1) expect(framer.push(noise)).toEqual([]);
  framer.push(Buffer.from([0x0b]));
  for (let megabyte = 0; megabyte < 512; megabyte += 1) expect(framer.push(noise)).toEqual([]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
  expect(framer.push(Buffer.from('\x1c\r'))).toEqual([{ kind: 'tooLarge' }]);
  expect(framer.push(framed(Buffer.from('MSH|next')))).toHaveLength(1);
});
