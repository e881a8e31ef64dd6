/**
 * Several people, and several windows of one person, at the same things at once; run in a demo hospital that is already
 * there.
 */
import type {
  Admission,
  AdmissionMedication,
  Answer,
  Patient,
  Review,
  SignedIn,
  Team,
} from 'command-api/contract/entities';
import type { Product } from 'infra/test/product';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AtBrowser, expectAccessible, picture, signIn, sitDown } from '../support/browser.ts';
import { addMedications, entries, fillIn, review, unfold } from '../support/chart-page.ts';
import { mona, omar, PASSWORD, teammate, tradeLabel } from '../support/demo-hospital.ts';

interface Place {
  browser: Browser;
  product: Product;
}
type Call = <Res>(method: string, path: string, body?: object) => Promise<Res>;

/** As a person at a screen that is not looked at here. */
async function caller(url: string, email: string): Promise<Call> {
  const json = { 'content-type': 'application/json' };
  const login = await fetch(new URL('/api/users/login', url), {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  const { token } = (await login.json()) as SignedIn;
  return async <Res>(method: string, path: string, body?: object): Promise<Res> => {
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { ...json, authorization: `bearer ${token}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Res;
  };
}

/** 400 ms there and back, as over a bad mobile connection. */
async function slow(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}
/** 400 ms, and every twentieth connection is lost, before the server has it or after. */
async function bad(page: Page): Promise<void> {
  let calls = 0;
  await page.route('**/api/**', async (route) => {
    calls += 1;
    await new Promise((resolve) => {
      setTimeout(resolve, 400);
    });
    if (calls % 40 === 10) return route.abort('connectionreset');
    const answer = await route.fetch().catch(() => undefined);
    if (!answer || calls % 40 === 30) return route.abort('connectionreset');
    return route.fulfill({ response: answer });
  });
}
/** Nothing of this has to be quick: the machine may be busy, and what is awaited comes by itself. */
const PATIENT = { timeout: 60_000 };
const comparison = (page: Page): Locator => page.getByRole('alert').filter({ hasText: 'while you were editing it' });
const said = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words }).first().waitFor();
const isLive = (page: Page) => page.locator('[role=status][data-state=live]').waitFor();

export function manyHands(at: () => Place): void {
  let [asMona, asOmar, asAdmin]: [Call?, Call?, Call?] = [];
  let m: AtBrowser;
  let o: AtBrowser;
  const seats: AtBrowser[] = [];
  let team: string;
  let drug: string;
  const ask = (who: Call | undefined): Call => {
    if (!who) throw new Error('Nobody has signed in');
    return who;
  };

  /** Another window of the same person. */
  const another = async (of: AtBrowser): Promise<AtBrowser> => {
    const context = await at().browser.newContext({
      baseURL: at().product.url,
      storageState: await of.context.storageState(),
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 900 },
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    const seat = { context, page, complaints };
    seats.push(seat);
    return seat;
  };
  const newPatient = (firstName: string) =>
    ask(asMona)<Patient>('POST', '/api/patients', {
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
    const { _id: admission } = await ask(asMona)<Answer<Admission>>('POST', '/api/admissions', {
      patient,
      team,
      admissionDate: '2026-01-05',
      admissionDetails: '',
    });
    return { admission, patient };
  };
  const newReview = async (admission: string, clinicalNote: string, by = asMona): Promise<string> =>
    (
      await ask(by)<Answer<Review>>('POST', '/api/reviews/addReview', {
        admissionId: admission,
        reviewDate: '2026-01-06',
        clinicalNote,
        drugErrs: [],
      })
    )._id;
  const newMedication = async (admission: string): Promise<string> =>
    (
      await ask(asMona)<Answer<AdmissionMedication>>('POST', `/api/admissions/${admission}/medications`, {
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
        await isLive(page);
      }),
    );
  };
  const editMedication = async (page: Page): Promise<Locator> => {
    await page.locator('[data-row] [data-edit]').first().click();
    return page.getByRole('form', { name: /^Edit / });
  };

  beforeAll(async () => {
    const {
      browser,
      product: { url },
    } = at();
    [asMona, asOmar] = await Promise.all([caller(url, mona.email), caller(url, omar.email)]);
    const [first] = await asMona<Team[]>('GET', '/api/teams');
    team = first?._id ?? '';
    asAdmin = await caller(url, first?.admin ?? '');
    drug = await tradeLabel(url, 'Meronem');
    [m, o] = await Promise.all([sitDown(browser, url), sitDown(browser, url)]);
    seats.push(m, o);
    await Promise.all([signIn(m.page, mona.email, PASSWORD), signIn(o.page, omar.email, PASSWORD)]);
  });
  afterAll(async () => {
    await Promise.all(seats.map(({ context }) => context.close()));
  });

  describe('many hands', () => {
    test('different fields of one medication are put together, and it is said with whom; of the same field both are shown, and one is chosen', async () => {
      const { admission } = await newStay();
      await newMedication(admission);
      await slow(o.context, o.page);
      await open([m.page, o.page], `/admissions/${admission}?tab=medication`);
      const [monas, omars] = await Promise.all([editMedication(m.page), editMedication(o.page)]);
      await omars.getByLabel('Note').fill('with the morning dose');
      await monas.getByLabel('Stop date').fill('2026-01-20');
      await monas.getByRole('button', { name: 'Update' }).click();
      await monas.waitFor({ state: 'detached' });
      await omars.getByRole('button', { name: 'Update' }).click();
      await said(o.page, `Merged with ${mona.name}'s change`);
      for (const { page } of [m, o]) {
        const row = page.locator('[data-row]').filter({ hasText: 'with the morning dose' });
        await row.getByText('2026-01-20').waitFor();
      }

      const [again, omarsAgain] = await Promise.all([editMedication(m.page), editMedication(o.page)]);
      await omarsAgain.getByLabel('Note').fill('with the evening dose بعد الأكل');
      await again.getByLabel('Note').fill('with the midday dose بعد الأكل');
      await again.getByRole('button', { name: 'Update' }).click();
      await again.waitFor({ state: 'detached' });
      await omarsAgain.getByLabel('Note').press('Control+Enter');
      const shown = comparison(o.page);
      await shown.getByText(`${mona.name} changed this`).waitFor();
      expect(await shown.locator('mark').allTextContents()).toEqual(['evening', 'midday']);
      await expect.poll(() => shown.evaluate((box) => box === document.activeElement)).toBe(true);
      await expectAccessible(o.page);
      await picture(o.page, 'medication-conflict');
      await shown.getByRole('button', { name: 'Keep mine and save' }).click();
      await m.page.locator('[data-row]').getByText('with the evening dose').waitFor();
    });

    test('Mona in two windows: what was only opened follows, what was typed is compared, and nothing is lost either way', async () => {
      const { admission } = await newStay();
      const id = await newReview(admission, '<p>Stable overnight</p>');
      const other = await another(m);
      await open([m.page, other.page], `/admissions/${admission}`);
      const edit = async (page: Page): Promise<Locator> => {
        await unfold(page, id);
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
      // Opened and not touched.
      await expect.poll(() => there.textContent()).toBe('Febrile since midnight');
      expect(await other.page.getByText('What you typed is untouched').count()).toBe(0);

      // Saved twice from one window: no conflict with oneself.
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

    test('a review deleted under an entry that is being written, a medication deleted under its form: the words stay, and find a place', async () => {
      const { admission } = await newStay();
      const [kept, gone] = [await newReview(admission, '<p>Kept</p>'), await newReview(admission, '<p>To go</p>')];
      const medication = await newMedication(admission);
      await open([m.page], `/admissions/${admission}`);
      await unfold(m.page, gone);
      await review(m.page, gone)
        .getByRole('button', { name: /ADD MEDICATION/ })
        .click();
      await fillIn(m.page, review(m.page, gone).getByRole('form', { name: 'New medication' }), {
        drug: 'Meronem',
        type: 'Renal dose adjustment',
        severity: 'd',
        response: '1',
        note: 'CrCl 25: نصف الجرعة',
      });
      await ask(asMona)('DELETE', `/api/reviews/${gone}`);
      const left = m.page.getByRole('group', { name: /Your words are still here/ });
      await left.getByText('نصف الجرعة').waitFor();
      await m.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: at().product.url });
      await left.getByRole('button', { name: 'Copy my text' }).click();
      await left.getByText('Copied').waitFor();
      expect(await m.page.evaluate(() => navigator.clipboard.readText())).toContain('CrCl 25: نصف الجرعة');
      await expectAccessible(m.page);
      await picture(m.page, 'left-behind');
      await left.getByRole('button', { name: 'Add as a new entry' }).click();
      await unfold(m.page, kept);
      const form = review(m.page, kept).getByRole('form', { name: 'New medication' });
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await entries(m.page, kept).filter({ hasText: 'نصف الجرعة' }).waitFor();

      await open([o.page], `/admissions/${admission}?tab=medication`);
      const omars = await editMedication(o.page);
      await omars.getByLabel('Note').fill('before meals');
      await ask(asMona)('DELETE', `/api/admissions/${admission}/medications/${medication}`);
      await omars.getByText('was deleted while you were editing it').waitFor();
      await omars.getByRole('button', { name: 'Save', exact: true }).click();
      await o.page.locator('[data-row]').filter({ hasText: 'before meals' }).waitFor();
    });

    test('a discharge while somebody writes takes nothing from them', async () => {
      const { admission } = await newStay();
      await open([m.page], `/admissions/${admission}`);
      await m.page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
      const form = m.page.getByRole('form', { name: 'New review' });
      await form.getByRole('textbox', { name: 'Clinical notes' }).fill('Written while they go home');
      await ask(asOmar)('PUT', `/api/admissions/${admission}/edit`, {
        dischargeDate: '2026-01-21',
        dischargeStatus: 0,
      });
      await m.page.getByRole('region', { name: 'The stay' }).getByText('Improved and discharged').waitFor();
      await form.getByRole('button', { name: 'Save review' }).click();
      await m.page.locator('[data-review]').filter({ hasText: 'Written while they go home' }).waitFor();
    });

    test('five windows at one chart, over a bad network, while servers are killed: every entry is there once, one note is chosen, and all show the same', async () => {
      const { admission } = await newStay();
      const [monas, omars] = [
        await newReview(admission, '<p>On the round</p>'),
        await newReview(admission, '<p>In the evening</p>', asOmar),
      ];
      const [here, there] = [await another(m), await another(m)];
      const five = [here, there, await another(m), await another(o), await another(o)];
      const pages = five.map(({ page }) => page);
      const reviewOf = (window: number): string => (window < 3 ? monas : omars);
      await open(pages, `/admissions/${admission}`);
      await Promise.all(pages.map(bad));
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
      process.kill(await at().product.processOf('command-api'), 'SIGKILL');
      await writing;
      process.kill(await at().product.processOf('query-api'), 'SIGKILL');
      await Promise.all(
        pages.map(async (page) => {
          for (const id of [monas, omars]) await unfold(page, id);
          for (const [window, drug] of drugs.entries())
            await expect.poll(() => entries(page, reviewOf(window)).filter({ hasText: drug }).count(), PATIENT).toBe(1);
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
      await comparison(there.page).getByText('You (in another window)').waitFor(PATIENT);
      process.kill(await at().product.processOf('command-api'), 'SIGKILL');
      await comparison(there.page).getByRole('button', { name: 'Keep mine and save' }).click();
      await Promise.all(
        pages.map(async (page) => {
          await expect
            .poll(() => entries(page, monas).filter({ hasText: 'Zyvox' }).textContent(), PATIENT)
            .toContain('every 12 h كل ١٢ ساعة');
          expect([await entries(page, monas).count(), await entries(page, omars).count()]).toEqual([3, 2]);
        }),
      );
      expect(five.flatMap(({ complaints }) => complaints)).toEqual([]);
      await Promise.all(five.map(({ context }) => context.close()));
    }, 300_000);

    test('nobody’s page complained', () => {
      expect(seats.flatMap(({ complaints }) => complaints)).toEqual([]);
    });

    // The last: Omar is out of the team afterwards.
    test('an admission deleted, a member removed: nothing more is shown or kept, but what they typed until they leave', async () => {
      const [deleted, { admission }] = [await newStay(), await newStay()];
      await newReview(admission, '<p>Not for strangers</p>');
      await Promise.all([
        open([m.page], `/admissions/${deleted.admission}`),
        open([o.page], `/admissions/${admission}`),
      ]);
      for (const { page } of [m, o]) {
        await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
        await page
          .getByRole('form', { name: 'New review' })
          .getByRole('textbox', { name: 'Clinical notes' })
          .fill('My own words كلماتي');
      }
      const { userId } = await teammate(at().product.url, omar.email);
      await Promise.all([
        ask(asMona)('DELETE', `/api/admissions/${deleted.admission}`),
        ask(asAdmin)('DELETE', `/api/teams/${team}/members/${userId}`),
      ]);
      for (const { page } of [m, o]) {
        await page.getByRole('heading', { level: 1, name: 'This is no longer open to you' }).waitFor();
        await page.getByText('My own words كلماتي').waitFor();
        expect(await page.locator('main').textContent()).not.toMatch(/هدى|Not for strangers/);
        await page.getByRole('button', { name: 'Copy my text' }).click();
        await page.getByText('Copied', { exact: true }).waitFor();
      }
      await expectAccessible(o.page);
      await picture(o.page, 'closed');
      for (const { page } of [m, o]) {
        await page.getByRole('link', { name: 'Go to your teams' }).click();
        await page.waitForURL('**/teamlist');
      }
    });
  });
}
