/**
 * Writing while the network is away, slow or lossy, and while the server is started anew; run in a demo hospital that
 * is already there.
 */
import type { Answer, Review, SignedIn, Written } from 'command-api/contract/entities';
import type { Product } from 'infra/test/product';
import type { Browser, Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, picture, signOut, type widths } from '../support/browser.ts';
import { chunkOf } from '../support/build-chunks.ts';
import { addMedications, entries, fillIn, openChart, review, unfold, writeReview } from '../support/chart-page.ts';
import { callAs, hany, mona, omar } from '../support/demo-hospital.ts';
import { seatOf } from '../support/browser-sessions.ts';

/** `charts`: of stays of Mona's team that nobody else works on. */
interface Place {
  browser: Browser;
  product: Product;
  charts: readonly string[];
}

/** Nothing of this has to be quick: the machine may be busy, and what is awaited comes by itself. */
const PATIENT = { timeout: 30_000 };

/** Opened, and what it fetches for writing is there: the editor, the catalogue. */
async function openForWriting(page: Page, admission: string, tab = 'reviews'): Promise<void> {
  const catalogue = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/errtypes');
  await page.goto(`/admissions/${admission}?tab=${tab}`);
  await page.locator('[role=status][data-state=live]').waitFor();
  await catalogue;
  const create = page.getByRole('button', { name: /^CREATE NEW/ });
  await create.click();
  await page.locator('.ql-editor').waitFor();
  await create.click();
  await page.locator('.ql-editor').waitFor({ state: 'detached' });
}

const badge = (page: Page) => page.locator('button[data-waits]');
const waitingReview = (page: Page) => page.locator('[data-review^="waiting:"]');
const isCommand = (route: Route): boolean =>
  route.request().method() !== 'GET' && route.request().url().includes('/api/');

/** Nothing that is written reaches the server; what is read does. */
const cut = (page: Page) => page.route('**/api/**', (route) => (isCommand(route) ? route.abort() : route.fallback()));
const mend = async (page: Page): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
};
const stored = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:')));

/** Types a new review without waiting for it to be saved. */
async function typeReview(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
  const form = page.getByRole('form', { name: 'New review' });
  await form.getByRole('textbox', { name: 'Clinical notes' }).fill(note);
  await form.getByRole('button', { name: 'Save review' }).click();
}

