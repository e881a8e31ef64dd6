/** Tests, to be called within a started demo hospital: changes of other people appear without a reload. */
import type { AdmissionDetails, Answer, PhysicianNote, Review, Team } from 'language/contract/entities';
import type { ChartNews } from 'language/contract/news';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type BrowserSession,
  expectAccessible,
  isReloaded,
  markPage,
  openSession,
  screenshot,
  setTheme,
  signIn,
  widths,
} from '../support/browser.ts';
import { openChart, review, expand } from '../support/chart-page.ts';
import { callAs, hany, mona, omar, PASSWORD, type ApiCall } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

const today = (): string => new Date().toISOString().slice(0, 10);
const changesStrip = (page: Page) => page.getByRole('region', { name: 'Changed since you last looked' });
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

export function liveUpdateTests(demo: Demo): void {
  describe('changes of other people', () => {
    let omars: BrowserSession;
    let asMona: ApiCall;
    let asHany: ApiCall;
    let chart: string;
    let stay: AdmissionDetails;

    const addReview = (clinicalNote: string, reviewDate = today()): Promise<Answer<Review>> =>
      asMona('POST', '/api/reviews/addReview', {
        admissionId: chart,
        reviewDate,
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
      omars = await openSession(demo.browser, demo.url);
      await signIn(omars.page, omar.email, PASSWORD);
      [asMona, asHany] = await Promise.all([callAs(demo.url, mona.email), callAs(demo.url, hany.email)]);
      // No other test of the file takes it.
      chart = demo.stayAt(-1).admission;
      stay = await asMona<AdmissionDetails>('GET', `/api/admissions/${chart}/details`);
    });
    afterAll(() => omars.context.close());
    beforeEach(() => markPage(omars.page));
    const expectNotReloaded = async (page: Page) => expect(await isReloaded(page)).toBe(false);

    test('a chart that changes after a visit is marked until its changes are seen', async () => {
      const { page } = omars;
      await openChart(page, chart);
      // The first visit shows no changes, and the server stores it: what is changed later is new to this person.
      expect(await changesStrip(page).count()).toBe(0);
      const asOmar = await callAs(demo.url, omar.email);
      await expect
        .poll(async () => (await asOmar<ChartNews>('GET', `/api/admissions/${chart}/news`)).seenAt)
        .not.toBeNull();
      await page.goto(`/patientlist/${stay.team}?inpatients=1`);
      const row = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: new RegExp(stay.patientDetails.firstName) }) })
        .filter({ hasText: stay.patientDetails.medicalRecordNumber });
      await row.waitFor();
      expect(await row.getByText('Changed since you looked').count()).toBe(0);
      await markPage(page);
      // The newest review is open, so that it is seen two seconds after the chart has opened.
      const written = await addReview('Febrile since the night.', stay.admissionDate);
      const note = await addNote('Echo tomorrow.');
      await row.getByText('Changed since you looked').waitFor();
      await expectNotReloaded(page);
      await screenshot(page, 'changed-in-list');

      const chartPage = await omars.context.newPage();
      await openChart(chartPage, chart);
      await expect
        .poll(() => changesStrip(chartPage).textContent())
        .toMatch(/Changed since you last looked \(\d\d:\d\d\):.*1 review.*1 note/);
      await screenshot(chartPage, 'changed-since');
      await expectAccessible(chartPage);
      await setTheme(chartPage, 'dark');
      await chartPage.setViewportSize(widths.phone);
      await expect
        .poll(() => chartPage.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
        .toBe(true);
      await expectAccessible(chartPage);
      await screenshot(chartPage, 'changed-since-phone-dark');
      await chartPage.setViewportSize(widths.desktop);
      await changesStrip(chartPage).getByRole('button', { name: '1 note' }).click();
      await chartPage.locator(`[data-item="note-${note._id}"]`).getByText('Echo tomorrow.').waitFor();
      await changesStrip(chartPage).getByRole('button', { name: '1 note' }).waitFor({ state: 'detached' });
      await chartPage.getByRole('tab', { name: /^Reviews/ }).click();
      await expand(chartPage, written._id);
      await review(chartPage, written._id).scrollIntoViewIfNeeded();
      await changesStrip(chartPage).getByText('You have seen everything that changed.').waitFor();
      await row.getByText('Changed since you looked').waitFor({ state: 'detached' });
      await expectNotReloaded(page);
      await chartPage.close();
    });

    test('an arriving review does not move the page, open items or a form in which a person types', async () => {
      const { page } = omars;
      await openChart(page, chart);
      const last = page.locator('[data-review]').last();
      await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
      const typed = page.getByRole('form', { name: 'New review' }).getByRole('textbox', { name: 'Clinical notes' });
      await typed.fill('Half a sen');
      await last.scrollIntoViewIfNeeded();
      await typed.scrollIntoViewIfNeeded();
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

    test('an entry, a medication, the patient’s record number and a discharge appear in an open chart', async () => {
      const { page } = omars;
      const written = await addReview('With an entry.');
      await openChart(page, chart);
      await expand(page, written._id);
      await markPage(page);
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
      await page
        .getByRole('region', { name: 'Patient' })
        .getByText(/Improved and discharged/)
        .waitFor();
      await asMona('PUT', `/api/admissions/${chart}/edit`, { dischargeDate: null, dischargeStatus: null });
      await page
        .getByRole('region', { name: 'Patient' })
        .getByText(/^Inpatient/)
        .waitFor();
      await expectNotReloaded(page);
    });

    test('a note shows that a physician is editing it', async () => {
      const { page } = omars;
      const note = await addNote('To be corrected.');
      const physician = await openSession(demo.browser, demo.url);
      await signIn(physician.page, hany.email, PASSWORD);
      await openChart(page, chart);
      await page.getByRole('tab', { name: /^Notes/ }).click();
      await openChart(physician.page, chart);
      await physician.page.getByRole('tab', { name: /^Notes/ }).click();
      const own = physician.page.locator(`[data-item="note-${note._id}"]`);
      if ((await own.getAttribute('data-state')) !== 'open') await own.locator('h3 button').click();
      await own.getByRole('button', { name: 'Edit' }).click();
      await page.locator(`[data-item="note-${note._id}"]`).getByText(`${hany.name} is editing this note`).waitFor();
      await screenshot(page, 'note-being-edited');
      await physician.context.close();
      await page.getByText(`${hany.name} is editing this note`).waitFor({ state: 'detached' });
    });

    test('an open report offers newer figures and shows them on request', async () => {
      const { page } = omars;
      await page.goto(`/reviewSearch/${stay.team}?type=3&startDate=${today()}&endDate=${today()}`);
      const figures = page.getByRole('region', { name: 'Reviews Per Day' }).locator('table table').first();
      await figures.waitFor({ state: 'attached' });
      await page.locator('[role=status][data-state=live]').waitFor();
      const before = await figures.textContent();
      await addReview('After the report was made.');
      await page.getByRole('button', { name: 'Show newer figures' }).waitFor();
      expect(await figures.textContent()).toBe(before);
      await screenshot(page, 'newer-figures');
      await page.getByRole('button', { name: 'Show newer figures' }).click();
      await page.getByRole('button', { name: 'Show newer figures' }).waitFor({ state: 'detached' });
      expect(await figures.textContent()).not.toBe(before);
    });

    test('a new name of a team appears in the list of its members’ teams', async () => {
      const { page } = omars;
      await page.goto('/teamlist');
      const { name, admin } = await asMona<Team>('GET', `/api/teams/${stay.team}`);
      const asAdmin = await callAs(demo.url, admin);
      const teams = page.getByRole('region', { name: 'Your Teams' });
      await teams.getByRole('link', { name: new RegExp(name) }).waitFor();
      await page.locator('[role=status][data-state=live]').waitFor();
      await markPage(page);
      await asAdmin('PUT', `/api/teams/${stay.team}/edit`, { name: 'Renamed unit' });
      await teams.getByRole('link', { name: /Renamed unit/ }).waitFor();
      await asAdmin('PUT', `/api/teams/${stay.team}/edit`, { name });
      await teams.getByRole('link', { name: new RegExp(name) }).waitFor();
      await expectNotReloaded(page);
    });

    test('no page has an error', () => expect(omars.pageErrors).toEqual([]));
  });
}
