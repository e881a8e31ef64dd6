import type { AnchorStatement } from 'service-kit/event-log/anchor-statements';
import { expect, test } from 'vitest';
import { mailWords } from '../mail/mail-words.ts';
import { destinationOf, statementMail } from './destinations.ts';
import { isStatementAddress } from './statement-address.ts';

const statement: AnchorStatement = {
  format: 'clinical-pharmacy-anchor-statement-1',
  said: JSON.stringify({
    number: 42,
    at: '2026-11-26T10:00:00.000Z',
    previous: '',
    teams: [
      { team: '', number: 3, hash: 'x' },
      { team: 'icu', number: 7, hash: 'y' },
    ],
  }),
  hash: `beef${'0123456789ab'.repeat(5)}`,
  signature: 's',
  publicKey: 'the-public-key',
};
const mails = {
  post: { send: () => Promise.resolve() },
  from: undefined,
  origin: 'https://pharmacy.hospital.example',
  says: mailWords.codes.map((code) => mailWords.in(code)),
};

test('the mail has the hash in groups, in each language, and the statement as a file', () => {
  const { subject, text, to, from, attachments } = statementMail(statement, 'auditor@hospital.example', mails);
  expect([to, from]).toEqual(['auditor@hospital.example', 'Clinical Pharmacy <no-reply@pharmacy.hospital.example>']);
  expect(subject).toBe('Anchor statement 42 of https://pharmacy.hospital.example');
  expect(text.split('beef 0123 4567 89ab 0123')).toHaveLength(mailWords.codes.length + 1);
  expect(text).toContain('one team');
  expect(text).toMatch(/بيان رقم 42 بالبصمات المرجعية/);
  expect(text).not.toMatch(/mail\.anchor|[{}]/);
  expect(attachments?.map(({ filename, content }) => [filename, JSON.parse(content)])).toEqual([
    ['anchor-statement-42.json', statement],
  ]);
});

test('the name of a destination has no password', () => {
  expect(destinationOf('https://us:secret@notary.example/anchors', mails).name).toBe('https://notary.example/anchors');
  expect(destinationOf('mailto:auditor@hospital.example', mails).name).toBe('mailto:auditor@hospital.example');
});

test.each([
  ['mailto:auditor@hospital.example', true],
  ['https://notary.example/anchors', true],
  ['http://localhost:9000/', true],
  ['http://notary.example/anchors', false],
  ['mailto:', false],
  ['mailto:auditor', false],
  ['auditor@hospital.example', false],
  ['ftp://notary.example', false],
])('%s is an address for statements: %s', (text, is) => {
  expect(isStatementAddress(text)).toBe(is);
});
