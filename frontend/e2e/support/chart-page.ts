/** The admission details screen in a clinician's words. */
import type { Locator, Page } from 'playwright-core';

export async function openChart(page: Page, admission: string): Promise<void> {
  await page.goto(`/admissions/${admission}`);
  await page.locator('[data-review]').first().waitFor();
  await page.locator('[role=status][data-state=live]').waitFor();
}

const editor = (scope: Page | Locator, label: string): Locator => scope.getByRole('textbox', { name: label });

/** @returns the id of the review: known by its words, since a colleague's may have arrived at the same moment. */
export async function writeReview(page: Page, note: string): Promise<string> {
  await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
  const form = page.getByRole('form', { name: 'New review' });
  await editor(form, 'Clinical notes').fill(note);
  await form.getByRole('button', { name: 'Save review' }).click();
  await form.waitFor({ state: 'detached' });
  const written = await page.locator('[data-review]').filter({ hasText: note }).last().getAttribute('data-review');
  if (!written) throw new Error('The new review did not appear on its own page');
  return written;
}

export const reviewIds = (page: Page): Promise<string[]> =>
  page.locator('[data-review]').evaluateAll((items) => items.map((item) => item.getAttribute('data-review') ?? ''));

export const review = (page: Page, id: string): Locator => page.locator(`[data-review="${id}"]`);

export async function unfold(page: Page, id: string): Promise<void> {
  const header = review(page, id).locator('h3 button');
  if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
}

/**
 * Takes what has been typed for once the list has come down to it: before, Enter takes nothing, or what the list began
 * with.
 */
export async function takeTyped(page: Page, typed: string): Promise<void> {
  await page.locator('[role=option][data-highlighted]').filter({ hasText: typed }).waitFor();
  await page.keyboard.press('Enter');
}

export interface Medication {
  drug: string;
  type: string;
  /** Both left out for "No error". */
  severity?: string;
  response?: string;
  note?: string;
}

/**
 * By keyboard, as at the bedside: drug, Enter, type, Enter, letter, digit, note, Ctrl+Enter. The form for the next one
 * stays open.
 */
export async function fillIn(
  page: Page,
  form: Locator,
  { drug, type, severity, response, note }: Medication,
): Promise<void> {
  const pick = async (label: string, text: string): Promise<void> => {
    const field = form.getByRole('combobox', { name: label });
    await field.fill(text);
    await takeTyped(page, text);
  };
  await pick('Drug', drug);
  await pick('Error type', type);
  if (severity) {
    await form.locator('[data-judgement] input:focus').waitFor({ state: 'attached' });
    await page.keyboard.press(severity);
    if (response) await page.keyboard.press(response);
  }
  if (note) await editor(form, 'Note').fill(note);
}

export async function addMedications(page: Page, reviewId: string, medications: readonly Medication[]): Promise<void> {
  await unfold(page, reviewId);
  const item = review(page, reviewId);
  await item.getByRole('button', { name: /ADD MEDICATION/ }).click();
  for (const [index, medication] of medications.entries()) {
    const form = item.getByRole('form', { name: 'New medication' });
    await fillIn(page, form, medication);
    if (index < medications.length - 1) await page.keyboard.press('Control+Enter');
    else await form.getByRole('button', { name: 'Save', exact: true }).click();
    await item.locator('[data-entry]').filter({ hasText: medication.drug }).first().waitFor();
  }
}

export const entries = (page: Page, reviewId: string): Locator => review(page, reviewId).locator('[data-entry]');
