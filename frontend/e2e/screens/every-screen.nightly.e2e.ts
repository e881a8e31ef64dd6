import type { Review } from 'language/contract/entities';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { arabicTextTests } from './arabic-text.ts';
import { expectAccessible, fits, screenshot, setTheme, widths, setLanguage } from '../support/browser.ts';
import { addMedications, openChart, review, createReview } from '../support/chart-page.ts';
import { dateFieldTests } from './date-field.ts';
import { lateFileTests } from './late-files.ts';
import { reducedMotionTests } from './reduced-motion.ts';
import { admin, callAs, mona, omar, teamMember, tradeLabel } from '../support/demo-hospital.ts';
import { breakableParts } from '../support/text-layout.ts';
import { smallTargets } from '../support/touch-targets.ts';
import { runDemo } from '../support/demo.ts';

const demo = runDemo();
const { openAs } = demo;
let omarId: string;
let meronem: string;
let entry: string;
/** The day of the newest review of the stay. */
let reviewDay: string;

beforeAll(async () => {
  omarId = (await teamMember(demo.url, omar.email)).userId;
  meronem = await tradeLabel(demo.url, 'Meronem');
  const reviews = await (
    await callAs(demo.url, mona.email)
  )<Review[]>('GET', `/api/reviews/listAdmissionReviews/${demo.stay.admission}`);
  entry = reviews.flatMap(({ drugErrs }) => drugErrs)[0]?._id ?? '';
  reviewDay = reviews.at(-1)?.reviewDate ?? '';
});

