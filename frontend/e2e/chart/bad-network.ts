/** Tests, to be called within a started demo hospital: writing offline, on a bad network and during a restart. */
import type { Answer, Review, SignedIn, Written } from 'language/contract/entities';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, isReloaded, markPage, screenshot, signOut } from '../support/browser.ts';
import { chunkOf } from '../support/build-chunks.ts';
import {
  addMedications,
  entries,
  fillMedication,
  openChart,
  review,
  expand,
  createReview,
} from '../support/chart-page.ts';
import { callAs, hany, mona, omar } from '../support/demo-hospital.ts';
import { loseConnections } from '../support/lossy-network.ts';
import type { Demo } from '../support/demo.ts';

/** Opens a chart, and loads the editor and the catalogue. */
async function openForWriting(page: Page, admission: string, tab = 'reviews'): Promise<void> {
  const catalogue = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/errtypes');
  await page.goto(`/admissions/${admission}?tab=${tab}`);
  await page.locator('[role=status][data-state=live]').waitFor();
  await catalogue;
  const create = page.getByRole('button', { name: /^CREATE NEW/ });
  await create.click();
  // The page scrolls to the form until the editor has the focus.
  await page.locator('.ql-editor:focus').waitFor();
  await create.click();
  await page.locator('.ql-editor').waitFor({ state: 'detached' });
}

const outboxBadge = (page: Page) => page.locator('button[data-waits]');
const pendingReview = (page: Page) => page.locator('[data-review^="waiting:"]');
const isCommand = (route: Route): boolean =>
  route.request().method() !== 'GET' && route.request().url().includes('/api/');

/** Commands do not reach the server; reads do. */
const blockCommands = (page: Page) =>
  page.route('**/api/**', (route) => (isCommand(route) ? route.abort() : route.fallback()));
const unblockCommands = async (page: Page): Promise<void> => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
};
const storedDrafts = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('draft:')));

/** Saves a new review without waiting for the answer. */
async function submitReview(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
  const form = page.getByRole('form', { name: 'New review' });
  await form.getByRole('textbox', { name: 'Clinical notes' }).fill(note);
  await form.getByRole('button', { name: 'Save review' }).click();
}

