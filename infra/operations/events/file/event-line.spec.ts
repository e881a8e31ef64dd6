import { describe, expect, test } from 'vitest';
import { InvalidLine, FORMAT, lineOf, parseLine, summaryLineOf } from './event-line.ts';
import { END_OF_STREAM, type StoredEvent } from '../log/stored-event.ts';
import { anEvent } from '../testing/example-event.ts';

const parsed = (line: string) => parseLine(Buffer.from(line));
const backFrom = (line: string): StoredEvent => {
  const result = parsed(line);
  if (result.kind !== 'event') throw new Error('This is not an event');
  return result.event;
};
const octets = 'application/octet-stream';

test('a line holds every field of an event', () => {
  const event = anEvent({
    stream: 'مريض-1',
    revision: END_OF_STREAM,
    id: '0a72bebe-a02d-4ee5-b53a-fab441cbe1a0',
    metadata: '{"by":"Mona"}',
  });
  const line = lineOf(event);
  expect(JSON.parse(line)).toEqual({
    stream: 'مريض-1',
    revision: '9223372036854775807',
    id: event.id,
    type: 'NoteWritten',
    contentType: 'application/json',
    data: { note: 'given at noon' },
    metadata: { by: 'Mona' },
    created: '2026-01-02T03:04:05.678Z',
    position: { commit: '17', prepare: '16' },
  });
  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(backFrom(line)).toEqual(event);
});

describe.each([
  ['plain JSON', '{"a":[1,"x",null]}', true],
  ['an integer beyond 2^53', '{"$tb":9223372036854775807}', true],
  ['a number in another form', '{"a":1.0,"b":1E2}', true],
  ['a name that comes twice', '{"a":1,"a":2}', true],
  ['letters written as escapes', '{"a":"\\u0041\\/\\ud83e"}', true],
  ['spaces within', '{ "a" :\t1 }', true],
  ['separators that some take for line ends', '{"a":"\u2028\u2029\u0085"}', true],
  ['a bare value', '"just text"', true],
  ['JSON over several lines', '{\n  "a": 1\n}', false],
  ['spaces around', ' {"a":1} ', false],
  ['a byte order mark', '\ufeff{"a":1}', false],
  ['no JSON at all', '{"a":', false],
  ['nothing', '', false],
  ['bytes that are no text', Uint8Array.from([0x7b, 0xff, 0x7d]), false],
])('%s', (_, content, readable) => {
  test('as data comes back byte for byte', () => {
    const line = lineOf(anEvent({ data: content }));
    expect(Buffer.from(backFrom(line).data).equals(Buffer.from(content as string))).toBe(true);
    expect(line.includes('"dataEncoding":"base64"')).toBe(!readable);
    expect(line.indexOf('\n')).toBe(line.length - 1);
  });

  test('as metadata comes back byte for byte', () => {
    const line = lineOf(anEvent({ metadata: content }));
    expect(Buffer.from(backFrom(line).metadata).equals(Buffer.from(content as string))).toBe(true);
  });
});

test('binary data is base64 even where it looks like JSON, and every byte comes back', () => {
  expect(lineOf(anEvent({ contentType: octets, data: '{}' }))).toContain('"data":"e30=","dataEncoding":"base64"');
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  expect(Buffer.from(backFrom(lineOf(anEvent({ contentType: octets, data: bytes }))).data).equals(bytes)).toBe(true);
});

test('a summary is a line of its own', () => {
  const summary = { count: 3, sha256: 'ab'.repeat(32) };
  expect(JSON.parse(summaryLineOf(summary))).toEqual({ format: FORMAT, ...summary });
  expect(parsed(summaryLineOf(summary))).toEqual({ kind: 'summary', summary });
});

const without = (field: string): string =>
  JSON.stringify({ ...(JSON.parse(lineOf(anEvent())) as object), [field]: undefined });
const withField = (field: string, value: unknown): string =>
  JSON.stringify({ ...(JSON.parse(lineOf(anEvent())) as object), [field]: value });
test.each([
  ['no JSON', '{"stream":', 'is no JSON'],
  ['no object', '[]', 'is no event'],
  ['no stream', without('stream'), 'is no event (stream'],
  ['no data', without('data'), 'is no event (data'],
  ['an invalid revision', withField('revision', '-1'), 'is no event (revision'],
  ['an invalid id', withField('id', 'x'), 'is no event (id'],
  [
    'invalid base64',
    JSON.stringify({ ...(JSON.parse(lineOf(anEvent())) as object), data: 'x', dataEncoding: 'base64' }),
    'data is not in base64',
  ],
  [
    'the summary of another format',
    JSON.stringify({ format: 'event-log-export-9', count: 1, sha256: 'ab'.repeat(32) }),
    'of format event-log-export-9',
  ],
  ['an invalid summary', JSON.stringify({ format: FORMAT, count: 1 }), 'is no summary'],
])('a line with %s is refused', (_, line, sentence) => {
  expect(() => parsed(line)).toThrow(InvalidLine);
  expect(() => parsed(line)).toThrow(sentence);
});

test('a line that is not UTF-8 is refused', () => {
  expect(() => parseLine(Uint8Array.from([0x22, 0xff, 0x22]))).toThrow('is no text in UTF-8');
});
