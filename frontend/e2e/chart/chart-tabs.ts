/** Tests, to be called within a started demo hospital: the Medication, Gallery and Notes tabs, and all layouts. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, fits, screenshot } from '../support/browser.ts';
import { chooseTyped, confirmButton, medicationNames, openTab } from '../support/chart-page.ts';
import { hany, mona, omar } from '../support/demo-hospital.ts';
import { imageFile } from '../support/image-file.ts';
import type { Demo } from '../support/demo.ts';

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });

async function addMedication(page: Page, drug: string, dose: string): Promise<void> {
  const form = page.getByRole('form', { name: 'New medication of the admission' });
  await form.getByRole('combobox', { name: 'Drug' }).fill(drug);
  await chooseTyped(page, drug);
  await form.getByRole('textbox', { name: 'Dose' }).fill(dose);
  await page.keyboard.press('Control+Enter');
  await page.locator('[data-row]').filter({ hasText: drug }).filter({ hasText: dose }).waitFor();
}

export function chartTabTests(demo: Demo): void {
  const { openAs } = demo;
  // The first ones are shown by other tests of the file.
  const chart = (index: number): string => demo.stayAt(index + 2).admission;

  describe('the Medication tab', () => {
    test('medications that Mona adds, sorts, stops and deletes change on Omar’s page at once', async () => {
      const [a, b] = await Promise.all([openAs(mona), openAs(omar)]);
      await Promise.all([openTab(a.page, chart(0), 'medication'), openTab(b.page, chart(0), 'medication')]);
      const doses = { Meronem: '1 g', Zyvox: '600 mg', Colomycin: '3 MIU' };
      /** The list has medications of the demo hospital as well. */
      const added = async (page: Page) => (await medicationNames(page)).filter((name) => name in doses);
      await a.page.getByRole('button', { name: 'ADD MEDICATION' }).click();
      for (const [drug, dose] of Object.entries(doses)) await addMedication(a.page, drug, dose);
      await a.page.keyboard.press('Escape');
      await expect.poll(() => added(b.page)).toEqual(['Meronem', 'Zyvox', 'Colomycin']);

      await a.page.getByRole('button', { name: /^Move Meronem/ }).focus();
      await a.page.keyboard.press('End');
      await expect.poll(() => added(b.page)).toEqual(['Zyvox', 'Colomycin', 'Meronem']);
      const moved = b.page.getByRole('button', { name: /^Move Meronem/ });
      await moved.scrollIntoViewIfNeeded();
      const handle = await moved.boundingBox();
      const first = await b.page.locator('[data-row]').filter({ hasText: 'Zyvox' }).boundingBox();
      if (!handle || !first) throw new Error('The medications are not on the screen');
      await b.page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
      await b.page.mouse.down();
      await b.page.mouse.move(handle.x, first.y + 3, { steps: 5 });
      await b.page.mouse.up();
      await expect.poll(() => added(a.page)).toEqual(['Meronem', 'Zyvox', 'Colomycin']);

      await a.page.getByRole('button', { name: 'Stop Zyvox (stop date: today)' }).click();
      await b.page
        .locator('[data-row]')
        .filter({ hasText: 'Zyvox' })
        .getByText(/stopped/)
        .waitFor();
      await a.page.getByRole('button', { name: 'Delete Colomycin' }).click();
      await confirmButton(a.page, 'are you sure?').click();
      await expect.poll(() => added(b.page)).toEqual(['Meronem', 'Zyvox']);
      expect([...a.pageErrors, ...b.pageErrors]).toEqual([]);
    });

    test('unsaved text is offered when the tab is opened again', async () => {
      const { page } = await openAs(mona);
      await openTab(page, chart(0), 'medication');
      await page.getByRole('button', { name: 'ADD MEDICATION' }).click();
      const form = page.getByRole('form', { name: 'New medication of the admission' });
      await form.getByLabel('Note').fill('بعد الأكل');
      await tab(page, 'Notes').click();
      // The current tab stays until the data of the other one is loaded.
      await form.waitFor({ state: 'detached' });
      await tab(page, 'Medication').click();
      await page.getByRole('button', { name: 'Restore' }).click();
      await expect.poll(() => form.getByLabel('Note').inputValue()).toBe('بعد الأكل');
    });
  });

  describe('the Gallery tab', () => {
    test('uploads continue after a lost network and become a group that Omar opens', async () => {
      const [a, b] = await Promise.all([openAs(mona), openAs(omar)]);
      await Promise.all([openTab(a.page, chart(1), 'gallery'), openTab(b.page, chart(1), 'gallery')]);
      await a.page.getByLabel('Title').fill('أشعة الصدر');
      const files = [await imageFile(a.page, 'one.png'), await imageFile(a.page, 'two.png')];
      // Loads the other tab before the network is lost.
      await tab(a.page, 'Medication').click();
      await a.page.getByRole('region', { name: 'Medications of this admission' }).waitFor();
      await tab(a.page, 'Gallery').click();
      await a.context.setOffline(true);
      await a.page.locator('input[data-files]').setInputFiles(files);
      await expect.poll(() => a.page.locator('[data-upload][data-state=failed]').count()).toBe(2);
      // Another tab does not stop the upload. A network that has just come back fails once more.
      await tab(a.page, 'Medication').click();
      await a.page.route('**/api/admissions/*/images', (route) => route.abort(), { times: 1 });
      await a.context.setOffline(false);
      await tab(a.page, 'Gallery').click();
      await expect.poll(() => a.page.locator('[data-upload][data-state=sent]').count()).toBe(2);
      await expectAccessible(a.page);
      await screenshot(a.page, 'gallery-upload');
      await a.page.getByRole('button', { name: 'Click here to complete Saving' }).click();
      await a.page.getByRole('button', { name: 'أشعة الصدر: image 2 of 2' }).waitFor();

      await b.page.getByRole('button', { name: 'أشعة الصدر: image 1 of 2' }).click();
      const viewer = b.page.getByRole('dialog');
      await viewer.getByRole('img', { name: 'أشعة الصدر: image 1 of 2' }).waitFor();
      await b.page.keyboard.press('ArrowRight');
      await viewer.getByRole('img', { name: 'أشعة الصدر: image 2 of 2' }).waitFor();
      await viewer.getByRole('button', { name: 'Zoom in' }).click();
      expect(await viewer.getByRole('button', { name: 'Zoom out' }).isEnabled()).toBe(true);
      await expectAccessible(b.page);
      await b.page.keyboard.press('Escape');
      await viewer.waitFor({ state: 'detached' });

      await a.page.getByRole('button', { name: 'Delete أشعة الصدر' }).click();
      await confirmButton(a.page, 'are you sure?').click();
      await b.page.getByText('No images yet').waitFor();
      expect([...a.pageErrors, ...b.pageErrors]).toEqual([]);
    });

    test('leaving with unsaved images asks first', async () => {
      const { page } = await openAs(mona);
      await openTab(page, chart(1), 'gallery');
      await page.getByLabel('Title').fill('Wound');
      await page.getByRole('main').getByRole('link', { name: 'Patients' }).click();
      await page
        .getByRole('alertdialog')
        .filter({ hasText: 'Images: Wound' })
        .getByRole('button', { name: 'Stay' })
        .click();
      expect(await page.getByLabel('Title').inputValue()).toBe('Wound');
    });
  });

  describe('the Notes tab', () => {
    test('a note that Hany updates and deletes changes on Mona’s page', async () => {
      const [a, b] = await Promise.all([openAs(hany), openAs(mona)]);
      await Promise.all([openTab(a.page, chart(1), 'notes'), openTab(b.page, chart(1), 'notes')]);
      await a.page.getByRole('button', { name: 'CREATE NEW PHYSICIAN NOTE' }).click();
      const fresh = a.page.getByRole('form', { name: 'New physician note' });
      await fresh.getByRole('textbox', { name: 'Clinical Notes' }).fill('Extubate tomorrow');
      await fresh.getByRole('button', { name: 'Save note' }).click();
      const note = a.page.locator('[data-item^=note-]').filter({ hasText: 'Extubate tomorrow' });
      const item = await note.getAttribute('data-item');
      await note.getByRole('button', { name: 'Edit' }).click();
      const form = a.page.getByRole('form', { name: 'Edit physician note' });
      await form.getByRole('textbox', { name: 'Clinical Notes' }).fill('Extubated, stable');
      await form.getByRole('button', { name: 'Save' }).click();
      // A note of another person stays collapsed.
      await b.page.locator(`[data-item="${item}"]`).getByRole('button').first().click();
      await b.page
        .locator('[data-item^=note-]')
        .filter({ hasText: 'Extubated, stable' })
        .getByRole('link', { name: /Contact Hany/ })
        .waitFor();
      await a.page
        .locator('[data-item^=note-]')
        .filter({ hasText: 'Extubated, stable' })
        .getByRole('button', { name: 'Edit' })
        .click();
      await form.getByRole('button', { name: 'Delete' }).click();
      await confirmButton(a.page, 'Are you sure?').click();
      await expect.poll(() => b.page.getByText('Extubated, stable').count()).toBe(0);
      expect([...a.pageErrors, ...b.pageErrors]).toEqual([]);
    });
  });

  describe.each([
    ['desktop', false],
    ['tablet', true],
    ['phone', false],
  ] as const)('at %s width, dark: %s', (width, dark) => {
    test('every tab fits and is accessible with open forms', async () => {
      const { page, pageErrors } = await openAs(mona, { width, dark });
      await openTab(page, chart(2), 'medication');
      await page.getByRole('button', { name: 'ADD MEDICATION' }).click();
      await page.getByRole('button', { name: 'Show Dashboard' }).click();
      await page.getByRole('grid', { name: 'Medications by day' }).waitFor();
      const look = async (name: string) => {
        await expect.poll(() => fits(page), { message: `${name} scrolls sideways` }).toBe(true);
        await expectAccessible(page);
        await screenshot(page, `${name}-${width}${dark ? '-dark' : ''}`);
      };
      await look('medication');
      await tab(page, 'Gallery').click();
      await page.getByLabel('Title').fill('Wound');
      await look('gallery');
      await page.getByRole('button', { name: 'Discard' }).click();
      await page
        .getByRole('alertdialog', { name: 'Discard these images?' })
        .getByRole('button', { name: 'Discard' })
        .click();
      await tab(page, 'Notes').click();
      await page.locator('[data-item^=note-], h2').first().waitFor();
      await look('notes');
      if (width !== 'phone') {
        await page.keyboard.press('Control+/');
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
        await look('shortcuts');
      }
      expect(pageErrors).toEqual([]);
    });
  });
}
