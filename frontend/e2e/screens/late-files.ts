/** Tests, to be called within a started demo hospital: files that load late do not move buttons, links and fields. */
import type { Review } from 'language/contract/entities';
import type { Page } from 'playwright-core';
import { NO_ERROR } from 'language/domain/values/codes';
import { beforeAll, describe, expect, test } from 'vitest';
import { screenshot } from '../support/browser.ts';
import { nonEssentialFiles } from '../support/build-chunks.ts';
import { callAs, hany, mona } from '../support/demo-hospital.ts';
import type { Demo } from '../support/demo.ts';

/**
 * The position and size of each control, in the order of the document. A new thing leaves its strip
 * once it was seen, with or without late files.
 */
const controlBoxes = (page: Page) =>
  page.evaluate(() => {
    const known = (Reflect.get(window, 'pressed') ??
      [...document.querySelectorAll('#root :is(button, a, input, select, textarea, [role=button])')].filter(
        (one) => one.checkVisibility() && !one.closest('[data-changed-strip]'),
      )) as Element[];
    Reflect.set(window, 'pressed', known);
    return known.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const name = one.getAttribute('aria-label') ?? one.textContent;
      return one.isConnected
        ? `${name}: ${Math.round(x)}, ${Math.round(y + scrollY)}, ${Math.round(width)} x ${Math.round(height)}`
        : `${name} was removed`;
    });
  });

export function lateFileTests(demo: Demo, drug: () => string): void {
  /** Adds a note of another person, which the chart announces above its tabs. */
  const addUnseenNote = async (): Promise<void> => {
    const asHany = await callAs(demo.url, hany.email);
    await asHany('POST', '/api/physicNotes/addphysicNote', {
      admissionId: demo.stay.admission,
      noteDate: new Date().toISOString().slice(0, 10),
      note: '<p>Echo tomorrow.</p>',
    });
  };
  const screens: { name: string; route: string; path: () => string; shown: string; prepare?: () => Promise<void> }[] = [
    {
      name: 'a chart with own reviews',
      route: 'admission/admission',
      path: () => `/admissions/${demo.stay.admission}`,
      shown: '[data-edit]',
      prepare: addUnseenNote,
    },
    {
      name: 'a patient',
      route: 'patients/patient',
      path: () => `/patient/${demo.stay.patient._id}`,
      shown: 'text=CREATE NEW ADMISSION',
    },
    { name: 'a team', route: 'team/team', path: () => `/team/${demo.stay.team}`, shown: 'text=Omar Shaker' },
    {
      name: 'a drug',
      route: 'catalogue/drugs',
      path: () => `/drugs?tradeId=${drug()}`,
      shown: 'button:has-text("Update")',
    },
    { name: 'the handover', route: 'team/handover', path: () => `/handover/${demo.stay.team}`, shown: '[data-row]' },
    { name: 'the ward', route: 'team/ward', path: () => `/ward/${demo.stay.team}`, shown: '[data-patient]' },
  ];
  beforeAll(async () => {
    const asMona = await callAs(demo.url, mona.email);
    const entry = { errDrug: drug(), errType: NO_ERROR._id, errNote: '', errRes: null, errSeverity: null };
    await asMona('POST', '/api/reviews/addReview', {
      admissionId: demo.stay.admission,
      reviewDate: new Date().toISOString().slice(0, 10),
      clinicalNote: '<p>Mine.</p>',
      drugErrs: [entry, entry],
    });
  });
  test('the review of the address is scrolled into view when the team loads late', async () => {
    const reviews = await (
      await callAs(demo.url, mona.email)
    )<Review[]>('GET', `/api/reviews/listAdmissionReviews/${demo.stay.admission}`);
    const wanted = reviews.at(-1)?._id ?? '';
    const { page, pageErrors } = await demo.openAs(mona, { width: 'phone' });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(
      ({ pathname }) => pathname === `/api/teams/${demo.stay.team}`,
      async (request) => {
        await released;
        await request.continue();
      },
    );
    await page.goto(`/admissions/${demo.stay.admission}?review=${wanted}`);
    const item = page.locator(`[data-item="review-${wanted}"]`);
    await item.waitFor();
    const isInView = () =>
      item.evaluate(
        (one) => scrollY > 0 && one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().top < innerHeight,
      );
    await expect.poll(isInView).toBe(true);
    release();
    await item.getByRole('button', { name: 'ADD MEDICATION' }).waitFor();
    expect(await isInView()).toBe(true);
    expect(pageErrors).toEqual([]);
  });
  describe.each(['desktop', 'phone'] as const)('late files, at %s width', (width) => {
    test.each(screens)(
      'do not move a button, link or field of $name',
      async ({ name, route, path, shown, prepare }) => {
        await prepare?.();
        const { page, pageErrors } = await demo.openAs(mona, { width });
        const late = await nonEssentialFiles(
          'index.html',
          'virtual:messages/en/first',
          'virtual:messages/en/rest',
          'src/app/frame.tsx',
          `src/routes/${route}.tsx`,
        );
        let release = (): void => undefined;
        const released = new Promise<void>((resolve) => {
          release = resolve;
        });
        let hasLateFile = false;
        await page.route(
          ({ pathname }) => late.has(pathname.slice(1)),
          async (request) => {
            hasLateFile = true;
            await released;
            await request.continue();
          },
        );
        await page.goto(path());
        await page.locator(shown).first().waitFor();
        await expect
          .poll(() =>
            page
              .getByRole('status')
              .filter({ hasText: /^Loading/ })
              .count(),
          )
          .toBe(0);
        // Marks of what is new come with a read of their own.
        let before: string[] = [];
        await expect
          .poll(
            async () => {
              const last = before.join();
              before = await controlBoxes(page);
              return before.join() === last;
            },
            { interval: 500 },
          )
          .toBe(true);
        expect(hasLateFile).toBe(true);
        await screenshot(page, `late-before-${route}-${width}`);
        release();
        await page.locator('[role=status][data-state=live]').waitFor();
        await page.waitForLoadState('networkidle');
        await screenshot(page, `late-after-${route}-${width}`);
        expect(await controlBoxes(page), name).toEqual(before);
        expect(pageErrors).toEqual([]);
      },
    );
  });
}
