/**
 * A teammate's change on every screen that shows it, without a reload and without moving what somebody reads; in a demo
 * hospital that is already there.
 */
import type { AdmissionDetails, Answer, PhysicianNote, Review, Team } from 'command-api/contract/entities';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AtBrowser, expectAccessible, inTheme, picture, signIn, sitDown, widths } from '../support/browser.ts';
import { openChart, review, unfold } from '../support/chart-page.ts';
import { callAs, hany, mona, omar, PASSWORD, type Calls } from '../support/demo-hospital.ts';

/** `chart`: of a stay of Mona's team that nobody else works on. */
interface Place {
  browser: () => Browser;
  url: () => string;
  chart: () => string;
}

const today = (): string => new Date().toISOString().slice(0, 10);
const strip = (page: Page) => page.getByRole('region', { name: 'Changed since you last looked' });
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

export function liveEverywhere({ browser, url, chart: given }: Place): void {
  describe('what teammates do is seen on every screen', () => {
    let at: AtBrowser;
    let asMona: Calls;
    let asHany: Calls;
    let chart: string;
    let stay: AdmissionDetails;

    const addReview = (clinicalNote: string): Promise<Answer<Review>> =>
      asMona('POST', '/api/reviews/addReview', {
        admissionId: chart,
        reviewDate: today(),
        clinicalNote: `<p>${clinicalNote}</p>`,
        drugErrs: [],
      });
    const addNote = (note: string): Promise<Answer<PhysicianNote>> =>
      asHany('POST', '/api/physicNotes/addphysicNote', {
        admissionId: chart,
        noteDate: today(),
        note: `<p>${note}</p>`,
      });

    beforeAll(async () => {
      at = await sitDown(browser(), url());
      await signIn(at.page, omar.email, PASSWORD);
      [asMona, asHany] = await Promise.all([callAs(url(), mona.email), callAs(url(), hany.email)]);
      chart = given();
      stay = await asMona<AdmissionDetails>('GET', `/api/admissions/${chart}/details`);
    });
    afterAll(() => at.context.close());
    beforeEach(() => at.page.evaluate(() => void Object.assign(window, { neverReloaded: true })));
    const expectNotReloaded = async (page: Page) =>
      expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);

    test('a chart that was looked at is marked in the list when it changes, says what changed, leads there, and the mark goes when it was seen', async () => {
      const { page } = at;
      await openChart(page, chart);
      // The first look is no news, and is remembered.
      expect(await strip(page).count()).toBe(0);
      await page.goto(`/patientlist/${stay.team}?inpatients=1`);
      const row = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: new RegExp(stay.patientDetails.firstName) }) })
        .filter({ hasText: stay.patientDetails.medicalRecordNumber });
      await row.waitFor();
      expect(await row.getByText('Changed since you looked').count()).toBe(0);
      await page.evaluate(() => void Object.assign(window, { neverReloaded: true }));
      const [written, note] = [await addReview('Febrile since the night.'), await addNote('Echo tomorrow.')];
      await row.getByText('Changed since you looked').waitFor();
      await expectNotReloaded(page);
      await picture(page, 'changed-in-list');

      const chartPage = await at.context.newPage();
      await openChart(chartPage, chart);
      await strip(chartPage).waitFor();
      expect(await strip(chartPage).textContent()).toMatch(
        /Changed since you last looked \(\d\d:\d\d\):.*1 review.*1 note/,
      );
      await picture(chartPage, 'changed-since');
      await expectAccessible(chartPage);
      await inTheme(chartPage, 'dark');
      await chartPage.setViewportSize(widths.phone);
      await expect
        .poll(() => chartPage.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
        .toBe(true);
      await expectAccessible(chartPage);
      await picture(chartPage, 'changed-since-phone-dark');
      await chartPage.setViewportSize(widths.desktop);
      await strip(chartPage).getByRole('button', { name: '1 note' }).click();
      await chartPage.locator(`[data-item="note-${note._id}"]`).getByText('Echo tomorrow.').waitFor();
      await strip(chartPage).getByRole('button', { name: '1 note' }).waitFor({ state: 'detached' });
      await chartPage.getByRole('tab', { name: /^Reviews/ }).click();
      await unfold(chartPage, written._id);
      await review(chartPage, written._id).scrollIntoViewIfNeeded();
      await strip(chartPage).getByText('You have seen everything that changed.').waitFor();
      await row.getByText('Changed since you looked').waitFor({ state: 'detached' });
      await expectNotReloaded(page);
      await chartPage.close();
    });

    test('what comes while somebody reads moves nothing: the place, what is open, what is being typed', async () => {
      const { page } = at;
      await openChart(page, chart);
      const last = page.locator('[data-review]').last();
      await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
      const typed = page.getByRole('form', { name: 'New review' }).getByRole('textbox', { name: 'Clinical notes' });
      await typed.fill('Half a sen');
      await last.scrollIntoViewIfNeeded();
      await typed.focus();
      const [before, open] = [
        await topOf(page, 'form[aria-label="New review"]'),
        await page.locator('[data-review][data-state=open]').count(),
      ];
      const written = await addReview('Written while Omar was typing.');
      await review(page, written._id).waitFor();
      expect(await review(page, written._id).getAttribute('data-new')).toBe('added');
      expect(await page.locator('[data-review][data-state=open]').count()).toBe(open);
      expect(Math.abs((await topOf(page, 'form[aria-label="New review"]')) - before)).toBeLessThanOrEqual(2);
      await page.keyboard.type('tence');
      expect(await typed.textContent()).toBe('Half a sentence');
      await page.getByRole('form', { name: 'New review' }).getByRole('button', { name: 'Cancel' }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: /Discard/ })
        .click();
    });

    test('an entry, its rating, a medication and a discharge of the chart; the patient’s name above it', async () => {
      const { page } = at;
      const written = await addReview('With an entry.');
      await openChart(page, chart);
      await unfold(page, written._id);
      await page.evaluate(() => void Object.assign(window, { neverReloaded: true }));
      const [drug] = await asMona<{ _id: string; label: string }[]>('GET', '/api/drugs');
      const [, type] = await asMona<{ _id: string }[]>('GET', '/api/errtypes');
      if (!drug || !type) throw new Error('The demo hospital has no catalogue');
      await asMona('POST', `/api/reviews/addRevMed/${written._id}`, {
        reviewId: written._id,
        drugErr: { errType: type._id, errDrug: drug._id, errNote: '', errRes: null, errSeverity: 'C' },
      });
      await review(page, written._id).locator('[data-entry]').filter({ hasText: drug.label }).waitFor();
      await page.getByRole('tab', { name: /^Medication/ }).click();
      await page.getByRole('button', { name: /Show Dashboard/ }).click();
      await asMona('POST', `/api/admissions/${chart}/medications`, {
        drug: drug._id,
        dose: '17 mg',
        startDate: stay.admissionDate,
      });
      await page.locator('[data-row]').filter({ hasText: '17 mg' }).waitFor();
      await page.locator('table').filter({ hasText: drug.label }).waitFor();
      await asMona('PUT', `/api/patients/${stay.patient}/edit`, { medicalRecordNumber: 'LIVE-77' });
      await page.getByRole('region', { name: 'Patient', exact: true }).getByText('LIVE-77').waitFor();
      await asMona('PUT', `/api/admissions/${chart}/edit`, { dischargeDate: today(), dischargeStatus: 0 });
      await page.getByRole('region', { name: 'The stay' }).getByText('Improved and discharged').waitFor();
      await asMona('PUT', `/api/admissions/${chart}/edit`, { dischargeDate: null, dischargeStatus: null });
      await page.getByRole('region', { name: 'The stay' }).getByText('Not discharged').waitFor();
      await expectNotReloaded(page);
    });

    test('a physician who edits a note is seen at it', async () => {
      const { page } = at;
      const note = await addNote('To be corrected.');
      const physician = await sitDown(browser(), url());
      await signIn(physician.page, hany.email, PASSWORD);
      await openChart(page, chart);
      await page.getByRole('tab', { name: /^Notes/ }).click();
      await openChart(physician.page, chart);
      await physician.page.getByRole('tab', { name: /^Notes/ }).click();
      const own = physician.page.locator(`[data-item="note-${note._id}"]`);
      if ((await own.getAttribute('data-state')) !== 'open') await own.locator('h3 button').click();
      await own.getByRole('button', { name: 'Edit' }).click();
      await page.locator(`[data-item="note-${note._id}"]`).getByText(`${hany.name} is editing this note`).waitFor();
      await picture(page, 'note-being-edited');
      await physician.context.close();
      await page.getByText(`${hany.name} is editing this note`).waitFor({ state: 'detached' });
    });

    test('a report that is open offers newer figures, and changes when they are asked for', async () => {
      const { page } = at;
      await page.goto(`/reviewSearch/${stay.team}?type=3&startDate=${today()}&endDate=${today()}`);
      const figures = page.getByRole('region', { name: 'Reviews Per Day' }).locator('table table').first();
      await figures.waitFor({ state: 'attached' });
      await page.locator('[role=status][data-state=live]').waitFor();
      const before = await figures.textContent();
      await addReview('After the report was made.');
      await page.getByRole('button', { name: 'Show newer figures' }).waitFor();
      expect(await figures.textContent()).toBe(before);
      await picture(page, 'newer-figures');
      await page.getByRole('button', { name: 'Show newer figures' }).click();
      await page.getByRole('button', { name: 'Show newer figures' }).waitFor({ state: 'detached' });
      expect(await figures.textContent()).not.toBe(before);
    });

    test('the team’s name above its screens, and in the list of teams of whoever is in it', async () => {
      const { page } = at;
      await page.goto('/teamlist');
      const { name, admin } = await asMona<Team>('GET', `/api/teams/${stay.team}`);
      const asAdmin = await callAs(url(), admin);
      await page.getByRole('link', { name: new RegExp(name) }).waitFor();
      await page.locator('[role=status][data-state=live]').waitFor();
      await page.evaluate(() => void Object.assign(window, { neverReloaded: true }));
      await asAdmin('PUT', `/api/teams/${stay.team}/edit`, { name: 'Renamed unit' });
      await page.getByRole('link', { name: /Renamed unit/ }).waitFor();
      await asAdmin('PUT', `/api/teams/${stay.team}/edit`, { name });
      await page.getByRole('link', { name: new RegExp(name) }).waitFor();
      await expectNotReloaded(page);
    });

    test('nobody’s page complained', () => expect(at.complaints).toEqual([]));
  });
}