export function aBadNetwork(at: () => Place): void {
  const someone = (who: { email: string } = mona, options: { width?: keyof typeof widths; dark?: boolean } = {}) =>
    seatOf(at().browser, at().product.url, who, options);
  const chart = (index: number): string => at().charts[index] ?? '';
  /** What the server has of it. */
  /** As the rows have them: what a command answered is on the screen before that. */
  const reviewsOf = async (page: Page, admission: string): Promise<Review[]> => {
    const { token } = JSON.parse((await page.evaluate(() => localStorage.getItem('session'))) ?? '{}') as SignedIn;
    return (
      await fetch(new URL(`/api/reviews/listAdmissionReviews/${admission}`, at().product.url), {
        headers: { authorization: `bearer ${token}` },
      })
    ).json() as Promise<Review[]>;
  };

  const reviewOf = async (page: Page, admission: string, id: string): Promise<Review | undefined> =>
    (await reviewsOf(page, admission)).find(({ _id }) => _id === id);
  const drugsIn = async (page: Page, id: string): Promise<string[] | undefined> =>
    (await reviewOf(page, chart(3), id))?.drugErrs.map(({ errDrugLabel }) => errDrugLabel);

  describe('while the network is away', () => {
    test('a review and an entry in it wait, survive a reload, are never shown as saved, and are there once when it is back', async () => {
      const { page, context, complaints } = await someone();
      await openForWriting(page, chart(0));
      await context.setOffline(true);
      await typeReview(page, 'Written in the lift. كُتب في المصعد');
      await expect.poll(() => badge(page).textContent(), PATIENT).toBe('1 waiting');
      const held = waitingReview(page);
      await held.getByText('Waiting for the network since').first().waitFor();
      await held.getByRole('button', { name: /ADD MEDICATION/ }).click();
      const form = held.getByRole('form', { name: 'New medication' });
      await fillIn(page, form, {
        drug: 'Meronem',
        type: 'Renal dose adjustment',
        severity: 'd',
        response: '1',
        note: 'half the dose',
      });
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await expect.poll(() => badge(page).textContent(), PATIENT).toBe('2 waiting');
      await page.getByText('Offline').first().waitFor();
      await expectAccessible(page);
      await picture(page, 'two-wait');

      await badge(page).click();
      const list = page.getByRole('dialog', { name: 'Not at the server yet' });
      await list.getByText('Entry: Meronem', { exact: true }).first().waitFor();
      expect(await list.getByRole('listitem').count()).toBe(2);
      await expectAccessible(page);
      await picture(page, 'what-waits');
      await list.getByRole('button', { name: 'Close' }).click();

      // The page itself has to come from somewhere: what is cut from here on is the way of what is written.
      await cut(page);
      await context.setOffline(false);
      await page.reload();
      await waitingReview(page).getByText('Written in the lift').waitFor();
      expect(await badge(page).textContent()).toBe('2 waiting');
      await expect.poll(() => waitingReview(page).locator('[data-waiting]').count(), PATIENT).toBe(2);

      await mend(page);
      await badge(page).waitFor({ state: 'detached' });
      const written = page.locator('[data-review]').filter({ hasText: 'Written in the lift' });
      await written.locator('[data-entry]').filter({ hasText: 'half the dose' }).waitFor();
      const there = async () =>
        (await reviewsOf(page, chart(0)))
          .filter(({ clinicalNote }) => clinicalNote.includes('Written in the lift'))
          .map(({ drugErrs }) => drugErrs.length);
      await expect.poll(there, PATIENT).toEqual([1]);
      expect(await stored(page)).toEqual(['draft:waiting']);
      expect(complaints).toEqual([]);
    });

    test('what waits is taken back into its form, changed, and saved as changed; another is withdrawn', async () => {
      const { page, context } = await someone(hany);
      await openForWriting(page, chart(0), 'notes');
      await context.setOffline(true);
      for (const note of ['Extubate tomorrow', 'A second thought']) {
        await page.getByRole('button', { name: 'CREATE NEW PHYSICIAN NOTE' }).click();
        const fresh = page.getByRole('form', { name: 'New physician note' });
        await fresh.getByRole('textbox', { name: 'Clinical Notes' }).fill(note);
        await fresh.getByRole('button', { name: 'Save note' }).click();
        await page.locator('[data-waiting]').filter({ hasText: note }).waitFor();
      }
      await page
        .locator('[data-waiting]')
        .filter({ hasText: 'A second thought' })
        .getByRole('button', { name: /^Withdraw/ })
        .click();
      await page.getByRole('alertdialog', { name: 'Withdraw this?' }).getByRole('button', { name: 'Withdraw' }).click();
      await expect.poll(() => badge(page).textContent(), PATIENT).toBe('1 waiting');
      await page.locator('[data-waiting]').getByRole('button', { name: /^Edit/ }).click();
      const form = page.getByRole('form', { name: 'New physician note' });
      await form.getByRole('textbox', { name: 'Clinical Notes' }).fill('Extubate today');
      await form.getByRole('button', { name: 'Save note' }).click();
      await page.locator('[data-waiting]').filter({ hasText: 'Extubate today' }).waitFor();
      await context.setOffline(false);
      await page.locator('[data-item^=note-]').filter({ hasText: 'Extubate today' }).waitFor();
      expect(await page.getByText(/Extubate tomorrow|A second thought/).count()).toBe(0);
    });

    test('a change that somebody else was quicker with comes back, beside theirs; what stands behind it goes on', async () => {
      const { page, context } = await someone();
      await openChart(page, chart(1));
      const id = await writeReview(page, 'Creatinine 2.1');
      const elsewhere = await someone();
      await openChart(elsewhere.page, chart(1));
      await unfold(page, id);
      await context.setOffline(true);
      await review(page, id).getByRole('button', { name: 'Edit', exact: true }).click();
      const form = review(page, id).getByRole('form', { name: 'Edit review' });
      await form.getByRole('textbox', { name: 'Clinical notes' }).fill('Creatinine 2.4, from the ward');
      await form.getByRole('button', { name: 'Update' }).click();
      await review(page, id).locator('[data-waiting]').filter({ hasText: 'Creatinine 2.4' }).waitFor();
      await typeReview(page, 'The one behind it.');
      await expect.poll(() => badge(page).textContent(), PATIENT).toBe('2 waiting');

      await unfold(elsewhere.page, id);
      await review(elsewhere.page, id).getByRole('button', { name: 'Edit', exact: true }).click();
      const theirs = review(elsewhere.page, id).getByRole('form', { name: 'Edit review' });
      await theirs.getByRole('textbox', { name: 'Clinical notes' }).fill('Creatinine 1.9, from the laboratory');
      await theirs.getByRole('button', { name: 'Update' }).click();
      await theirs.waitFor({ state: 'detached' });

      await context.setOffline(false);
      await expect.poll(() => badge(page).textContent(), PATIENT).toBe('1 refused');
      await page.locator('[data-review]').filter({ hasText: 'The one behind it.' }).first().waitFor();
      const refused = review(page, id).locator('[data-waiting][data-refused=true]');
      await refused.getByText('Creatinine 2.4, from the ward').waitFor();
      await picture(page, 'refused');
      await refused.getByRole('button', { name: /^Edit/ }).click();
      const conflict = form.getByRole('alert');
      await conflict.getByText('Creatinine 1.9, from the laboratory').waitFor();
      await conflict.getByRole('button', { name: 'Keep mine and save' }).click();
      await form.waitFor({ state: 'detached' });
      await badge(page).waitFor({ state: 'detached' });
      await expect
        .poll(async () => (await reviewOf(page, chart(1), id))?.clinicalNote, PATIENT)
        .toContain('Creatinine 2.4, from the ward');
    });

    test('what does not wait says that there is no network, and keeps what was typed; logging out asks about what waits, and leaves nothing', async () => {
      const { page } = await someone();
      await openChart(page, chart(1));
      await cut(page);
      await typeReview(page, 'Not there yet.');
      await badge(page).waitFor();
      await page.getByRole('tab', { name: /^Gallery/ }).click();
      await page.getByLabel('Title').fill('Wound');
      await page.goto('/profile');
      await page.getByLabel('Title').fill('Consultant');
      await page.getByRole('button', { name: 'Update Details' }).click();
      await page.getByText('No connection to the server').waitFor();
      expect(await page.getByLabel('Title').inputValue()).toBe('Consultant');

      await signOut(page);
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
      await question.getByText('New review').waitFor();
      await question.getByRole('button', { name: 'Discard and leave' }).click();
      await page.getByRole('button', { name: 'Log in' }).waitFor();
      expect(await stored(page)).toEqual([]);
    });

    test.each([
      ['tablet', true],
      ['phone', false],
    ] as const)('at %s width, dark: %s, what waits has its place', async (width, dark) => {
      const { page, context, complaints } = await someone(mona, { width, dark });
      await openForWriting(page, chart(2));
      await context.setOffline(true);
      await typeReview(page, 'كُتب بلا شبكة');
      await badge(page).waitFor();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
        .toBeLessThanOrEqual(0);
      await expectAccessible(page);
      await picture(page, `waiting-${width}${dark ? '-dark' : ''}`);
      await waitingReview(page)
        .getByRole('button', { name: /^Withdraw/ })
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
      await badge(page).waitFor({ state: 'detached' });
      expect(complaints).toEqual([]);
    });
  });

  describe('on a bad one', () => {
    test('an answer that is lost after the server has written brings no second event', async () => {
      const { page } = await someone();
      await openChart(page, chart(2));
      const id = await writeReview(page, 'For the lost answer.');
      await unfold(page, id);
      const first: Written[] = [];
      const seen: Written[] = [];
      await page.route('**/api/reviews/addRevMed/**', async (route) => {
        const answer = await route.fetch();
        const written = (await answer.json()) as Written;
        if (first.push(written) > 1) {
          seen.push(written);
          await route.fulfill({ response: answer });
        } else await route.abort('connectionreset');
      });
      await addMedications(page, id, [{ drug: 'Zyvox', type: 'No error' }]);
      await review(page, id).getByRole('form', { name: 'New medication' }).waitFor({ state: 'detached' });
      expect(await entries(page, id).count()).toBe(1);
      expect(seen.map(({ revision }) => revision)).toEqual([first[0]?.revision]);
    });

    test('with 400 ms on the way and every fourth connection lost, before or after the server wrote, three entries are there once and in order', async () => {
      const { page } = await someone();
      await openChart(page, chart(3));
      const id = await writeReview(page, 'From the far end of the ward.');
      let calls = 0;
      await page.route('**/api/**', async (route) => {
        calls += 1;
        await new Promise((resolve) => {
          setTimeout(resolve, 400);
        });
        if (calls % 8 === 4) return route.abort('connectionreset');
        const answer = await route.fetch().catch(() => undefined);
        if (!answer || calls % 8 === 0) return route.abort('connectionreset');
        return route.fulfill({ response: answer });
      });
      const drugs = ['Meronem', 'Zyvox', 'Colomycin'];
      await addMedications(
        page,
        id,
        drugs.map((drug) => ({ drug, type: 'No error' })),
      );
      await expect.poll(() => entries(page, id).count(), PATIENT).toBe(3);
      await expect.poll(() => drugsIn(page, id), PATIENT).toEqual(drugs);
    });

    test('the file of the live connection that cannot be loaded is loaded again: the badge says so, and what colleagues write then appears without a reload', async () => {
      const { page, complaints } = await someone(omar);
      const asMona = await callAs(at().product.url, mona.email);
      const file = await chunkOf('socket.io-client/build/esm/index.js');
      let isRefused = true;
      // Under its own name it is refused for good, as by a browser that keeps the failure.
      await page.route(
        ({ pathname }) => pathname === `/${file}`,
        (route) => (isRefused || !route.request().url().includes('?') ? route.abort() : route.continue()),
      );
      await page.goto(`/admissions/${chart(3)}`);
      await page.locator('[data-review]').first().waitFor();
      await page.locator('[role=status][data-state=reconnecting]').waitFor();
      await picture(page, 'not-live');
      await page.evaluate(() => void Object.assign(window, { neverReloaded: true }));
      const written = await asMona<Answer<Review>>('POST', '/api/reviews/addReview', {
        admissionId: chart(3),
        reviewDate: new Date().toISOString().slice(0, 10),
        clinicalNote: '<p>Written meanwhile.</p>',
        drugErrs: [],
      });
      isRefused = false;
      await page.locator('[role=status][data-state=live]').waitFor();
      await review(page, written._id).waitFor();
      expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);
      expect(complaints).toEqual([]);
    });

    test('a screen and a part of one that cannot be loaded are there without a reload once the network is back', async () => {
      const { page } = await someone();
      await page.goto('/teamlist');
      await page.locator('[role=status][data-state=live]').waitFor();
      const [screen, editor] = await Promise.all([
        chunkOf('src/routes/profile.tsx'),
        chunkOf('src/components/rich-text/rich-text-editor.tsx'),
      ]);
      const refused = new Set([`/${screen}`, `/${editor}`]);
      await page.route(
        ({ pathname }) => refused.has(pathname),
        (route) => route.abort(),
      );
      await page.evaluate(() => void Object.assign(window, { neverReloaded: true }));
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('link', { name: 'Profile' }).click();
      await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
      await expectAccessible(page);
      await picture(page, 'screen-not-loaded');
      refused.delete(`/${screen}`);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('The text editor could not be loaded.').waitFor();
      refused.clear();
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await page.getByRole('textbox', { name: 'About' }).waitFor();
      expect(await page.evaluate(() => 'neverReloaded' in window)).toBe(true);
    });

    test('a server that is started anew in the middle of it all loses nothing', async () => {
      const { page } = await someone(omar);
      await openChart(page, chart(3));
      const id = await writeReview(page, 'Before the restart.');
      await unfold(page, id);
      process.kill(await at().product.processOf('command-api'), 'SIGKILL');
      await addMedications(page, id, [{ drug: 'Meronem', type: 'No error' }]);
      await badge(page).waitFor({ state: 'detached' });
      process.kill(await at().product.processOf('gateway'), 'SIGKILL');
      await addMedications(page, id, [{ drug: 'Zyvox', type: 'No error' }]);
      await page.locator('[role=status][data-state=live]').waitFor();
      await expect.poll(() => drugsIn(page, id), PATIENT).toEqual(['Meronem', 'Zyvox']);
    });
  });
}
