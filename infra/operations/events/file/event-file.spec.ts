import { describe, expect, test } from 'vitest';
import { EventFile } from './event-file.ts';
import { Digest } from '../transfer/event-identity.ts';
import { lineOf, summaryLineOf } from './event-line.ts';
import { nameOf, type StoredEvent } from '../log/stored-event.ts';
import { anEvent, collect, listed } from '../testing/example-event.ts';

const events = [0n, 1n, 2n].map((revision) =>
  anEvent({ revision, data: JSON.stringify({ note: 'مرحبا 🩺', revision: revision.toString() }) }),
);
const digest = new Digest();
for (const event of events) digest.add(event);
const lines = events.map(lineOf);
const summary = summaryLineOf(digest.summary());
const whole = Buffer.from([...lines, summary].join(''));

/** Cut into pieces of any size, as a stream would hand it out. */
const fileOf = (bytes: Buffer, size = 7): EventFile =>
  new EventFile(
    'The file',
    listed(
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      ),
    ),
  );
const read = async (file: EventFile): Promise<string[]> => (await collect(file.events())).map(nameOf);

test.each([1, 2, 7, 64, 10_000])('a file is read in pieces of %i bytes and matches its last line', async (size) => {
  const file = fileOf(whole, size);
  expect(await collect(file.events())).toEqual(events);
  expect(file.whole()).toEqual(digest.summary());
  expect(file.wholeBytes).toBe(whole.length - Buffer.byteLength(summary));
});

test('an empty log is a file of one line', async () => {
  const file = fileOf(Buffer.from(summaryLineOf(new Digest().summary())));
  expect(await read(file)).toEqual([]);
  expect(file.whole().count).toBe(0);
});

describe('an incomplete file', () => {
  test('is detected at every byte, and its complete events are read', async () => {
    for (let length = 0; length < whole.length; length += 1) {
      const file = fileOf(whole.subarray(0, length), 101);
      const had = await collect(file.events());
      expect(had).toEqual(events.slice(0, had.length));
      expect(file.wholeBytes).toBe(Buffer.byteLength(lines.slice(0, had.length).join('')));
      expect(file.last).toEqual(had.at(-1));
      expect(() => file.whole()).toThrow('its export did not come to its end. Finish it with export --resume.');
    }
  });
});

test.each<[string, string[], string]>([
  ['a line that is no event', [lines[0]!, 'hello\n', summary], 'Line 2 of The file is no JSON.'],
  ['a line after the last one', [...lines, summary, lines[0]!], 'Line 5 of The file comes after the last one'],
])('%s is refused with its line number', async (_, content, sentence) => {
  await expect(read(fileOf(Buffer.from(content.join(''))))).rejects.toThrow(sentence);
});

test.each<[string, (text: string) => string]>([
  ['a letter', (text) => text.replace('مرحبا', 'مرحبة')],
  ['an id', (text) => text.replace(events[1]!.id, events[0]!.id)],
  ['a line left out', (text) => text.replace(lines[1]!, '')],
  ['the order of two lines', (text) => [lines[1], lines[0], text.slice(lines[0]!.length + lines[1]!.length)].join('')],
  ['a space within JSON', (text) => text.replace('{"note":', '{"note": ')],
])('a file in which %s was changed does not match its last line', async (_, change) => {
  const text = whole.toString();
  const file = fileOf(Buffer.from(change(text)));
  expect(change(text)).not.toBe(text);
  await collect<StoredEvent>(file.events());
  expect(() => file.whole()).toThrow('The file is not as it was exported');
});
