import { expect, test } from 'vitest';
import { isChatUrl } from '../../sync/reads/server-config.ts';
import { admission, entry, mona, noError, review } from '../../testing/hospital.ts';
import { chatLink, promptOf } from './chat-dialog.tsx';

const febrile = review(
  'r1',
  '2026-03-03',
  mona,
  [entry('e1', 'Meronem', { errNote: '<p>500 mg <strong>كل ١٢ ساعة</strong></p>' }), noError('e2', 'Zyvox')],
  { clinicalNote: '<p>Febrile.</p><p>Cultures taken.</p>', userEmail: 'mona@demo.test' },
);

test('the prompt has the birth date, the admission details, and each review’s date, note and medications', () => {
  const prompt = promptOf(admission, [febrile]);
  expect(prompt).toContain('Patient born 1961-05-04');
  expect(prompt).toContain('Admission details: Septic shock');
  expect(prompt).toContain('Review of 2026-03-03 (day 3): Febrile. Cultures taken.');
  expect(prompt).toContain('- Meronem: Renal dose adjustment; severity D; response Accept; 500 mg كل ١٢ ساعة');
  expect(prompt).toContain('- Zyvox: No error');
});
test('the prompt has neither the patient’s name or record number nor the authors', () => {
  const prompt = promptOf(admission, [febrile]);
  const secrets = ['هدى', 'MRN-77', 'Mona', 'mona@demo.test', '01001234567'];
  for (const secret of secrets) expect(prompt).not.toContain(secret);
});
test('the prompt replaces {prompt} in the address, or is its parameter q', () => {
  expect(chatLink('https://chat.test/new?ask={prompt}', 'a b&c')).toBe('https://chat.test/new?ask=a%20b%26c');
  expect(chatLink('https://chat.test/?model=x', 'a b')).toBe('https://chat.test/?model=x&q=a+b');
});
test('there is no link for a prompt that is too long', () => {
  expect(chatLink('https://chat.test/', 'ع'.repeat(2_000))).toBeUndefined();
});
test('only an https address is a chat address', () => {
  expect(['https://chat.test', 'http://chat.test', 'javascript:alert(1)', ''].map(isChatUrl)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
