/**
 * What a screen loads beside itself comes a moment later: nothing that can be pressed is moved by it. Run in a demo
 * hospital that is already there.
 */
import type { Review } from 'command-api/contract/entities';
import type { Browser, Page } from 'playwright-core';
import { NO_ERROR } from 'command-api/domain/codes';
import { beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../support/browser.ts';
import { filesBeside } from '../support/build-chunks.ts';
import { callAs, hany, mona, type OpenStay } from '../support/demo-hospital.ts';
import { seatOf } from '../support/browser-sessions.ts';

interface Place {
  browser: Browser;
  url: string;
  stay: OpenStay;
  drug: string;
}

/** What is pressed or typed in, by its place in the document, and where it is on the page. */
const boxes = (page: Page) =>
  page.evaluate(() => {
    const known = (Reflect.get(window, 'pressed') ??
      [...document.querySelectorAll('#root :is(button, a, input, select, textarea, [role=button])')].filter((one) =>
        one.checkVisibility(),
      )) as Element[];
    Reflect.set(window, 'pressed', known);
    // What has gone, as a placeholder does, was in nobody's way.
    return known.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const name = one.getAttribute('aria-label') ?? one.textContent;
      return one.isConnected
        ? `${name}: ${Math.round(x)}, ${Math.round(y + scrollY)}, ${Math.round(width)} x ${Math.round(height)}`
        : `${name} has gone`;
    });
  });

export function lateFiles(at: () => Place): void {
  /** A teammate's note since Mona last looked: the chart tells of it above its tabs. */
  const sinceThen = async (): Promise<void> => {
    const asHany = await callAs(at().url, hany.email);
    await asHany('POST', '/api/physicNotes/addphysicNote', {
      admissionId: at().stay.admission,
      noteDate: new Date().toISOString().slice(0, 10),
      note: '<p>Echo tomorrow.</p>',
    });
  };
  const screens: { name: string; route: string; path: () => string; shown: string; before?: () => Promise<void> }[] = [
    {
      name: 'a chart with reviews of one’s own',
      route: 'admission',
      path: () => `/admissions/${at().stay.admission}`,
      shown: '[data-edit]',
      before: sinceThen,
    },
    {
      name: 'a patient',
      route: 'patient',
      path: () => `/patient/${at().stay.patient._id}`,
      shown: 'text=CREATE NEW ADMISSION',
    },
    { name: 'a team', route: 'team', path: () => `/team/${at().stay.team}`, shown: 'text=Omar Shaker' },
    { name: 'a drug', route: 'drugs', path: () => `/drugs?tradeId=${at().drug}`, shown: 'button:has-text("Update")' },
    { name: 'the handover', route: 'handover', path: () => `/handover/${at().stay.team}`, shown: '[data-row]' },
    { name: 'the ward', route: 'ward', path: () => `/ward/${at().stay.team}`, shown: '[data-patient]' },
  ];
  beforeAll(async () => {
    const asMona = await callAs(at().url, mona.email);
    const entry = { errDrug: at().drug, errType: NO_ERROR._id, errNote: '', errRes: null, errSeverity: null };
    await asMona('POST', '/api/reviews/addReview', {
      admissionId: at().stay.admission,
      reviewDate: new Date().toISOString().slice(0, 10),
      clinicalNote: '<p>Mine.</p>',
      drugErrs: [entry, entry],
    });
  });
  test('a review that the address asks for is brought into view where the team is known late', async () => {
    const reviews = await (
      await callAs(at().url, mona.email)
    )<Review[]>('GET', `/api/reviews/listAdmissionReviews/${at().stay.admission}`);
    const wanted = reviews.at(-1)?._id ?? '';
    const { page, complaints } = await seatOf(at().browser, at().url, mona, { width: 'phone' });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(
      ({ pathname }) => pathname === `/api/teams/${at().stay.team}`,
      async (asked) => {
        await held;
        await asked.continue();
      },
    );
    await page.goto(`/admissions/${at().stay.admission}?review=${wanted}`);
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
    expect(complaints).toEqual([]);
  });
  describe.each(['desktop', 'phone'] as const)('what comes late, at %s width', (width) => {
    test.each(screens)(
      'moves no button, link or field of $name',
      async ({ name, route, path, shown, before: happen }) => {
        await happen?.();
        const { page, complaints } = await seatOf(at().browser, at().url, mona, { width });
        const late = await filesBeside(
          'index.html',
          'src/app/frame.tsx',
          'src/app/unsaved-guard.tsx',
          `src/routes/${route}.tsx`,
        );
        let release = (): void => undefined;
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        let isHeld = false;
        await page.route(
          ({ pathname }) => late.has(pathname.slice(1)),
          async (asked) => {
            isHeld = true;
            await held;
            await asked.continue();
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
        const before = await boxes(page);
        expect(isHeld).toBe(true);
        await picture(page, `late-before-${route}-${width}`);
        release();
        await page.locator('[role=status][data-state=live]').waitFor();
        await page.waitForLoadState('networkidle');
        await picture(page, `late-after-${route}-${width}`);
        expect(await boxes(page), name).toEqual(before);
        expect(complaints).toEqual([]);
      },
    );
  });
}
