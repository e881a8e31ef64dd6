/**
 * `npm run bench:screens -- --entry`: how long a person takes to carry a day forward and to write a templated entry, at
 * the keyboard of a desktop and by thumb on a phone. People of a web tool for interventions took 66.55 s for each (SD
 * 8.98; King Faisal hospital, PubMed 21369961).
 */
import type { Browser, Locator, Page } from 'playwright-core';
import { openPage, signInAs } from '../browser.ts';
import type { Measured } from '../figures.ts';
import { atDesktop, onPhone, personAt, type Person, type Step } from './person.ts';
import { MEDICINES, openChartOfTen, subject } from './ten-medicines.ts';

const ENTRY = { ms: 25_000, keystrokes: 12 };
const DAY = { ms: 30_000 };
/** Of the note of a day on which nothing changed. */
const NOTE = 'Stable.';

type Ways = 'keyboard' | 'thumb';

export async function measureEntry(base: string, browser: Browser): Promise<Measured[]> {
  return [...(await measureOn(base, browser, 'keyboard')), ...(await measureOn(base, browser, 'thumb'))];
}

async function measureOn(base: string, browser: Browser, way: Ways): Promise<Measured[]> {
  const chart = await openChartOfTen(base);
  const page = await openPage(browser, way === 'thumb' ? { isPhone: true } : { slower: 1 });
  await signInAs(page, base, chart.account);
  await page.goto(new URL(`/admissions/${chart.admission}`, base).href);
  await page.locator('[data-review]').last().waitFor();
  await page.locator('[role=status][data-state=live]').waitFor();
  // A person reads first: forms and choices are loaded meanwhile.
  await page.waitForLoadState('networkidle');
  const pace = way === 'thumb' ? onPhone : atDesktop;
  const day = personAt(page, pace);
  await (way === 'thumb' ? carryByThumb : carryByKeyboard)(page, day);
  const begun = performance.now();
  await savedCarriedRow(page).waitFor();
  console.log(
    `${MEDICINES} medicines, by ${way}: saved ${((performance.now() - begun) / 1_000).toFixed(1)} s after they were shown`,
  );
  const entry = personAt(page, pace);
  await (way === 'thumb' ? writeByThumb : writeByKeyboard)(page, entry);
  await page.context().close();
  return [
    ...measuredOf(`a day of ${MEDICINES} unchanged medicines, by ${way}`, day.steps, DAY),
    ...measuredOf(`a templated entry, by ${way}`, entry.steps, ENTRY),
  ];
}

function measuredOf(what: string, steps: readonly Step[], target: { ms: number; keystrokes?: number }): Measured[] {
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1).padStart(5)} s`;
  console.log(`${what}: seconds, of these the person's own, keystrokes`);
  for (const { what: part, ms, ownMs, keystrokes } of steps)
    console.log(`  ${part.padEnd(44)} ${seconds(ms)} ${seconds(ownMs)} ${String(keystrokes).padStart(3)}`);
  const sum = (of: (step: Step) => number): number => steps.reduce((total, step) => total + of(step), 0);
  return [
    {
      what: `${what} (${seconds(sum(({ ownMs }) => ownMs)).trim()} the person's own)`,
      value: sum(({ ms }) => ms),
      target: target.ms,
      unit: 'ms',
    },
    ...(target.keystrokes === undefined
      ? []
      : [
          {
            what: `${what}: without the drug's letters`,
            value: sum(({ keystrokes }) => keystrokes),
            target: target.keystrokes,
            unit: 'keystrokes' as const,
          },
        ]),
  ];
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
const form = (page: Page): Locator => page.getByRole('form', { name: 'New medication' });
const templates = (page: Page): Locator => page.getByRole('dialog').locator('[data-take]');
const savedRow = (page: Page): Locator =>
  newest(page).locator('[data-entry]').filter({ hasText: subject.drug }).filter({ hasText: subject.type });
const option = (page: Page, label: string): Locator =>
  page.locator('[role=option][data-highlighted]').filter({ hasText: label });

const reviewForm = (page: Page): Locator => page.getByRole('form', { name: 'New review' });

async function openNewReview(page: Page, person: Person): Promise<void> {
  await person.step(
    'press CREATE NEW REVIEW',
    async ({ think, press }) => {
      await think();
      await press(page.getByRole('button', { name: 'CREATE NEW REVIEW' }));
    },
    focused(reviewForm(page), 'textbox', page),
  );
}

async function carryByKeyboard(page: Page, person: Person): Promise<void> {
  await openNewReview(page, person);
  await person.step(
    `"${NOTE}", Ctrl+Enter`,
    async ({ think, typeFree, key }) => {
      await think();
      await typeFree(NOTE);
      await key('Control+Enter');
    },
    addButton(page).and(page.locator(':focus')),
  );
  await person.step(
    'Alt+0',
    async ({ think, key }) => {
      await think();
      await key('Alt+Digit0');
    },
    question(page).locator(':focus'),
  );
  await person.step(
    `look at ${MEDICINES} names, Tab, Enter`,
    async ({ think, key }) => {
      await think(MEDICINES);
      await key('Tab');
      await key('Enter');
    },
    carriedRow(page),
  );
}

