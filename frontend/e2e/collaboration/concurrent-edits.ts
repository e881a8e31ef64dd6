/** Tests, to be called within a started demo hospital: several people and windows edit the same data at once. */
import type { Admission, AdmissionMedication, Answer, Patient, Review, Team } from 'language/contract/entities';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserSession, expectAccessible, screenshot, signIn, openSession } from '../support/browser.ts';
import { addMedications, entries, fillMedication, review, expand } from '../support/chart-page.ts';
import { debuggerOf } from '../support/debugger.ts';
import { loseConnections } from '../support/lossy-network.ts';
import { type ApiCall, callAs, mona, omar, PASSWORD, teamMember, tradeLabel } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

/** A latency of 400 ms, as on a bad mobile connection. */
async function slowDown(page: Page): Promise<void> {
  const session = await debuggerOf(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}
const comparison = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'while you were editing it' });
const waitForToast = (page: Page, words: string) =>
  page.getByRole('status').filter({ hasText: words }).first().waitFor();
const waitUntilLive = (page: Page) => page.locator('[role=status][data-state=live]').waitFor();

export function concurrentEditTests(demo: Demo): void {
  let asMona: ApiCall;
  let asOmar: ApiCall;
  let asAdmin: ApiCall;
  let m: BrowserSession;
  let o: BrowserSession;
  const sessions: BrowserSession[] = [];
  let team: string;
  let drug: string;

  /** Opens another window of the same person. */
  const openWindow = async (of: BrowserSession): Promise<BrowserSession> => {
    const session = await openSession(demo.browser, demo.url, {
      storageState: await of.context.storageState(),
    });
    sessions.push(session);
    return session;
  };
  const newPatient = (firstName: string) =>
    asMona<Patient>('POST', '/api/patients', {
      team,
      firstName,
      middleName: 'سالم',
      lastName: 'أحمد',
      fourthName: 'علي',
      birthdate: '1961-05-04',
      medicalRecordNumber: '',
    });
  const newStay = async (): Promise<{ admission: string; patient: string }> => {
    const { _id: patient } = await newPatient('هدى');
    const { _id: admission } = await asMona<Answer<Admission>>('POST', '/api/admissions', {
      patient,
      team,
      admissionDate: '2026-01-05',
      admissionDetails: '',
    });
    return { admission, patient };
  };
  const newReview = async (admission: string, clinicalNote: string, by = asMona): Promise<string> =>
    (
      await by<Answer<Review>>('POST', '/api/reviews/addReview', {
        admissionId: admission,
        reviewDate: '2026-01-06',
        clinicalNote,
        drugErrs: [],
      })
    )._id;
  const newMedication = async (admission: string): Promise<string> =>
    (
      await asMona<Answer<AdmissionMedication>>('POST', `/api/admissions/${admission}/medications`, {
        drug,
        dose: '1 g',
        route: 'IV',
        frequency: 'Every 8 h',
        startDate: '2026-01-05',
        stopDate: null,
        note: '',
      })
    )._id;
  const open = async (pages: readonly Page[], address: string): Promise<void> => {
    await Promise.all(
      pages.map(async (page) => {
        await page.goto(address, { waitUntil: 'commit' });
        await waitUntilLive(page);
      }),
    );
  };
  const editMedication = async (page: Page): Promise<Locator> => {
    await page.locator('[data-row] [data-edit]').first().click();
    return page.getByRole('form', { name: /^Edit / });
  };

  beforeAll(async () => {
    const { browser, url } = demo;
    [asMona, asOmar] = await Promise.all([callAs(url, mona.email), callAs(url, omar.email)]);
    const [first] = await asMona<Team[]>('GET', '/api/teams');
    team = first?._id ?? '';
    asAdmin = await callAs(url, first?.admin ?? '');
    drug = await tradeLabel(url, 'Meronem');
    [m, o] = await Promise.all([openSession(browser, url), openSession(browser, url)]);
    sessions.push(m, o);
    await Promise.all([signIn(m.page, mona.email, PASSWORD), signIn(o.page, omar.email, PASSWORD)]);
  });
  afterAll(async () => {
    await Promise.all(sessions.map(({ context }) => context.close()));
  });

  describe('concurrent edits', () => {
    test('changes of different fields are merged; for the same field the person chooses', async () => {
      const { admission } = await newStay();
      await newMedication(admission);
      await slowDown(o.page);
      await open([m.page, o.page], `/admissions/${admission}?tab=medication`);
      const [monas, omars] = await Promise.all([editMedication(m.page), editMedication(o.page)]);
      await omars.getByLabel('Note').fill('with the morning dose');
      await monas.getByLabel('Stop date').fill('2026-01-20');
      await monas.getByRole('button', { name: 'Save' }).click();
      await monas.waitFor({ state: 'detached' });
      await omars.getByRole('button', { name: 'Save' }).click();
      await waitForToast(o.page, `Merged with ${mona.name}'s change`);
      for (const { page } of [m, o]) {
        const row = page.locator('[data-row]').filter({ hasText: 'with the morning dose' });
        await row.getByText('2026-01-20').waitFor();
      }

      const [again, omarsAgain] = await Promise.all([editMedication(m.page), editMedication(o.page)]);
      await omarsAgain.getByLabel('Note').fill('with the evening dose بعد الأكل');
      await again.getByLabel('Note').fill('with the midday dose بعد الأكل');
      await again.getByRole('button', { name: 'Save' }).click();
      await again.waitFor({ state: 'detached' });
      await omarsAgain.getByLabel('Note').press('Control+Enter');
      const shown = comparison(o.page);
      await shown.getByText(`${mona.name} changed this`).waitFor();
      expect(await shown.locator('mark').allTextContents()).toEqual(['evening', 'midday']);
      await expect.poll(() => shown.evaluate((box) => box === document.activeElement)).toBe(true);
      await expectAccessible(o.page);
      await screenshot(o.page, 'medication-conflict');
      await shown.getByRole('button', { name: 'Keep mine and save' }).click();
      await m.page.locator('[data-row]').getByText('with the evening dose').waitFor();
    });

    test('in a second window an unchanged form follows a save, and a changed form shows the conflict', async () => {
      const { admission } = await newStay();
      const id = await newReview(admission, '<p>Stable overnight</p>');
      const other = await openWindow(m);
      await open([m.page, other.page], `/admissions/${admission}`);
      const edit = async (page: Page): Promise<Locator> => {
        await expand(page, id);
        await page.locator('[data-edit-head]').click();
        const text = page.getByRole('form', { name: /review/i }).getByRole('textbox', { name: 'Clinical notes' });
        await text.waitFor();
        return text;
      };
      const here = await edit(m.page);
      const there = await edit(other.page);
      await here.fill('Febrile since midnight');
      await here.press('Control+Enter');
      await here.waitFor({ state: 'detached' });
      // The form is open and unchanged.
      await expect.poll(() => there.textContent()).toBe('Febrile since midnight');
      expect(await other.page.getByText('What you typed is untouched').count()).toBe(0);

      // A second save from the same window is no conflict.
      const twice = await edit(m.page);
      await twice.fill('Febrile since midnight, cultures taken');
      await there.fill('Febrile since four');
      await twice.press('Control+Enter');
      await twice.waitFor({ state: 'detached' });
      await other.page.getByText('You changed this in another window').waitFor();
      await there.press('Control+Enter');
      await comparison(other.page).getByText('You (in another window)').waitFor();
      await comparison(other.page).getByRole('button', { name: 'Go on editing' }).click();
      expect(await there.textContent()).toBe('Febrile since four');
      await there.press('Control+Enter');
      await comparison(other.page).getByRole('button', { name: 'Use the other' }).click();
      await there.waitFor({ state: 'detached' });
      await review(other.page, id).getByText('Febrile since midnight, cultures taken').waitFor();
    });

    test('the text of a form stays when its review or medication is deleted, and can be saved', async () => {
      const { admission } = await newStay();
      const [kept, deleted] = [await newReview(admission, '<p>Kept</p>'), await newReview(admission, '<p>To go</p>')];
      const medication = await newMedication(admission);
      await open([m.page], `/admissions/${admission}`);
      await expand(m.page, deleted);
      await review(m.page, deleted)
        .getByRole('button', { name: /ADD MEDICATION/ })
        .click();
      await fillMedication(m.page, review(m.page, deleted).getByRole('form', { name: 'New medication' }), {
        drug: 'Meronem',
        type: 'Renal dose adjustment',
        severity: 'd',
        response: '1',
        note: 'CrCl 25: نصف الجرعة',
      });
      await asMona('DELETE', `/api/reviews/${deleted}`);
      const left = m.page.getByRole('group', { name: /Your words are still here/ });
      await left.getByText('نصف الجرعة').waitFor();
      await m.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: demo.url });
      await left.getByRole('button', { name: 'Copy my text' }).click();
      await left.getByText('Copied').waitFor();
      expect(await m.page.evaluate(() => navigator.clipboard.readText())).toContain('CrCl 25: نصف الجرعة');
      await expectAccessible(m.page);
      await screenshot(m.page, 'left-behind');
      await left.getByRole('button', { name: 'Add as a new entry' }).click();
      await expand(m.page, kept);
      const form = review(m.page, kept).getByRole('form', { name: 'New medication' });
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await entries(m.page, kept).filter({ hasText: 'نصف الجرعة' }).waitFor();

      await open([o.page], `/admissions/${admission}?tab=medication`);
      const omars = await editMedication(o.page);
      await omars.getByLabel('Note').fill('before meals');
      await asMona('DELETE', `/api/admissions/${admission}/medications/${medication}`);
      await omars.getByText('was deleted while you were editing it').waitFor();
      await omars.getByRole('button', { name: 'Save', exact: true }).click();
      await o.page.locator('[data-row]').filter({ hasText: 'before meals' }).waitFor();
    });

    test('a discharge does not close a form in which a person writes', async () => {
      const { admission } = await newStay();
      await open([m.page], `/admissions/${admission}`);
      await m.page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
      const form = m.page.getByRole('form', { name: 'New review' });
      await form.getByRole('textbox', { name: 'Clinical notes' }).fill('Written while they go home');
      await asOmar('PUT', `/api/admissions/${admission}/edit`, {
        dischargeDate: '2026-01-21',
        dischargeStatus: 0,
      });
      await m.page
        .getByRole('region', { name: 'Patient' })
        .getByText(/Improved and discharged/)
        .waitFor();
      await form.getByRole('button', { name: 'Save review' }).click();
      await m.page.locator('[data-review]').filter({ hasText: 'Written while they go home' }).waitFor();
    });

    test('with five windows, a bad network and killed servers, each entry is stored and shown once', async () => {
      const { admission } = await newStay();
      const [monas, omars] = [
        await newReview(admission, '<p>On the round</p>'),
        await newReview(admission, '<p>In the evening</p>', asOmar),
      ];
      const [here, there] = [await openWindow(m), await openWindow(m)];
      const five = [here, there, await openWindow(m), await openWindow(o), await openWindow(o)];
      const pages = five.map(({ page }) => page);
      const reviewOf = (window: number): string => (window < 3 ? monas : omars);
      await open(pages, `/admissions/${admission}`);
      await Promise.all(pages.map((page) => loseConnections(page, { of: 40 })));
      const drugs = ['Meronem', 'Tienam', 'Zyvox', 'Colomycin', 'Tygacil'];
      const writing = Promise.all(
        pages.map((page, window) =>
          addMedications(page, reviewOf(window), [
            {
              drug: drugs[window] ?? '',
              type: 'Renal dose adjustment',
              severity: 'd',
              response: '1',
              note: `typed in window ${window}`,
            },
          ]),
        ),
      );
      process.kill(await demo.product.processOf('command-api'), 'SIGKILL');
      await writing;
      process.kill(await demo.product.processOf('query-api'), 'SIGKILL');
      await Promise.all(
        pages.map(async (page) => {
          for (const id of [monas, omars]) await expand(page, id);
          for (const [window, drug] of drugs.entries())
            await expect.poll(() => entries(page, reviewOf(window)).filter({ hasText: drug }).count()).toBe(1);
        }),
      );

      const edit = async (page: Page, words: string): Promise<Locator> => {
        await entries(page, monas).filter({ hasText: 'Zyvox' }).getByRole('button', { name: 'Edit Zyvox' }).click();
        const form = review(page, monas).getByRole('form', { name: 'Edit Zyvox' });
        await form.getByRole('textbox', { name: 'Note' }).fill(words);
        return form;
      };
      const [first, second] = await Promise.all([
        edit(here.page, 'every 8 h كل ٨ ساعات'),
        edit(there.page, 'every 12 h كل ١٢ ساعة'),
      ]);
      await first.getByRole('button', { name: 'Save', exact: true }).click();
      await first.waitFor({ state: 'detached' });
      await second.getByRole('button', { name: 'Save', exact: true }).click();
      await comparison(there.page).getByText('You (in another window)').waitFor();
      process.kill(await demo.product.processOf('command-api'), 'SIGKILL');
      await comparison(there.page).getByRole('button', { name: 'Keep mine and save' }).click();
      await Promise.all(
        pages.map(async (page) => {
          await expect
            .poll(() => entries(page, monas).filter({ hasText: 'Zyvox' }).textContent())
            .toContain('every 12 h كل ١٢ ساعة');
          expect([await entries(page, monas).count(), await entries(page, omars).count()]).toEqual([3, 2]);
        }),
      );
      expect(five.flatMap(({ pageErrors }) => pageErrors)).toEqual([]);
      await Promise.all(five.map(({ context }) => context.close()));
    }, 300_000);

    test('no page has an error', () => {
      expect(sessions.flatMap(({ pageErrors }) => pageErrors)).toEqual([]);
    });

    // The last test: it removes Omar from the team.
    test('after a deletion or a removal the page shows no data but keeps the person’s own text', async () => {
      const [deletedStay, { admission }] = [await newStay(), await newStay()];
      await newReview(admission, '<p>Not for strangers</p>');
      await Promise.all([
        open([m.page], `/admissions/${deletedStay.admission}`),
        open([o.page], `/admissions/${admission}`),
      ]);
      for (const { page } of [m, o]) {
        await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
        await page
          .getByRole('form', { name: 'New review' })
          .getByRole('textbox', { name: 'Clinical notes' })
          .fill('My own words كلماتي');
      }
      const { userId } = await teamMember(demo.url, omar.email);
      await Promise.all([
        asMona('DELETE', `/api/admissions/${deletedStay.admission}`),
        asAdmin('DELETE', `/api/teams/${team}/members/${userId}`),
      ]);
      for (const { page } of [m, o]) {
        await page.getByRole('heading', { level: 1, name: 'This is no longer open to you' }).waitFor();
        await page.getByText('My own words كلماتي').waitFor();
        expect(await page.locator('main').textContent()).not.toMatch(/هدى|Not for strangers/);
        await page.getByRole('button', { name: 'Copy my text' }).click();
        await page.getByText('Copied', { exact: true }).waitFor();
      }
      await expectAccessible(o.page);
      await screenshot(o.page, 'closed');
      for (const { page } of [m, o]) {
        await page.getByRole('link', { name: 'Go to your teams' }).click();
        await page.waitForURL('**/teamlist');
      }
    });
  });
}