interface Screen {
  name: string;
  path: () => string;
  /** Waits for the content of the screen. */
  waitForContent: (page: Page) => Promise<unknown>;
  isSignedOut?: boolean;
  /** Only the admin account may open it. */
  isForAdmin?: boolean;
}
const screens: Screen[] = [
  {
    name: 'landing',
    path: () => '/',
    waitForContent: (page) => page.getByRole('button', { name: 'Log in', exact: true, disabled: false }).waitFor(),
    isSignedOut: true,
  },
  {
    name: 'sign-up',
    path: () => '/register2025',
    waitForContent: (page) => page.getByRole('button', { name: 'Create Account' }).waitFor(),
    isSignedOut: true,
  },
  {
    name: 'forgotten-password',
    path: () => '/reset-password',
    waitForContent: (page) => page.getByRole('button', { name: 'Send me a link' }).waitFor(),
    isSignedOut: true,
  },
  {
    name: 'new-password',
    path: () => '/reset-password#token=one-time',
    waitForContent: (page) => page.getByRole('button', { name: 'Set password' }).waitFor(),
    isSignedOut: true,
  },
  {
    name: 'invitation',
    path: () => '/invitation',
    waitForContent: (page) => page.getByText('Open the link of your invitation again.').waitFor(),
    isSignedOut: true,
  },
  {
    name: 'public-profile',
    path: () => `/user/${omarId}`,
    waitForContent: (page) => page.getByRole('link', { name: 'Log in to add recommendation' }).waitFor(),
    isSignedOut: true,
  },
  {
    name: 'confirm-email',
    path: () => '/confirm-email',
    waitForContent: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'colleague',
    path: () => `/user/${omarId}`,
    waitForContent: (page) => page.getByRole('textbox', { name: 'Your recommendation' }).waitFor(),
  },
  {
    name: 'profile',
    path: () => '/profile',
    waitForContent: (page) => page.getByRole('textbox', { name: 'About' }).waitFor(),
  },
  {
    name: 'security',
    path: () => '/profile/security',
    waitForContent: (page) => page.getByText('This session').waitFor(),
  },
  {
    name: 'home',
    path: () => '/teamlist',
    waitForContent: (page) => page.locator('.apexcharts-bar-area').first().waitFor(),
  },
  {
    name: 'team',
    path: () => `/team/${demo.stay.team}`,
    waitForContent: (page) => page.getByText('Omar Shaker').first().waitFor(),
  },
  {
    name: 'team-admin',
    path: () => `/teamlist/${demo.stay.team}`,
    waitForContent: (page) => page.getByRole('textbox', { name: 'About' }).waitFor(),
  },
  {
    name: 'patients',
    path: () => `/patientlist/${demo.stay.team}`,
    waitForContent: (page) => page.getByRole('link', { name: /Show/ }).first().waitFor(),
  },
  {
    name: 'patient',
    path: () => `/patient/${demo.stay.patient._id}`,
    waitForContent: (page) => page.getByText('CREATE NEW ADMISSION').waitFor(),
  },
  {
    name: 'merge-patient',
    path: () => `/patient/${demo.stay.patient._id}/merge?with=${demo.stayAt(1).patient._id}`,
    waitForContent: (page) => page.getByRole('button', { name: 'Merge' }).waitFor(),
  },
  {
    name: 'merge-find',
    path: () => `/patient/${demo.stay.patient._id}/merge`,
    waitForContent: (page) => page.getByText('No other patient of the team has very similar data.').waitFor(),
  },
  {
    name: 'transfers',
    path: () => `/transfers/${demo.stay.team}`,
    waitForContent: (page) => page.getByText('This team has not transferred a patient').waitFor(),
  },
  {
    name: 'ward',
    path: () => `/ward/${demo.stay.team}`,
    waitForContent: (page) => page.locator('[data-patient]').first().waitFor(),
  },
  {
    name: 'drug-use',
    path: () => `/drug-use/${demo.stay.team}?drug=${meronem}`,
    waitForContent: (page) => page.getByText(/^Meronem on/).waitFor(),
  },
  {
    name: 'drug-use-everywhere',
    path: () => `/drug-use?drug=${meronem}`,
    waitForContent: (page) => page.getByText(/^Meronem on/).waitFor(),
    isForAdmin: true,
  },
  {
    name: 'handover',
    path: () => `/handover/${demo.stay.team}`,
    waitForContent: (page) => page.locator('[data-row]').first().waitFor(),
  },
  {
    name: 'asked',
    path: () => '/asked',
    waitForContent: (page) => page.getByText('Nothing is asked of you').waitFor(),
  },
  {
    name: 'admission',
    path: () => `/admissions/${demo.stay.admission}`,
    waitForContent: (page) => page.locator('[data-review]').first().waitFor(),
  },
  {
    name: 'values',
    path: () => `/admissions/${demo.stay.admission}?tab=values`,
    waitForContent: (page) => page.locator('[data-values-line]').waitFor(),
  },
  {
    name: 'chart-then',
    path: () => `/history/admissions/${demo.stay.admission}?at=5`,
    waitForContent: (page) => page.getByRole('note').filter({ hasText: 'PAST' }).waitFor(),
  },
  {
    name: 'entry-life',
    path: () => `/history/entries/${entry}`,
    waitForContent: (page) => page.locator('li[data-what]').first().waitFor(),
  },
  {
    name: 'report-choice',
    path: () => `/reviewSearch/${demo.stay.team}`,
    waitForContent: (page) => page.getByText('Choose a report').waitFor(),
  },
  {
    name: 'report-collected',
    path: () => `/reviewsearch/${demo.stay.team}?type=1&startDate=${reviewDay}&endDate=${reviewDay}`,
    waitForContent: (page) => page.locator('article').first().waitFor(),
  },
  {
    name: 'report-drawn',
    path: () => `/reviewSearch/${demo.stay.team}?type=2&startDate=2020-01-01&endDate=2030-12-31`,
    waitForContent: (page) => page.locator('.apexcharts-bar-area').first().waitFor(),
  },
  {
    name: 'access-log',
    path: () => `/teamlist/${demo.stay.team}/accesses`,
    waitForContent: (page) => page.getByText(/^\d+ access/).waitFor(),
  },
  {
    name: 'audit',
    path: () => `/history/teams/${demo.stay.team}`,
    waitForContent: (page) => page.locator('[data-change]').first().waitFor(),
  },
  {
    name: 'drugs',
    path: () => '/drugs',
    waitForContent: (page) => page.getByRole('button', { name: 'Submit New Drug' }).waitFor(),
  },
  {
    name: 'drug',
    path: () => `/drugs?tradeId=${meronem}`,
    waitForContent: (page) => page.getByRole('button', { name: 'Save', exact: true }).waitFor(),
  },
  {
    name: 'drug-page',
    path: () => `/drugs/${meronem}`,
    waitForContent: (page) => page.getByRole('heading', { name: 'Tips' }).waitFor(),
  },
  {
    name: 'admin-tools',
    path: () => '/adminTools',
    waitForContent: (page) => page.getByText('anticoagulant').first().waitFor(),
    isForAdmin: true,
  },
  {
    name: 'accounts',
    path: () => '/accounts',
    waitForContent: (page) => page.getByText(omar.email).waitFor(),
    isForAdmin: true,
  },
  {
    name: 'statements',
    path: () => '/statements',
    waitForContent: (page) => page.getByRole('button', { name: 'New statement' }).waitFor(),
    isForAdmin: true,
  },
  {
    name: 'security-log',
    path: () => '/security-log',
    waitForContent: (page) => page.getByText('Read the security log').first().waitFor(),
    isForAdmin: true,
  },
  {
    name: 'feeds',
    path: () => '/feeds',
    waitForContent: (page) => page.getByRole('region', { name: 'Parked messages' }).waitFor(),
    isForAdmin: true,
  },
  {
    name: 'operations',
    path: () => '/operations',
    waitForContent: (page) => page.getByRole('region', { name: 'Stopped streams' }).waitFor(),
    isForAdmin: true,
  },
  {
    name: 'courses',
    path: () => '/clinical-pharmacy-courses',
    waitForContent: (page) =>
      page
        .getByRole('link', { name: /Watch Now for Free/ })
        .first()
        .waitFor(),
    isSignedOut: true,
  },
  {
    name: 'course',
    path: () => '/clinical-pharmacy-courses/hypersensitivity-test',
    waitForContent: (page) => page.locator('video').waitFor(),
    isSignedOut: true,
  },
  {
    name: 'my-tube',
    path: () => '/myTube?url=https://youtu.be/dQw4w9WgXcQ',
    waitForContent: (page) => page.getByRole('button', { name: /^Play Video/ }).waitFor(),
    isSignedOut: true,
  },
  {
    name: 'about',
    path: () => '/about',
    waitForContent: (page) => page.getByRole('heading', { name: 'What it is for' }).waitFor(),
    isSignedOut: true,
  },
  { name: 'test', path: () => '/test', waitForContent: (page) => page.getByText(/The clock is right/).waitFor() },
  {
    name: 'not-found',
    path: () => '/no-such-page',
    waitForContent: (page) => page.getByText('Looks like the page you were looking for is no longer here.').waitFor(),
  },
];

