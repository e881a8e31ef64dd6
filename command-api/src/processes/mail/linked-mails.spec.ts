import { expect, test } from 'vitest';
import { linkedMail } from './linked-mails.ts';
import { mailWords } from './mail-words.ts';

const link = { from: undefined, to: 'mona@hospital.example', origin: 'http://localhost:8080', token: 'a-token' };
const kinds = ['confirmation', 'newPassword', 'invitation'] as const;
const each = mailWords.codes.flatMap((code) => kinds.map((kind) => [code, kind] as const));

test.each(each)('in %s the link of %s has a line of its own, without a sign of direction', (code, kind) => {
  const { subject, text } = linkedMail({ ...link, kind }, mailWords.in(code));
  expect(text).toMatch(/\n\nhttp:\/\/localhost:8080\/[a-z-]+#token=a-token\n\n/);
  expect(subject + text).not.toMatch(/[{}\u2066-\u2069]|mail\./);
  expect(text).toContain(kind === 'invitation' ? '7' : '60');
});

test.each(kinds)(
  'each line of an Arabic mail but the link begins in Arabic, for programs that show it by its first letter (%s)',
  (kind) => {
    const { subject, text } = linkedMail({ ...link, kind }, mailWords.in('ar'));
    for (const line of [subject, ...text.split('\n').filter((line) => line !== '' && !line.startsWith('http'))])
      expect(line).toMatch(/^[^\p{L}]*\p{Script=Arabic}/u);
  },
);

test('the digits are those that the person chose', () => {
  expect(linkedMail({ ...link, kind: 'newPassword' }, mailWords.in('ar', 'arab')).text).toContain('٦٠');
});

test('the sender is named in the language, at the host of the link, unless a setting names it', () => {
  const from = (code: string, set?: string) =>
    linkedMail({ ...link, from: set, kind: 'newPassword' }, mailWords.in(code)).from;
  expect([from('en'), from('ar'), from('ar', 'Ward <ward@hospital.example>')]).toEqual([
    'Clinical Pharmacy <no-reply@localhost>',
    'الصيدلة الإكلينيكية <no-reply@localhost>',
    'Ward <ward@hospital.example>',
  ]);
});