export function badNetworkTests(demo: Demo): void {
  const openAs = (who: { email: string } = mona, options: Parameters<Demo['openAs']>[1] = {}) =>
    demo.openAs(who, options);
  // The others are of the other tests of the file.
  const chart = (index: number): string => demo.stayAt(index + 6).admission;
  /** The reviews of the read model. The screen shows the answer of a command earlier. */
  const reviewsOf = async (page: Page, admission: string): Promise<Review[]> => {
    const { token } = JSON.parse((await page.evaluate(() => localStorage.getItem('session'))) ?? '{}') as SignedIn;
    return (
      await fetch(new URL(`/api/reviews/listAdmissionReviews/${admission}`, demo.url), {
        headers: { authorization: `bearer ${token}` },
      })
    ).json() as Promise<Review[]>;
  };

  const reviewOf = async (page: Page, admission: string, id: string): Promise<Review | undefined> =>
    (await reviewsOf(page, admission)).find(({ _id }) => _id === id);
  const drugsIn = async (page: Page, id: string): Promise<string[] | undefined> =>
    (await reviewOf(page, chart(3), id))?.drugErrs.map(({ errDrugLabel }) => errDrugLabel);

  describe('offline', () => {
    test('a review and its entry wait in the outbox, survive a reload, and are stored once', async () => {
      const { page, context, pageErrors } = await openAs();
      await openForWriting(page, chart(0));
      await context.setOffline(true);
      await submitReview(page, 'Written in the lift. كُتب في المصعد');
      await expect.poll(() => outboxBadge(page).textContent()).toBe('1 waiting');
      const pending = pendingReview(page);
      await pending.getByText('Waiting for the network since').first().waitFor();
      await pending.getByRole('button', { name: /ADD MEDICATION/ }).click();
      const form = pending.getByRole('form', { name: 'New medication' });
      await fillMedication(page, form, {
        drug: 'Meronem',
        type: 'Renal dose adjustment',
        severity: 'd',
        response: '1',
        note: 'half the dose',
      });
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await expect.poll(() => outboxBadge(page).textContent()).toBe('2 waiting');
      await page.getByText('Offline').first().waitFor();
      await expectAccessible(page);
      await screenshot(page, 'two-wait');

      await outboxBadge(page).click();
      const list = page.getByRole('dialog', { name: 'Not sent yet' });
      await list.getByText('Entry: Meronem', { exact: true }).first().waitFor();
      expect(await list.getByRole('listitem').count()).toBe(2);
      await expectAccessible(page);
      await screenshot(page, 'what-waits');
      await list.getByRole('button', { name: 'Close' }).click();

      // The reload needs the network, so only commands are blocked from here on.
      await blockCommands(page);
      await context.setOffline(false);
      await page.reload();
      await pendingReview(page).getByText('Written in the lift').waitFor();
      expect(await outboxBadge(page).textContent()).toBe('2 waiting');
      await expect.poll(() => pendingReview(page).locator('[data-waiting]').count()).toBe(2);

      await unblockCommands(page);
      await outboxBadge(page).waitFor({ state: 'detached' });
      const written = page.locator('[data-review]').filter({ hasText: 'Written in the lift' });
      await written.locator('[data-entry]').filter({ hasText: 'half the dose' }).waitFor();
      const entryCounts = async () =>
        (await reviewsOf(page, chart(0)))
          .filter(({ clinicalNote }) => clinicalNote.includes('Written in the lift'))
          .map(({ drugErrs }) => drugErrs.length);
      await expect.poll(entryCounts).toEqual([1]);
      // The real ids of what was made.
      expect(await storedDrafts(page)).toEqual([expect.stringMatching(/^draft:[^/]+\/outbox$/)]);
      expect(pageErrors).toEqual([]);
    });

    test('a pending note is edited and saved with the new text; another one is withdrawn', async () => {
      const { page, context } = await openAs(hany);
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
      await expect.poll(() => outboxBadge(page).textContent()).toBe('1 waiting');
      await page.locator('[data-waiting]').getByRole('button', { name: /^Edit/ }).click();
      const form = page.getByRole('form', { name: 'New physician note' });
      await form.getByRole('textbox', { name: 'Clinical Notes' }).fill('Extubate today');
      await form.getByRole('button', { name: 'Save note' }).click();
      await page.locator('[data-waiting]').filter({ hasText: 'Extubate today' }).waitFor();
      await context.setOffline(false);
      await page.locator('[data-item^=note-]').filter({ hasText: 'Extubate today' }).waitFor();
      expect(await page.getByText(/Extubate tomorrow|A second thought/).count()).toBe(0);
    });

    test('a conflicting change is refused and shown beside the other one; the next command is sent', async () => {
      const { page, context } = await openAs();
      await openChart(page, chart(1));
      const id = await createReview(page, 'Creatinine 2.1');
      const elsewhere = await openAs();
      await openChart(elsewhere.page, chart(1));
      await expand(page, id);
      await context.setOffline(true);
      await review(page, id).getByRole('button', { name: 'Edit', exact: true }).click();
      const form = review(page, id).getByRole('form', { name: 'Edit review' });
      await form.getByRole('textbox', { name: 'Clinical notes' }).fill('Creatinine 2.4, from the ward');
      await form.getByRole('button', { name: 'Save' }).click();
      await review(page, id).locator('[data-waiting]').filter({ hasText: 'Creatinine 2.4' }).waitFor();
      await submitReview(page, 'The one behind it.');
      await expect.poll(() => outboxBadge(page).textContent()).toBe('2 waiting');

      await expand(elsewhere.page, id);
      await review(elsewhere.page, id).getByRole('button', { name: 'Edit', exact: true }).click();
      const theirs = review(elsewhere.page, id).getByRole('form', { name: 'Edit review' });
      await theirs.getByRole('textbox', { name: 'Clinical notes' }).fill('Creatinine 1.9, from the laboratory');
      await theirs.getByRole('button', { name: 'Save' }).click();
      await theirs.waitFor({ state: 'detached' });

      await context.setOffline(false);
      await expect.poll(() => outboxBadge(page).textContent()).toBe('1 refused');
      await page.locator('[data-review]').filter({ hasText: 'The one behind it.' }).first().waitFor();
      const refused = review(page, id).locator('[data-waiting][data-refused=true]');
      await refused.getByText('Creatinine 2.4, from the ward').waitFor();
      await screenshot(page, 'refused');
      await refused.getByRole('button', { name: /^Edit/ }).click();
      const conflict = form.getByRole('alert');
      await conflict.getByText('Creatinine 1.9, from the laboratory').waitFor();
      await conflict.getByRole('button', { name: 'Keep mine and save' }).click();
      await form.waitFor({ state: 'detached' });
      await outboxBadge(page).waitFor({ state: 'detached' });
      await expect
        .poll(async () => (await reviewOf(page, chart(1), id))?.clinicalNote)
        .toContain('Creatinine 2.4, from the ward');
    });

    test('another form reports the missing network; logging out asks about pending commands', async () => {
      const { page } = await openAs();
      await openChart(page, chart(1));
      await blockCommands(page);
      await submitReview(page, 'Not there yet.');
      await outboxBadge(page).waitFor();
      await page.getByRole('tab', { name: /^Gallery/ }).click();
      await page.getByLabel('Title').fill('Wound');
      await page.goto('/profile');
      await page.getByLabel('Title').fill('Consultant');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('No connection to the server').waitFor();
      expect(await page.getByLabel('Title').inputValue()).toBe('Consultant');

      await signOut(page);
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
      await question.getByText('New review').waitFor();
      await question.getByRole('button', { name: 'Discard and leave' }).click();
      await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
      expect(await storedDrafts(page)).toEqual([]);
    });

    test.each([
      ['tablet', true],
      ['phone', false],
    ] as const)('at %s width, dark: %s, a pending review fits and is accessible', async (width, dark) => {
      const { page, context, pageErrors } = await openAs(mona, { width, dark });
      await openForWriting(page, chart(2));
      await context.setOffline(true);
      await submitReview(page, 'كُتب بلا شبكة');
      await outboxBadge(page).waitFor();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth))
        .toBeLessThanOrEqual(0);
      await expectAccessible(page);
      await screenshot(page, `waiting-${width}${dark ? '-dark' : ''}`);
      await pendingReview(page)
        .getByRole('button', { name: /^Withdraw/ })
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
      await outboxBadge(page).waitFor({ state: 'detached' });
      expect(pageErrors).toEqual([]);
    });
  });

  describe('on a bad network', () => {
    test('a lost answer causes no second event', async () => {
      const { page } = await openAs();
      await openChart(page, chart(2));
      const id = await createReview(page, 'For the lost answer.');
      await expand(page, id);
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

    test('with 400 ms latency and every fourth connection lost, entries are stored once and in order', async () => {
      const { page } = await openAs();
      await openChart(page, chart(3));
      const id = await createReview(page, 'From the far end of the ward.');
      await loseConnections(page, { of: 8 });
      const drugs = ['Meronem', 'Zyvox', 'Colomycin'];
      await addMedications(
        page,
        id,
        drugs.map((drug) => ({ drug, type: 'No error' })),
      );
      await expect.poll(() => entries(page, id).count()).toBe(3);
      await expect.poll(() => drugsIn(page, id)).toEqual(drugs);
    });

    test('the live connection connects after its file failed to load, without a reload of the page', async () => {
      const { page, pageErrors } = await openAs(omar);
      const asMona = await callAs(demo.url, mona.email);
      const file = await chunkOf('socket.io-client/build/esm/index.js');
      let isRefused = true;
      // The address without a query always fails, as in a browser that caches the failure.
      await page.route(
        ({ pathname }) => pathname === `/${file}`,
        (route) => (isRefused || !route.request().url().includes('?') ? route.abort() : route.continue()),
      );
      await page.goto(`/admissions/${chart(3)}`);
      await page.locator('[data-review]').first().waitFor();
      await page.locator('[role=status][data-state=reconnecting]').waitFor();
      await screenshot(page, 'not-live');
      await markPage(page);
      const written = await asMona<Answer<Review>>('POST', '/api/reviews/addReview', {
        admissionId: chart(3),
        reviewDate: new Date().toISOString().slice(0, 10),
        clinicalNote: '<p>Written meanwhile.</p>',
        drugErrs: [],
      });
      isRefused = false;
      await page.locator('[role=status][data-state=live]').waitFor();
      await review(page, written._id).waitFor();
      expect(await isReloaded(page)).toBe(false);
      expect(pageErrors).toEqual([]);
    });

    test('a screen and a part that failed to load appear without a reload when the network is back', async () => {
      const { page } = await openAs();
      await page.goto('/teamlist');
      await page.locator('[role=status][data-state=live]').waitFor();
      const [screen, editor] = await Promise.all([
        chunkOf('src/routes/account/profile.tsx'),
        chunkOf('src/components/rich-text/rich-text-editor.tsx'),
      ]);
      const refused = new Set([`/${screen}`, `/${editor}`]);
      await page.route(
        ({ pathname }) => refused.has(pathname),
        (route) => route.abort(),
      );
      await markPage(page);
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('link', { name: 'Profile' }).click();
      await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor();
      await expectAccessible(page);
      await screenshot(page, 'screen-not-loaded');
      refused.delete(`/${screen}`);
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByText('The text editor could not be loaded.').waitFor();
      refused.clear();
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await page.getByRole('textbox', { name: 'About' }).waitFor();
      expect(await isReloaded(page)).toBe(false);
    });

    test('entries that are written while a server restarts are stored', async () => {
      const { page } = await openAs(omar);
      await openChart(page, chart(3));
      const id = await createReview(page, 'Before the restart.');
      await expand(page, id);
      process.kill(await demo.product.processOf('command-api'), 'SIGKILL');
      await addMedications(page, id, [{ drug: 'Meronem', type: 'No error' }]);
      await outboxBadge(page).waitFor({ state: 'detached' });
      process.kill(await demo.product.processOf('gateway'), 'SIGKILL');
      await addMedications(page, id, [{ drug: 'Zyvox', type: 'No error' }]);
      await page.locator('[role=status][data-state=live]').waitFor();
      await expect.poll(() => drugsIn(page, id)).toEqual(['Meronem', 'Zyvox']);
    });
  });
}