/** The layouts in which each screen is checked. Axe runs once in each theme: dark in English, light in Arabic. */
const layouts = [
  { width: 'phone', isDark: true, hasAxe: true },
  { width: 'tablet', isDark: false, hasAxe: false },
  { width: 'desktop', isDark: false, hasAxe: false },
] as const;

/** The screens that are used while standing, by thumb. */
const bedside = new Set(['patients', 'patient', 'ward', 'drug-use', 'handover', 'admission', 'entry-form']);

/** Renders rows out of view again, because they keep the colours of the theme in which they were rendered. */
const renderAll = (page: Page) =>
  page.evaluate(() => {
    const all = new CSSStyleSheet();
    all.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, all];
  });

/** Checks a screen at each width and in both themes. `open` opens it in the first layout. */
async function checkLayouts(
  page: Page,
  name: string,
  waitForContent: () => Promise<unknown>,
  open?: () => Promise<unknown>,
): Promise<void> {
  for (const { width, isDark, hasAxe } of layouts) {
    await page.setViewportSize(widths[width]);
    await setTheme(page, isDark ? 'dark' : 'light', isDark ? open : undefined);
    await waitForContent();
    if (isDark) await renderAll(page);
    await expect.poll(() => fits(page), { message: `${name} scrolls sideways at ${width} width` }).toBe(true);
    if (isDark) expect(await breakableParts(page), `a line of ${name} may break within a date or a number`).toEqual([]);
    if (width === 'phone' && bedside.has(name))
      expect(await smallTargets(page), `targets of ${name} are too small for a finger`).toEqual([]);
    if (hasAxe) await expectAccessible(page);
    await screenshot(page, `${name}-${width}${isDark ? '-dark' : ''}`);
  }
}

