/** Actions and locators of the chart screen, in English or in the language of `say`. */
import type { Locator, Page } from 'playwright-core';
import type { Translate } from '../../src/platform/language/language.ts';
import { words } from './words.ts';

const english = words('en');

export async function openChart(page: Page, admission: string): Promise<void> {
  await page.goto(`/admissions/${admission}`);
  await page.locator('[data-review]').first().waitFor();
  await page.locator('[role=status][data-state=live]').waitFor();
}

const editor = (scope: Page | Locator, label: string): Locator => scope.getByRole('textbox', { name: label });

/** @returns the id of the review. It is found by its text, because another person's may arrive at the same time. */
export async function createReview(page: Page, note: string, say: Translate = english): Promise<string> {
  await page.getByRole('button', { name: say('review.create') }).click();
  const form = page.getByRole('form', { name: say('review.form.fresh.form') });
  await editor(form, say('review.form.fresh.text')).fill(note);
  await form.getByRole('button', { name: say('review.form.fresh.save') }).click();
  await form.waitFor({ state: 'detached' });
  const written = await page.locator('[data-review]').filter({ hasText: note }).last().getAttribute('data-review');
  if (!written) throw new Error('The new review did not appear on its own page');
  return written;
}

export const reviewIds = (page: Page): Promise<string[]> =>
  page.locator('[data-review]').evaluateAll((items) => items.map((item) => item.getAttribute('data-review') ?? ''));

export const review = (page: Page, id: string): Locator => page.locator(`[data-review="${id}"]`);

export async function expand(page: Page, id: string): Promise<void> {
  const header = review(page, id).locator('h3 button');
  if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
}

/** Presses Enter when the select list has highlighted the typed choice. Before, Enter chooses another one or none. */
export async function chooseTyped(page: Page, typed: string): Promise<void> {
  await page.locator('[role=option][data-highlighted]').filter({ hasText: typed }).waitFor();
  await page.keyboard.press('Enter');
}

export interface Medication {
  drug: string;
  type: string;
  /** Severity and response are undefined for "No error". */
  severity?: string;
  response?: string;
  note?: string;
}

/** Fills the form by keyboard: drug, Enter, type, Enter, severity letter, response digit, note. */
export async function fillMedication(
  page: Page,
  form: Locator,
  { drug, type, severity, response, note }: Medication,
  say: Translate = english,
): Promise<void> {
  const pick = async (label: string, text: string): Promise<void> => {
    const field = form.getByRole('combobox', { name: label });
    await field.fill(text);
    await chooseTyped(page, text);
  };
  await pick(say('entry.drug'), drug);
  await pick(say('entry.type'), type);
  if (severity) {
    await form.locator('[data-judgement] input:focus').waitFor({ state: 'attached' });
    await page.keyboard.press(severity);
    if (response) await page.keyboard.press(response);
  }
  if (note) await editor(form, say('entry.note')).fill(note);
}

export async function addMedications(
  page: Page,
  reviewId: string,
  medications: readonly Medication[],
  say: Translate = english,
): Promise<void> {
  await expand(page, reviewId);
  const item = review(page, reviewId);
  await item.getByRole('button', { name: say('entry.add') }).click();
  for (const [index, medication] of medications.entries()) {
    const form = item.getByRole('form', { name: say('entry.title.add') });
    await fillMedication(page, form, medication, say);
    if (index < medications.length - 1) await page.keyboard.press('Control+Enter');
    else await form.getByRole('button', { name: say('entry.save'), exact: true }).click();
    await item.locator('[data-entry]').filter({ hasText: medication.drug }).first().waitFor();
  }
}

export const entries = (page: Page, reviewId: string): Locator => review(page, reviewId).locator('[data-entry]');

export const openTab = async (page: Page, chart: string, name: string): Promise<void> => {
  await page.goto(`/admissions/${chart}?tab=${name}`);
  await page.locator('[role=status][data-state=live]').waitFor();
};
export const medicationNames = (page: Page) => page.locator('[data-row] strong').allTextContents();

export const confirmButton = (page: Page, title: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: 'Yes' });
