import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { languages } from 'virtual:languages';
import { wardBoard, wardPatient } from '../features/ward/board-row.testdata.ts';
import { notify } from '../components/toasts/toaster.tsx';
import { chosenLanguage, showLanguage } from '../platform/language/language.ts';
import { dina, team } from '../testing/hospital.ts';
import { pseudo, pseudoLanguage } from '../testing/pseudo-language.ts';
import { serve, visit } from '../testing/screen.tsx';
// Loaded before the tests, so that the loading does not count into their timeouts.
import '../routes/about/about.tsx';
import '../routes/account/landing.tsx';
import '../routes/account/register.tsx';
import '../routes/team/ward.tsx';
import './frame.tsx';

beforeEach(() => showLanguage(chosenLanguage(pseudoLanguage)));
afterEach(() => act(() => showLanguage(chosenLanguage(languages[0]))));

const board = wardBoard(
  wardPatient('p1', {
    firstName: 'أحمد',
    middleName: 'سالم',
    medicalRecordNumber: '4711',
    lastReviewDate: '2026-03-04',
    pending: 2,
    worstSeverity: 'F',
    overdue: 1,
    lastByName: 'Omar Shaker',
    lastAt: '2026-03-04T10:00:00.000Z',
  }),
);
/** The words that people and other products have written. */
const data = new Set(
  `${team.name} ${dina.firstName} ${dina.lastName} Omar Shaker English العربية API CSV PIN Ctrl Alt`.split(/\W+/),
);

/** The words on the screen, and in the names of its elements, that have no marks. */
function plainWords(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    /^(?:STYLE|SCRIPT)$/.test(node.nodeName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  const texts: string[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Element)
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(node.getAttribute(name) ?? '');
    else texts.push(node.nodeValue ?? '');
  }
  return [...new Set(texts.flatMap((text) => text.match(/[A-Za-z]{3,}/g) ?? []))].filter((word) => !data.has(word));
}

test.each([
  ['the landing page', '/', 'Every medication, every day, reviewed together.'],
  ['the sign-up', '/register', 'One account for every team that you work in.'],
  ['the about page', '/about', 'What it is for'],
])('%s has no word that is in no catalogue', async (_, path, words) => {
  serve({ 'GET /api/config': { captcha: { provider: 'off' } } });
  visit(path);
  await screen.findByText(pseudo(words));
  expect(plainWords()).toEqual([]);
});

test('a screen with data and a toast has no other plain words than the data', async () => {
  serve({ 'GET /api/teams/t1': team, 'GET /api/ward/t1': board });
  visit('/ward/t1', { as: dina });
  await screen.findByText('أحمد سالم');
  act(() => notify.info(pseudo('Saved')));
  await screen.findByText(pseudo('Saved'));
  expect(plainWords()).toEqual([]);
});
