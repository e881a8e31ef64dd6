import iconv from 'iconv-lite';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decode, detectEncoding, detectSeparator, isBinary } from './decode.ts';

const arabic = 'رقم الملف,الاسم,النوع\n1207,أحمد محمود,ذكر\n';

test.each([
  ['UTF-8', iconv.encode(arabic, 'utf8'), 'utf-8'],
  ['UTF-8 with a mark', iconv.encode(arabic, 'utf8', { addBOM: true }), 'utf-8'],
  ['UTF-16 LE with a mark', iconv.encode(arabic, 'utf16-le', { addBOM: true }), 'utf-16le'],
  ['UTF-16 LE', iconv.encode(arabic, 'utf16-le'), 'utf-16le'],
  ['UTF-16 BE with a mark', iconv.encode(arabic, 'utf16-be', { addBOM: true }), 'utf-16be'],
  ['UTF-16 BE', iconv.encode(arabic, 'utf16-be'), 'utf-16be'],
  ['Windows-1256', iconv.encode(arabic, 'win1256'), 'windows-1256'],
  ['plain ASCII', Buffer.from('mrn,name\n1,Mona\n'), 'utf-8'],
] as const)('%s is detected, and its text is the same', (_, bytes, encoding) => {
  expect(detectEncoding(bytes)).toBe(encoding);
  expect(decode(bytes, encoding)).toBe(encoding === 'utf-8' && !bytes.includes(0xd8) ? bytes.toString() : arabic);
});

test('each text in each encoding that can hold it reads back the same', () => {
  const pairs = [
    ['utf8', 'utf-8'],
    ['utf16-le', 'utf-16le'],
    ['utf16-be', 'utf-16be'],
  ] as const;
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom(...pairs), (text, [written, read]) => {
      const given = text.replace(/^\uFEFF+/, '');
      expect(decode(iconv.encode(given, written, { addBOM: true }), read)).toBe(given);
    }),
  );
});

test.each([
  ['a,b,c\n1,2,3\n', ','],
  ['a;b;c\n1,5;2,5;3\n', ';'],
  ['a\tb\n1,5\t2\n', '\t'],
  ['name;note\n"one; two, three";x\n', ';'],
  ['الاسم؛ الملف;النوع\n"محمد، أحمد";ذكر\n', ';'],
  ['one column\nonly\n', ','],
] as const)('the separator of %j is %j', (text, separator) => {
  expect(detectSeparator(text)).toBe(separator);
});

test('a program is no table; a text with tabs and line breaks is one', () => {
  expect(isBinary('\u007fELF\u0002\u0001\u0000')).toBe(true);
  expect(isBinary('a\tb\r\n1\t2')).toBe(false);
});
