/**
 * `npm run bench:screens -- --entry`: how long a person takes to carry a day forward and to write a templated entry, at
 * the keyboard of a desktop and by thumb on a phone. People of a web tool for interventions took 66.55 s for each (SD
 * 8.98; King Faisal hospital, PubMed 21369961).
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { atMost, line, sumOf } from '../../figures.ts';
import { openChart, openPage } from '../browser.ts';
import { atDesktop, onPhone, type Person, personAt } from './person.ts';
import { MEDICINES, openChartOfTen, subject } from './ten-medicines.ts';

const ENTRY = { seconds: 25, keystrokes: 12 };
const DAY = { seconds: 30 };
/** The note of a day on which nothing changed. */
const NOTE = 'Stable.';

export async function measureEntry(base: string, browser: Browser): Promise<void> {
  await measureOn(base, browser, 'keyboard');
  await measureOn(base, browser, 'thumb');
}

async function measureOn(base: string, browser: Browser, way: 'keyboard' | 'thumb'): Promise<void> {
  const isPhone = way === 'thumb';
  const chart = await openChartOfTen(base);
  const page = await openPage(browser, isPhone ? { isPhone } : { slower: 1 });
  await openChart(page, base, chart);
  const pace = isPhone ? onPhone : atDesktop;
  const day = personAt(page, pace);
  await (isPhone ? carryByThumb : carryByKeyboard)(page, day);
  const begun = performance.now();
  await savedCarriedRow(page).waitFor();
  const savedMs = performance.now() - begun;
  const entry = personAt(page, pace);
  await (isPhone ? writeByThumb : writeByKeyboard)(page, entry);
  await page.context().close();
  print(`a day of ${MEDICINES} unchanged medicines, by ${way}`, day, DAY);
  console.log(`${MEDICINES} medicines: saved ${seconds(savedMs)} s after they were shown`);
  print(`a templated entry, by ${way}`, entry, ENTRY);
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

function print(what: string, { steps }: Person, target: { seconds: number; keystrokes?: number }): void {
  console.log(line(what, 'seconds', 'own', 'keystrokes'));
  for (const { what: part, ms, ownMs, keystrokes } of steps)
    console.log(line(`  ${part}`, seconds(ms), seconds(ownMs), keystrokes));
  const own = sumOf(steps.map(({ ownMs }) => ownMs));
  const ms = sumOf(steps.map((step) => step.ms));
  atMost(`${what} (${seconds(own)} s the person's own)`, ms / 1_000, target.seconds, 's');
  if (target.keystrokes === undefined) return;
  atMost(
    `${what}: without the drug's letters`,
    sumOf(steps.map(({ keystrokes }) => keystrokes)),
    target.keystrokes,
    'keystrokes',
  );
}

const newest = (page: Page): Locator => page.locator('[data-review]').last();
const focused = (within: Locator, role: 'combobox' | 'textbox', page: Page): Locator =>
  within.getByRole(role).and(page.locator(':focus'));
/** A row is shown at once, as being saved. From then on the outbox has it, and the person goes on. */
const carriedRow = (page: Page): Locator =>
  newest(page)
    .locator('.entry')
    .nth(MEDICINES - 1);
const savedCarriedRow = (page: Page): Locator =>
  newest(page)
    .locator('[data-entry]')
    .nth(MEDICINES - 1);
const question = (page: Page): Locator => page.getByRole('alertdialog');
const addButton = (page: Page): Locator => newest(page).locator('[data-add-entry]');
const reviewForm = (page: Page): Locator => page.getByRole('form', { name: 'New review' });
const form = (page: Page): Locator => page.getByRole('form', { name: 'New medication' });
const typeField = (page: Page): Locator => form(page).getByRole('combobox', { name: 'Error type' });
const checked = (page: Page, name: RegExp): Locator => form(page).getByRole('radio', { name, checked: true });
const savedRow = (page: Page): Locator =>
  newest(page).locator('[data-entry]').filter({ hasText: subject.drug }).filter({ hasText: subject.type });
const option = (page: Page, label: string): Locator =>
  page.locator('[role=option][data-highlighted]').filter({ hasText: label });

const openNewReview = (page: Page, person: Person): Promise<void> =>
  person.step(
    'press CREATE NEW REVIEW',
    ({ press }) => press(page.getByRole('button', { name: 'CREATE NEW REVIEW' })),
    focused(reviewForm(page), 'textbox', page),
  );

async function carryByKeyboard(page: Page, person: Person): Promise<void> {
  await openNewReview(page, person);
  await person.step(
    `"${NOTE}", Ctrl+Enter`,
    async ({ typeFree, key }) => {
      await typeFree(NOTE);
      await key('Control+Enter');
    },
    addButton(page).and(page.locator(':focus')),
  );
  await person.step('Alt+0', ({ key }) => key('Alt+Digit0'), question(page).locator(':focus'));
  await person.step(
    `look at ${MEDICINES} names, Tab, Enter`,
    async ({ key }) => {
      await key('Tab');
      await key('Enter');
    },
    carriedRow(page),
    MEDICINES,
  );
}

async function carryByThumb(page: Page, person: Person): Promise<void> {
  await openNewReview(page, person);
  await person.step(
    `"${NOTE}", Save review`,
    async ({ typeFree, press }) => {
      await typeFree(NOTE);
      await press(reviewForm(page).getByRole('button', { name: 'Save review' }));
    },
    addButton(page),
  );
  await person.step(
    `press "All ${MEDICINES} without an error"`,
    ({ press }) => press(newest(page).getByRole('button', { name: /without an error/ })),
    question(page).locator(':focus'),
  );
  await person.step(
    `look at ${MEDICINES} names, press Add`,
    ({ press }) => press(question(page).getByRole('button', { name: `Add ${MEDICINES}` })),
    carriedRow(page),
    MEDICINES,
  );
}

async function writeByKeyboard(page: Page, person: Person): Promise<void> {
  await person.step('Alt+N', ({ key }) => key('Alt+KeyN'), focused(form(page), 'combobox', page));
  await person.step(
    `drug: "${subject.drugLetters}", Enter`,
    async ({ typeFree, key }) => {
      await typeFree(subject.drugLetters);
      await option(page, subject.drug).waitFor();
      await key('Enter');
    },
    typeField(page).and(page.locator(':focus')),
  );
  await person.step(
    `error type: "${subject.typeLetters}", Enter`,
    async ({ type, key }) => {
      await type(subject.typeLetters);
      await option(page, subject.type).waitFor();
      await key('Enter');
    },
    form(page).locator('[data-judgement] input:focus'),
  );
  await person.step('severity: D', ({ key }) => key('d'), checked(page, /^D:/));
  await person.step('response: 1', ({ key }) => key('1'), checked(page, /^1:/));
  await person.step('Alt+T', ({ key }) => key('Alt+KeyT'), page.getByRole('dialog').locator('[data-take]').first());
  await person.step('first template: Enter', ({ key }) => key('Enter'), focused(form(page), 'textbox', page));
  await person.step('Ctrl+Enter: saved, the next form is open', ({ key }) => key('Control+Enter'), savedRow(page));
}

async function writeByThumb(page: Page, person: Person): Promise<void> {
  await person.step(
    'press ADD MEDICATION',
    ({ press }) => press(addButton(page)),
    focused(form(page), 'combobox', page),
  );
  await person.step(
    `drug: "${subject.drugLetters}", press the first`,
    async ({ typeFree, press }) => {
      await typeFree(subject.drugLetters);
      await press(option(page, subject.drug));
    },
    typeField(page).and(page.locator(':focus')),
  );
  await person.step(
    `error type: "${subject.typeLetters}", press the first`,
    async ({ type, press }) => {
      await type(subject.typeLetters);
      await press(option(page, subject.type));
    },
    form(page).locator('[data-judgement] input:focus'),
  );
  const radio = (name: RegExp): Locator =>
    form(page)
      .locator('label')
      .filter({ has: page.getByRole('radio', { name }) });
  await person.step('severity: D', ({ press }) => press(radio(/^D:/)), checked(page, /^D:/));
  await person.step('response: Accept', ({ press }) => press(radio(/^1:/)), checked(page, /^1:/));
  await person.step(
    'press the first template',
    ({ press }) => press(form(page).getByRole('group', { name: 'First templates' }).getByRole('button').first()),
    form(page).getByRole('textbox', { name: 'Note' }).filter({ hasText: /\S/ }),
  );
  await person.step(
    'press Save',
    ({ press }) => press(form(page).getByRole('button', { name: 'Save', exact: true })),
    savedRow(page),
  );
}
