import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { decoded } from './character-sets.ts';
import { acknowledge, parseMessage } from './message.ts';
import { hospitalTime } from './times.ts';

const HEAD = 'MSH|^~\\&|HIS|MAIN|PHARM|H|20250302101500||ADT^A01|42|P|2.5';
const pid = (fields: string) => parseMessage(`${HEAD}\rPID|${fields}`)?.segment('PID');

test('fields, repetitions, components and subcomponents', () => {
  const segment = pid('1||11^^^HOSP^MR~22^^^NAT^NI||Hassan&El^Mona');
  expect(segment?.repetitions(3).map((one) => [one[0]?.[0], one[4]?.[0]])).toEqual([
    ['11', 'MR'],
    ['22', 'NI'],
  ]);
  expect(segment?.repetitions(5)[0]?.[0]).toEqual(['Hassan', 'El']);
  expect([segment?.text(5, 2), segment?.text(99), segment?.text(5, 9)]).toEqual(['Mona', '', '']);
});

test('escape sequences are text, those of bytes in the set of the message', () => {
  expect(pid('a\\F\\b\\S\\c\\T\\d\\R\\e\\E\\f\\.br\\g\\H\\h')?.text(1)).toBe('a|b^c&d~e\\f gh');
  expect(pid('\\X4D6F6E61\\')?.text(1)).toBe('Mona');
  expect(pid('50\\ mg')?.text(1)).toBe('50\\ mg');
  const arabic = parseMessage(`${HEAD}\rPID|\\XE3E4EC\\`, (bytes) => iconv.decode(bytes, 'windows-1256'));
  expect(arabic?.segment('PID')?.text(1)).toBe('منى');
});

test('a message names its own delimiters', () => {
  const message = parseMessage('MSH#*!?%#HIS#MAIN#####ADT*A01#7#P#2.3\nPID#1##11***H*MR!22');
  expect(message?.segment('MSH')?.text(9, 2)).toBe('A01');
  expect(message?.segment('PID')?.repetitions(3)).toHaveLength(2);
});

test.each(['', 'PID|1', 'MSH', 'MSH|', 'MSH||||||', 'GET / HTTP/1.1\r\n', 'MSHaaaaa'])('%j is no message', (text) =>
  expect(parseMessage(text)).toBeUndefined(),
);

test('no text makes the parser or the acknowledgement fail', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const message = parseMessage(HEAD + text);
      message?.segments.forEach((one) => [1, 3, 5].forEach((field) => one.repetitions(field)));
      const answer = acknowledge(message, { code: 'AA', sentence: text }, '2025-03-02T10:15:00.000Z');
      expect(answer.split('\r').filter((line) => line.startsWith('MSA'))).toHaveLength(1);
    }),
  ));

test.each([
  ['', 'utf-8', 'utf-8'],
  ['', 'windows-1256', 'windows-1256'],
  ['UNICODE UTF-8', 'windows-1256', 'utf8'],
  ['8859/6', 'utf-8', 'iso-8859-6'],
  ['CP1256~UNICODE UTF-8', 'utf-8', 'windows-1256'],
] as const)('an Arabic name in set %j, by default %s', (named, byDefault, set) => {
  const text = `${HEAD}||||||${named}\rPID|1||||حسن^منى`;
  expect(decoded(iconv.encode(text, set), byDefault)).toMatchObject({ text, set });
});

test('bytes that are no text of their set, and unknown sets, are not guessed', () => {
  expect(decoded(iconv.encode(`${HEAD}\rPID|||||حسن`, 'windows-1256'), 'utf-8')).toBeUndefined();
  expect(decoded(Buffer.from(`${HEAD}||||||ISO IR87`), 'utf-8')).toBeUndefined();
});

test.each([
  ['20250302', '2025-03-02', '', '2025-03-01T22:00:00.000Z'],
  ['202507021015', '2025-07-02', '10:15', '2025-07-02T07:15:00.000Z'],
  ['20250302233015.12+0000', '2025-03-03', '01:30', '2025-03-02T23:30:15.000Z'],
  ['20250302003015-0500', '2025-03-02', '07:30', '2025-03-02T05:30:15.000Z'],
])('%s is %s %s in Cairo', (text, day, time, at) =>
  expect(hospitalTime(text, 'Africa/Cairo')).toEqual({ day, time, at: new Date(at) }),
);
test.each(['', '2025', '202503', '20250231', '2025-03-02', '20250302T10', '202503022515'])('%j is no day', (text) =>
  expect(hospitalTime(text, 'Africa/Cairo')).toBeUndefined(),
);
