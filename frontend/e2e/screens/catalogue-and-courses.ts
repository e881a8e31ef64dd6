/** Tests, to be called within a started demo hospital: the drug catalogue, templates, admin tools and public videos. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, screenshot } from '../support/browser.ts';
import { entries, fillMedication, openChart, review, chooseTyped, createReview } from '../support/chart-page.ts';
import { admin, mona, omar } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

const waitForToast = (page: Page, words: string) =>
  page.getByRole('status').filter({ hasText: words }).first().waitFor();

async function findDrug(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Find a drug to update' }).fill(name);
  await chooseTyped(page, name);
}

export function catalogueAndCourseTests(demo: Demo): void {
  const { openAs } = demo;

  describe('the drug catalogue', () => {
    test('a new drug is offered to Omar at once, and a conflicting change is shown before it is saved', async () => {
      const [a, b] = await Promise.all([openAs(mona), openAs(omar)]);
      await Promise.all([a.page.goto('/drugs'), b.page.goto('/drugs')]);
      await a.page.getByLabel('Root name').fill('Fosfomycin trometamol');
      await a.page.keyboard.press('Tab');
      await a.page.keyboard.type('Monuril');
      await a.page.keyboard.press('Enter');
      await a.page.keyboard.type('Fosfocin');
      await a.page.keyboard.press('Control+Enter');
      await a.page.getByRole('heading', { level: 1, name: 'UPDATE DRUG DATA' }).waitFor();
      await waitForToast(a.page, 'Drug added');
      expect(new URL(a.page.url()).searchParams.get('tradeId')).toBeTruthy();

      await findDrug(b.page, 'fosfocin');
      await b.page.getByRole('form', { name: 'UPDATE DRUG DATA' }).waitFor();
      await b.page.getByLabel('Tips').fill('Omar: with food');
      await a.page.getByLabel('Tips').fill('Mona: on an empty stomach');
      await a.page.getByRole('button', { name: 'Save', exact: true }).click();
      await waitForToast(a.page, 'Drug updated');
      await b.page.getByText('What you typed is untouched').waitFor();
      await b.page.getByRole('button', { name: 'Save', exact: true }).click();
      const conflict = b.page.getByRole('alert').filter({ hasText: mona.name });
      await conflict.getByText('Mona: on an empty stomach').waitFor();
      await expectAccessible(b.page);
      await screenshot(b.page, 'drug-conflict');
      await conflict.getByRole('button', { name: 'Use theirs' }).click();
      await expect.poll(() => b.page.getByLabel('Tips').inputValue()).toBe('Mona: on an empty stomach');
      expect([...a.pageErrors, ...b.pageErrors]).toEqual([]);
    });

    test('opening another drug or leaving asks before it discards unsaved text', async () => {
      const { page, pageErrors } = await openAs(mona);
      await page.goto('/drugs');
      await findDrug(page, 'meronem');
      await page.getByRole('form', { name: 'UPDATE DRUG DATA' }).waitFor();
      await page.getByLabel('Tips').fill('half a thought');
      await findDrug(page, 'marevan');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      expect(await page.getByLabel('Tips').inputValue()).toBe('half a thought');
      await page.goBack();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard and leave' }).click();
      await page.getByRole('heading', { level: 1, name: 'ADD NEW DRUG' }).waitFor();
      expect(pageErrors).toEqual([]);
    });
  });

  test('a template is inserted into the note by keyboard alone, and a note is saved as a template', async () => {
    const { page, pageErrors } = await openAs(mona);
    await openChart(page, demo.stay.admission);
    const id = await createReview(page, 'Templates.');
    await review(page, id)
      .getByRole('button', { name: /ADD MEDICATION/ })
      .click();
    const form = review(page, id).getByRole('form', { name: 'New medication' });
    await fillMedication(page, form, { drug: 'Meronem', type: 'Renal dose adjustment', severity: 'd', response: '1' });
    await page.keyboard.press('Alt+t');
    const dialog = page.getByRole('dialog', { name: 'Templates' });
    await dialog.getByText(/CrCl \d+ mL/).waitFor();
    await expectAccessible(page);
    await screenshot(page, 'templates');
    await page.keyboard.type('crcl');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const note = form.getByRole('textbox', { name: 'Note' });
    await expect
      .poll(() => note.evaluate((box) => box === document.activeElement && /CrCl \d+ mL/.test(box.textContent ?? '')))
      .toBe(true);
    await page.keyboard.press('Control+Enter');
    await entries(page, id)
      .filter({ hasText: /CrCl \d+ mL/ })
      .waitFor();

    await fillMedication(page, form, { drug: 'Meronem', type: 'Renal dose adjustment', note: 'My own words' });
    await page.keyboard.press('Alt+t');
    await dialog.getByRole('button', { name: 'Save this note as my template' }).click();
    await dialog.getByRole('region', { name: 'My templates' }).getByText('My own words').waitFor();
    await dialog.getByRole('button', { name: /Delete my template/ }).click();
    await page
      .getByRole('alertdialog')
      .filter({ hasText: 'Are you sure?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await dialog.getByRole('region', { name: 'My templates' }).getByText('None yet').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await form.getByRole('button', { name: 'Save', exact: true }).isVisible()).toBe(true);
    expect(pageErrors).toEqual([]);
  });

  test('only the admin account opens the admin tools, and a new name appears on all screens', async () => {
    const [a, b] = await Promise.all([openAs(mona), openAs(admin)]);
    await a.page.goto('/adminTools');
    await a.page.waitForURL('**/teamlist');
    await a.page.goto('/drugs');
    await a.page.getByRole('button', { name: 'Add error template' }).click();
    const choice = a.page.getByRole('listitem', { name: 'Error template 1' }).getByLabel('Error type');
    await choice.waitFor();

    await b.page.goto('/adminTools');
    const types = b.page.getByRole('region', { name: 'Error types' });
    await types.getByLabel('Find').fill('Loading dose');
    await types.getByRole('button', { name: 'Rename Loading dose missing' }).click();
    await b.page.keyboard.type('Loading dose left out');
    await b.page.keyboard.press('Enter');
    await waitForToast(b.page, 'Renamed to Loading dose left out');
    await choice.locator('option', { hasText: 'Loading dose left out' }).waitFor({ state: 'attached' });
    await b.page.getByRole('button', { name: 'Update Trade List' }).click();
    await b.page.getByText(/the trade list is at version \d+/).waitFor();
    await b.page.getByRole('button', { name: 'Stop Closed AdmMed' }).click();
    await b.page.getByRole('alertdialog').getByRole('button', { name: 'Stop them' }).click();
    await b.page.getByText(/medications? of [\d,]+ closed admissions? stopped/).waitFor();
    expect([...a.pageErrors, ...b.pageErrors]).toEqual([]);
  });

  describe('public videos', () => {
    test('each lecture of a course plays', async () => {
      const { page, pageErrors } = await openAs();
      await page.goto('/clinical-pharmacy-courses');
      await page.getByRole('link', { name: /Watch Now for Free.*Hypersensitivity/ }).click();
      await page.waitForURL('**/clinical-pharmacy-courses/hypersensitivity-test');
      for (const [course, lectures] of [
        ['hypersensitivity-test', 7],
        ['offline-clinical-pharmacy-app', 5],
      ] as const) {
        if (course !== 'hypersensitivity-test') await page.goto(`/clinical-pharmacy-courses/${course}`);
        await page.getByText(`Lecture 1 of ${lectures}`).waitFor();
        expect(await page.getByRole('navigation', { name: 'Lectures' }).getByRole('listitem').count()).toBe(lectures);
        for (let number = 1; number <= lectures; number += 1) {
          if (number > 1) await page.getByRole('link', { name: 'Next lecture' }).click();
          const film = page.locator(`video[src$="/films/${course}-${number}.mp4"]`);
          await film.evaluate((video: HTMLVideoElement) => video.play());
          await expect
            .poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime), {
              message: `${course} ${number} plays`,
            })
            .toBeGreaterThan(0);
          expect(await film.evaluate((video: HTMLVideoElement) => video.duration)).toBeCloseTo(8, 0);
        }
      }
      await page.goto('/clinical-pharmacy-courses/no-such-course');
      await page.getByText('Looks like the page you were looking for is no longer here.').waitFor();
      expect(pageErrors).toEqual([]);
    });

    test('the paid workshop leads to a demonstration page', async () => {
      const { context, page, pageErrors } = await openAs();
      await page.goto('/clinical-pharmacy-courses');
      const [workshop] = await Promise.all([
        context.waitForEvent('page'),
        page.getByRole('link', { name: 'Clinical pharmacy workshop' }).click(),
      ]);
      await workshop.getByRole('heading', { level: 1, name: 'Clinical pharmacy workshop' }).waitFor();
      await workshop.getByText('This is a demonstration page.').waitFor();
      await expectAccessible(workshop);
      expect(pageErrors).toEqual([]);
    });

    test('the content security policy allows both players and files, and the players get the referrer', async () => {
      const { context, page, pageErrors } = await openAs();
      const referers: (string | undefined)[] = [];
      await context.route(/^https:\/\/(www\.youtube-nocookie\.com|player\.vimeo\.com)\//, (route) => {
        referers.push(route.request().headers()['referer']);
        return route.fulfill({ contentType: 'text/html', body: '<p>the player</p>' });
      });
      await context.route('https://cdn.hospital.org/**', (route) => route.fulfill({ status: 404 }));
      for (const pasted of ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90', 'https://vimeo.com/76979871']) {
        await page.goto('/myTube');
        await page.getByLabel('Video address').fill(pasted);
        await page.getByRole('button', { name: 'Play', exact: true }).click();
        await page.getByRole('button', { name: /^Play Video/ }).click();
        await page.frameLocator('iframe').getByText('the player').waitFor();
      }
      expect(referers).toEqual([`${demo.url}/`, `${demo.url}/`]);
      await page.goto('/myTube?url=https://cdn.hospital.org/lecture.mp4');
      const fileRequest = page.waitForRequest('https://cdn.hospital.org/lecture.mp4');
      await page.locator('video').evaluate((video: HTMLVideoElement) => void video.play().catch(() => undefined));
      await fileRequest;
      await page.getByText('This video could not be played').waitFor();
      expect(pageErrors).toEqual([]);
    });
  });
}