/** The width of a tablet is checked in English. */
const arabicLayouts = [
  { width: 'phone', isDark: true, hasAxe: false },
  { width: 'desktop', isDark: false, hasAxe: true },
] as const;

/** Checks the open screen in Arabic. */
async function checkArabic(page: Page, name: string): Promise<void> {
  await setLanguage(page, 'ar');
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  for (const { width, isDark, hasAxe } of arabicLayouts) {
    await page.setViewportSize(widths[width]);
    await setTheme(page, isDark ? 'dark' : 'light');
    await expect.poll(() => fits(page), { message: `${name} scrolls sideways at ${width} width in Arabic` }).toBe(true);
    if (hasAxe) await expectAccessible(page);
    await screenshot(page, `${name}-ar-${width}${isDark ? '-dark' : ''}`);
  }
  await setLanguage(page, 'en');
}

describe('in both languages fits, is accessible and has no page error:', () => {
  test.each(screens)('$name', async ({ name, path, waitForContent, isSignedOut, isForAdmin }) => {
    const { page, pageErrors } = await openAs(isForAdmin ? admin : isSignedOut ? undefined : mona);
    await checkLayouts(
      page,
      name,
      () => waitForContent(page),
      () => page.goto(path()),
    );
    await checkArabic(page, name);
    expect(pageErrors).toEqual([]);
  });
});

test('a review with entries and the form of an entry fit and are accessible', async () => {
  const { page, pageErrors } = await openAs(mona);
  await openChart(page, demo.stay.admission);
  const id = await createReview(page, 'Febrile since the night.');
  await addMedications(page, id, [
    {
      drug: 'Meronem',
      type: 'Renal dose adjustment',
      severity: 'd',
      response: '1',
      note: 'CrCl 25: 500 mg كل ١٢ ساعة',
    },
    { drug: 'Zyvox', type: 'No error' },
  ]);
  // The frame of a new entry is 2 px wide and surrounds its severity.
  const edges = review(page, id)
    .locator('.entry .mark')
    .evaluateAll((marks) =>
      marks.map(
        (mark) => mark.getBoundingClientRect().left - (mark.closest('.entry')?.getBoundingClientRect().left ?? 0),
      ),
    );
  for (const edge of await edges) expect(edge).toBeGreaterThan(4);
  await review(page, id)
    .getByRole('button', { name: /ADD MEDICATION/ })
    .click();
  await checkLayouts(page, 'entry-form', () =>
    review(page, id).getByRole('form', { name: 'New medication' }).getByRole('textbox', { name: 'Note' }).waitFor(),
  );
  await expectAccessible(page);
  // On a phone Save is in sight, and what has the focus is not below it.
  await page.setViewportSize(widths.phone);
  const form = review(page, id).getByRole('form', { name: 'New medication' });
  for (const field of [form.getByRole('combobox', { name: 'Drug' }), form.getByRole('textbox', { name: 'Note' })]) {
    // A field that has the focus already would not be scrolled to.
    await field.blur();
    await field.focus();
    const save = await form.getByRole('button', { name: 'Save', exact: true }).boundingBox();
    expect((save?.y ?? Infinity) + (save?.height ?? 0)).toBeLessThanOrEqual(widths.phone.height);
    const box = await field.boundingBox();
    expect((box?.y ?? Infinity) + Math.min(box?.height ?? 0, 44)).toBeLessThanOrEqual(save?.y ?? 0);
  }
  expect(pageErrors).toEqual([]);
});

dateFieldTests(demo);
lateFileTests(demo, () => meronem);
arabicTextTests(demo);
reducedMotionTests(demo);