async function carryByThumb(page: Page, person: Person): Promise<void> {
  await openNewReview(page, person);
  await person.step(
    `"${NOTE}", Save review`,
    async ({ think, typeFree, press }) => {
      await think();
      await typeFree(NOTE);
      await press(reviewForm(page).getByRole('button', { name: 'Save review' }));
    },
    addButton(page),
  );
  await person.step(
    `press "All ${MEDICINES} without an error"`,
    async ({ think, press }) => {
      await think();
      await press(newest(page).getByRole('button', { name: /without an error/ }));
    },
    question(page).locator(':focus'),
  );
  await person.step(
    `look at ${MEDICINES} names, press Add`,
    async ({ think, press }) => {
      await think(MEDICINES);
      await press(question(page).getByRole('button', { name: `Add ${MEDICINES}` }));
    },
    carriedRow(page),
  );
}

async function writeByKeyboard(page: Page, person: Person): Promise<void> {
  await person.step(
    'Alt+N',
    async ({ think, key }) => {
      await think();
      await key('Alt+KeyN');
    },
    focused(form(page), 'combobox', page),
  );
  await person.step(
    `drug: "${subject.drugLetters}", Enter`,
    async ({ think, typeFree, key }) => {
      await think();
      await typeFree(subject.drugLetters);
      await option(page, subject.drug).waitFor();
      await key('Enter');
    },
    form(page).getByRole('combobox', { name: 'Error type' }).and(page.locator(':focus')),
  );
  await person.step(
    `error type: "${subject.typeLetters}", Enter`,
    async ({ think, type, key }) => {
      await think();
      await type(subject.typeLetters);
      await option(page, subject.type).waitFor();
      await key('Enter');
    },
    form(page).locator('[data-judgement] input:focus'),
  );
  await person.step(
    'severity: D',
    async ({ think, key }) => {
      await think();
      await key('d');
    },
    form(page).getByRole('radio', { name: /^D:/, checked: true }),
  );
  await person.step(
    'response: 1',
    async ({ think, key }) => {
      await think();
      await key('1');
    },
    form(page).getByRole('radio', { name: /^1:/, checked: true }),
  );
  await person.step(
    'Alt+T',
    async ({ think, key }) => {
      await think();
      await key('Alt+KeyT');
    },
    templates(page).first(),
  );
  await person.step(
    'first template: Enter',
    async ({ think, key }) => {
      await think();
      await key('Enter');
    },
    focused(form(page), 'textbox', page),
  );
  await person.step(
    'Ctrl+Enter: saved, the next form is open',
    async ({ think, key }) => {
      await think();
      await key('Control+Enter');
    },
    savedRow(page),
  );
}

async function writeByThumb(page: Page, person: Person): Promise<void> {
  await person.step(
    'press ADD MEDICATION',
    async ({ think, press }) => {
      await think();
      await press(addButton(page));
    },
    focused(form(page), 'combobox', page),
  );
  await person.step(
    `drug: "${subject.drugLetters}", press the first`,
    async ({ think, typeFree, press }) => {
      await think();
      await typeFree(subject.drugLetters);
      await press(option(page, subject.drug));
    },
    form(page).getByRole('combobox', { name: 'Error type' }).and(page.locator(':focus')),
  );
  await person.step(
    `error type: "${subject.typeLetters}", press the first`,
    async ({ think, type, press }) => {
      await think();
      await type(subject.typeLetters);
      await press(option(page, subject.type));
    },
    form(page).locator('[data-judgement] input:focus'),
  );
  const radio = (name: RegExp): Locator =>
    form(page)
      .locator('label')
      .filter({ has: page.getByRole('radio', { name }) });
  await person.step(
    'severity: D',
    async ({ think, press }) => {
      await think();
      await press(radio(/^D:/));
    },
    form(page).getByRole('radio', { name: /^D:/, checked: true }),
  );
  await person.step(
    'response: Accept',
    async ({ think, press }) => {
      await think();
      await press(radio(/^1:/));
    },
    form(page).getByRole('radio', { name: /^1:/, checked: true }),
  );
  await person.step(
    'press the first template',
    async ({ think, press }) => {
      await think();
      await press(form(page).getByRole('group', { name: 'First templates' }).getByRole('button').first());
    },
    form(page).getByRole('textbox', { name: 'Note' }).filter({ hasText: /\S/ }),
  );
  await person.step(
    'press Save',
    async ({ think, press }) => {
      await think();
      await press(form(page).getByRole('button', { name: 'Save', exact: true }));
    },
    savedRow(page),
  );
}
