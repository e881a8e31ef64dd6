import type { Review } from 'command-api/contract/entities';
import { openBrowser } from 'infra/test/chromium';
import type { Product } from 'infra/test/product';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arabicSentences } from './arabic-text.ts';
import { expectAccessible, inTheme, picture, signOut, widths } from '../support/browser.ts';
import { catalogueAndCourses } from './catalogue-and-courses.ts';
import { addMedications, openChart, review, writeReview } from '../support/chart-page.ts';
import { handoverAndWard } from './handover-and-ward.ts';
import { lateFiles } from './late-files.ts';
import {
  admin,
  callAs,
  hany,
  mailedLink,
  mona,
  omar,
  openStays,
  PASSWORD,
  startDemo,
  teammate,
  tradeLabel,
  type OpenStay,
} from '../support/demo-hospital.ts';
import { seatOf } from '../support/browser-sessions.ts';
import { breakable } from '../support/text-layout.ts';

let product: Product;
let browser: Browser;
let stay: OpenStay;
let omarId: string;
let meronem: string;
let entry: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemo(), openBrowser()]);
  const [first] = await openStays(product.url);
  if (!first) throw new Error('The demo hospital has no open stay');
  stay = first;
  omarId = (await teammate(product.url, omar.email)).userId;
  meronem = await tradeLabel(product.url, 'Meronem');
  const reviews = await (
    await callAs(product.url, mona.email)
  )<Review[]>('GET', `/api/reviews/listAdmissionReviews/${stay.admission}`);
  entry = reviews.flatMap(({ drugErrs }) => drugErrs)[0]?._id ?? '';
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const someone = (who?: { email: string }) => seatOf(browser, product.url, who);

interface Screen {
  name: string;
  path: () => string;
  /** What shows that the screen has its content. */
  shown: (page: Page) => Promise<unknown>;
  signedOut?: boolean;
  /** Of the admin account. */
  admin?: boolean;
}
const screens: Screen[] = [
  {
    name: 'landing',
    path: () => '/',
    shown: (page) => page.getByRole('button', { name: 'Log in', disabled: false }).waitFor(),
    signedOut: true,
  },
  {
    name: 'sign-up',
    path: () => '/register2025',
    shown: (page) => page.getByRole('button', { name: 'Create Account' }).waitFor(),
    signedOut: true,
  },
  {
    name: 'forgotten-password',
    path: () => '/reset-password',
    shown: (page) => page.getByRole('button', { name: 'Send me a link' }).waitFor(),
    signedOut: true,
  },
  {
    name: 'new-password',
    path: () => '/reset-password?token=one-time',
    shown: (page) => page.getByRole('button', { name: 'Set password' }).waitFor(),
    signedOut: true,
  },
  {
    name: 'public-profile',
    path: () => `/user/${omarId}`,
    shown: (page) => page.getByRole('link', { name: 'Log in to add recommendation' }).waitFor(),
    signedOut: true,
  },
  {
    name: 'confirm-email',
    path: () => '/confirm-email',
    shown: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'colleague',
    path: () => `/user/${omarId}`,
    shown: (page) => page.getByRole('textbox', { name: 'Your recommendation' }).waitFor(),
  },
  { name: 'profile', path: () => '/profile', shown: (page) => page.getByRole('textbox', { name: 'About' }).waitFor() },
  { name: 'home', path: () => '/teamlist', shown: (page) => page.locator('.apexcharts-bar-area').first().waitFor() },
  { name: 'team', path: () => `/team/${stay.team}`, shown: (page) => page.getByText('Omar Shaker').first().waitFor() },
  {
    name: 'team-admin',
    path: () => `/teamlist/${stay.team}`,
    shown: (page) => page.getByRole('textbox', { name: 'About' }).waitFor(),
  },
  {
    name: 'patients',
    path: () => `/patientlist/${stay.team}`,
    shown: (page) => page.getByRole('link', { name: /Show/ }).first().waitFor(),
  },
  {
    name: 'patient',
    path: () => `/patient/${stay.patient._id}`,
    shown: (page) => page.getByText('CREATE NEW ADMISSION').waitFor(),
  },
  { name: 'ward', path: () => `/ward/${stay.team}`, shown: (page) => page.locator('[data-patient]').first().waitFor() },
  {
    name: 'handover',
    path: () => `/handover/${stay.team}`,
    shown: (page) => page.locator('[data-row]').first().waitFor(),
  },
  {
    name: 'admission',
    path: () => `/admissions/${stay.admission}`,
    shown: (page) => page.locator('[data-review]').first().waitFor(),
  },
  {
    name: 'chart-then',
    path: () => `/history/admissions/${stay.admission}?at=5`,
    shown: (page) => page.getByRole('note').filter({ hasText: 'PAST' }).waitFor(),
  },
  {
    name: 'entry-life',
    path: () => `/history/entries/${entry}`,
    shown: (page) => page.locator('li[data-what]').first().waitFor(),
  },
  {
    name: 'report-choice',
    path: () => `/reviewSearch/${stay.team}`,
    shown: (page) => page.getByText('Choose a report').waitFor(),
  },
  {
    name: 'report-collected',
    path: () => `/reviewsearch/${stay.team}?type=1&startDate=2020-01-01&endDate=2030-12-31`,
    shown: (page) => page.locator('article').first().waitFor(),
  },
  {
    name: 'report-drawn',
    path: () => `/reviewSearch/${stay.team}?type=2&startDate=2020-01-01&endDate=2030-12-31`,
    shown: (page) => page.locator('.apexcharts-bar-area').first().waitFor(),
  },
  {
    name: 'access-log',
    path: () => `/teamlist/${stay.team}/accesses`,
    shown: (page) => page.getByText(/^\d+ access/).waitFor(),
  },
  {
    name: 'audit',
    path: () => `/history/teams/${stay.team}`,
    shown: (page) => page.locator('[data-change]').first().waitFor(),
  },
  {
    name: 'drugs',
    path: () => '/drugs',
    shown: (page) => page.getByRole('button', { name: 'Submit New Drug' }).waitFor(),
  },
  {
    name: 'drug',
    path: () => `/drugs?tradeId=${meronem}`,
    shown: (page) => page.getByRole('button', { name: 'Update', exact: true }).waitFor(),
  },
  {
    name: 'admin-tools',
    path: () => '/adminTools',
    shown: (page) => page.getByText('anticoagulant').first().waitFor(),
    admin: true,
  },
  {
    name: 'courses',
    path: () => '/clinical-pharmacy-courses',
    shown: (page) =>
      page
        .getByRole('link', { name: /Watch Now for Free/ })
        .first()
        .waitFor(),
    signedOut: true,
  },
  {
    name: 'course',
    path: () => '/clinical-pharmacy-courses/hypersensitivity-test',
    shown: (page) => page.locator('video').waitFor(),
    signedOut: true,
  },
  {
    name: 'my-tube',
    path: () => '/myTube?url=https://youtu.be/dQw4w9WgXcQ',
    shown: (page) => page.getByRole('button', { name: /^Play Video/ }).waitFor(),
    signedOut: true,
  },
  {
    name: 'about',
    path: () => '/about',
    shown: (page) => page.getByRole('heading', { name: 'What it is for' }).waitFor(),
    signedOut: true,
  },
  { name: 'test', path: () => '/test', shown: (page) => page.getByText(/Agrees with the server/).waitFor() },
  {
    name: 'not-found',
    path: () => '/no-such-page',
    shown: (page) => page.getByText('Looks like the page you were looking for is no longer here.').waitFor(),
  },
];

/** No screen scrolls sideways. */
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

/** How each screen is looked at; axe goes over it in the dark and in the light. */
const looks = [
  { width: 'phone', dark: true, axe: true },
  { width: 'tablet', dark: false, axe: false },
  { width: 'desktop', dark: false, axe: true },
] as const;

/**
 * Rows out of sight keep the colours that they were drawn in, which axe would take for those of now: they are drawn
 * anew.
 */
const drawAll = (page: Page) =>
  page.evaluate(() => {
    const all = new CSSStyleSheet();
    all.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, all];
  });

/** A screen at every width and in both themes: where it is opened, on a phone in the dark, and then seen to change. */
async function lookAt(
  page: Page,
  name: string,
  shown: () => Promise<unknown>,
  open?: () => Promise<unknown>,
): Promise<void> {
  for (const { width, dark, axe } of looks) {
    await page.setViewportSize(widths[width]);
    await inTheme(page, dark ? 'dark' : 'light', dark ? open : undefined);
    await shown();
    if (dark) await drawAll(page);
    await expect.poll(() => fits(page), { message: `${name} scrolls sideways at ${width} width` }).toBe(true);
    if (dark) expect(await breakable(page), `a line of ${name} may break within a date or a number`).toEqual([]);
    if (axe) await expectAccessible(page);
    await picture(page, `${name}-${width}${dark ? '-dark' : ''}`);
  }
}

test('every screen fits, is accessible and has nothing to complain about', async () => {
  const [guest, member, keeper] = await Promise.all([someone(), someone(mona), someone(admin)]);
  for (const { name, path, shown, signedOut, admin: ofAdmin } of screens) {
    const { page } = ofAdmin ? keeper : signedOut ? guest : member;
    await lookAt(
      page,
      name,
      () => shown(page),
      () => page.goto(path()),
    );
  }
  expect([...guest.complaints, ...member.complaints, ...keeper.complaints]).toEqual([]);
}, 300_000);

test('a review with entries, and the form for one, fit and are accessible', async () => {
  const { page, complaints } = await someone(mona);
  await openChart(page, stay.admission);
  const id = await writeReview(page, 'Febrile since the night.');
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
  // The frame of a new entry is 2 px at its inner edge, and stands around its severity.
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
  await lookAt(page, 'entry-form', () =>
    review(page, id).getByRole('form', { name: 'New medication' }).getByRole('textbox', { name: 'Note' }).waitFor(),
  );
  expect(complaints).toEqual([]);
});

describe('the doors', () => {
  test('over a slow network the way in is read, and typed in, before its scripts are there; what was typed goes on', async () => {
    const { page, complaints } = await someone();
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    const [email, password, logIn] = [
      page.getByLabel(/e-?mail/i),
      page.getByLabel(/^password/i),
      page.getByRole('button', { name: 'Log in' }),
    ];
    await email.pressSequentially(mona.email);
    await password.pressSequentially(PASSWORD.slice(0, 4));
    await page.keyboard.press('Enter');
    expect(await logIn.isDisabled()).toBe(true);
    expect(await fits(page)).toBe(true);
    expect(new URL(page.url()).search).toBe('');

    letGo();
    await expect.poll(() => logIn.isDisabled()).toBe(false);
    expect(await email.inputValue()).toBe(mona.email);
    await page.keyboard.type(PASSWORD.slice(4));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/teamlist');
    // Whoever is signed in goes on from there at once, and is not shown the way in.
    await page.goto('/');
    await page.waitForURL('**/teamlist');
    await signOut(page);
    expect(complaints).toEqual([]);
  });

  test('a stranger who opens a chart signs in first and is then brought to it', async () => {
    const { page } = await someone();
    await page.goto(`/admissions/${stay.admission}`);
    await page.getByLabel(/e-?mail/i).fill(mona.email);
    await page.getByLabel(/^password/i).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`**/admissions/${stay.admission}`);
    await page.locator('[data-review]').first().waitFor();
  });

  test('a wrong password is answered with a sentence, and what was typed stays; a button that is busy keeps its name', async () => {
    const { page } = await someone();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/users/login', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/');
    await page.getByLabel(/e-?mail/i).fill(mona.email);
    await page.getByLabel(/^password/i).fill('not-it');
    const logIn = page.getByRole('button', { name: 'Log in' });
    await logIn.click();
    await page.locator('button[data-loading]').waitFor();
    expect(await logIn.getAttribute('data-loading')).not.toBeNull();
    await expectAccessible(page);
    answer();
    await page
      .getByRole('alert')
      .filter({ hasText: /invalid/i })
      .waitFor();
    expect(await page.getByLabel(/e-?mail/i).inputValue()).toBe(mona.email);
  });

  test('someone of another team does not see that the chart exists', async () => {
    const { page } = await someone({ email: 'salma@demo.test' });
    await page.goto(`/admissions/${stay.admission}`);
    await page.getByText('Looks like the page you were looking for is no longer here.').waitFor();
    expect(await page.locator('body').textContent()).not.toContain(stay.patient.firstName);
  });

  test('signing out in one tab signs the other out as well', async () => {
    const { context, page } = await someone(mona);
    await page.goto('/teamlist');
    const other = await context.newPage();
    await other.goto('/teamlist');
    await other.getByRole('link', { name: /Adult ICU/ }).waitFor();
    await signOut(page);
    await other.getByRole('button', { name: 'Log in' }).waitFor();
  });
});

const boxOf = async (one: Locator) => {
  const box = await one.boundingBox();
  if (!box) throw new Error('It is not on the page');
  return box;
};

/**
 * Adds a member where the button lies in the corner of the toasts, and sees that the one that comes covers no button.
 */
async function addMemberBelowToasts(page: Page, width: number, email: string): Promise<void> {
  const add = page.getByRole('button', { name: 'Add member' });
  const sight = async () => {
    await page.setViewportSize({ width, height: widths.desktop.height });
    await page.evaluate(() => window.scrollTo(0, 0));
    const { y, height } = await boxOf(add);
    await page.setViewportSize({ width, height: Math.ceil(y + height + 20) });
  };
  await page.getByLabel('Email of a registered user').fill(email);
  await sight();
  await add.click();
  const toasts = page.locator('[data-scope=toast][data-part=root][data-state=open]');
  await toasts.filter({ hasText: 'Member added' }).first().waitFor();
  await expect
    .poll(() =>
      toasts.evaluateAll((shown) => {
        const buttons = [...document.querySelectorAll('main button')].map((button) => button.getBoundingClientRect());
        return shown
          .map((toast) => toast.getBoundingClientRect())
          .some((toast) =>
            buttons.some(
              ({ left, right, top, bottom }) =>
                left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top,
            ),
          );
      }),
    )
    .toBe(false);
  expect(await toasts.count()).toBeGreaterThan(0);
}

test('a whole day: sign up, found a team, register, admit, review, note, discharge', async () => {
  const { page, complaints } = await someone();
  await page.goto('/register');
  await page.getByLabel('First name').fill('Rana');
  await page.getByLabel('Last name').fill('عبد العزيز');
  await page.getByLabel(/e-?mail/i).fill('rana@demo.test');
  await page.getByLabel(/phone/i).fill('٠١٠٠١٢٣٤٥٩٩');
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Rana-pass-1');
  await page.getByLabel(/confirm/i).fill('Rana-pass-1');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('**/teamlist');

  const strip = page.getByRole('button', { name: 'CREATE NEW TEAM' });
  await strip.click();
  const [stripBox, labelBox] = [await boxOf(strip), await boxOf(page.locator('label', { hasText: 'Team Name' }))];
  expect(labelBox.y - stripBox.y - stripBox.height).toBeGreaterThan(8);
  await page.getByLabel('Team Name').fill('CCU');
  await page.getByLabel('Specialty').selectOption({ label: 'CCU' });
  await page.getByRole('button', { name: 'Create Team' }).click();
  await page.waitForURL('**/team/*');
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  for (const [width, { email }] of [
    [widths.desktop.width, hany],
    [widths.phone.width, omar],
  ] as const)
    await addMemberBelowToasts(page, width, email);
  await page.setViewportSize(widths.desktop);
  const role = page.getByRole('group', { name: `Role of ${hany.name}` });
  await role.getByRole('radio', { name: 'Physician' }).click();
  await role.getByRole('radio', { name: 'Physician', checked: true }).waitFor();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'CCU' }).click();

  await page.getByRole('link', { name: 'Patients' }).click();
  await page.getByLabel('First name').fill('هدى');
  await page.getByRole('button', { name: 'Add Patient' }).click();
  const form = page.getByRole('form', { name: 'Add Patient' });
  expect(await form.getByLabel('First name').inputValue()).toBe('هدى');
  await form.getByLabel('Birthdate').fill('1961-05-04');
  await form.getByRole('button', { name: 'Add Patient' }).click();
  await page.waitForURL('**/patient/*');

  await page.getByRole('button', { name: 'CREATE NEW ADMISSION' }).click();
  await page.getByRole('textbox', { name: 'Clinical details' }).fill('احتشاء عضلة القلب');
  await page.getByRole('button', { name: 'Add New Admission' }).click();
  await page.getByRole('link', { name: 'See Reviews' }).click();
  await page.waitForURL('**/admissions/*');
  const id = await writeReview(page, 'First day.');
  expect(await review(page, id).textContent()).toContain('Day 1');
  const chart = page.url();

  const physician = await someone(hany);
  await physician.page.goto(chart);
  await physician.page.getByRole('tab', { name: /Notes/ }).click();
  await physician.page.getByRole('button', { name: 'CREATE NEW PHYSICIAN NOTE' }).click();
  await physician.page.getByRole('textbox', { name: 'Clinical Notes' }).fill('Agreed on the round.');
  await physician.page.getByRole('button', { name: 'Save note' }).click();
  await page.getByRole('tab', { name: 'Notes 1' }).click();
  await page.getByText('Hany Gerges').first().waitFor();

  await page.getByRole('link', { name: /هدى/ }).click();
  await page.waitForURL('**/patient/*');
  await page.getByRole('button', { name: 'Discharge', exact: true }).click();
  await page.getByLabel('Discharge status').selectOption({ label: 'Improved and transfered to lower level unit' });
  await page.getByRole('button', { name: 'Discharge Patient' }).click();
  await page.getByText('Improved and transfered to lower level unit').last().waitFor();
  expect([...complaints, ...physician.complaints]).toEqual([]);
});

test('a person: details, a recommendation that is published, a forgotten password', async () => {
  const tarek = await someone({ email: 'tarek@demo.test' });
  await tarek.page.goto('/profile');
  await tarek.page.getByLabel('Title').fill('Senior Clinical Pharmacist');
  await tarek.page.getByRole('button', { name: 'Update Details' }).click();
  await tarek.page.getByText('Your details are updated').waitFor();
  const address = (await tarek.page.getByRole('link', { name: /^\/user\// }).getAttribute('href')) ?? '';

  const colleague = await someone(omar);
  await colleague.page.goto(address);
  await colleague.page.getByText('Senior Clinical Pharmacist').waitFor();
  await colleague.page
    .getByRole('textbox', { name: 'Your recommendation' })
    .fill('Never misses an interaction. يعتمد عليه');
  await colleague.page.getByRole('button', { name: 'Submit' }).click();
  await colleague.page.getByText('You have recommended Tarek Nabil').waitFor();

  const visitor = await someone();
  await visitor.page.goto(address);
  await visitor.page.getByRole('link', { name: 'Log in to add recommendation' }).waitFor();
  expect(await visitor.page.getByText('Never misses an interaction').count()).toBe(0);
  await tarek.page.reload();
  await tarek.page.getByRole('button', { name: /^Publish.*Omar Shaker/ }).click();
  await tarek.page.getByRole('button', { name: /^Hide.*Omar Shaker/ }).waitFor();
  await expectAccessible(tarek.page);
  await visitor.page.reload();
  await visitor.page.getByText('Never misses an interaction').waitFor();

  await visitor.page.goto('/');
  await visitor.page.getByRole('link', { name: 'Forgotten password?' }).click();
  // The login has a field of that name, too.
  await visitor.page.getByRole('button', { name: 'Send me a link' }).waitFor();
  await visitor.page.getByLabel('Email').fill('tarek@demo.test');
  await visitor.page.getByRole('button', { name: 'Send me a link' }).click();
  await visitor.page.getByRole('status').getByText('a link to set a new password is on its way').waitFor();
  const link = (): Promise<string> => mailedLink(product.dataDir, 'tarek@demo.test', '/reset-password');
  await expect.poll(link).not.toBe('');
  await visitor.page.goto(await link());
  await visitor.page.getByRole('textbox', { name: 'New password', exact: true }).fill('Tarek-pass-2');
  await visitor.page.getByLabel('Confirm password').fill('Tarek-pass-2');
  await visitor.page.getByRole('button', { name: 'Set password' }).click();
  await visitor.page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click();
  await visitor.page.getByLabel('Email').fill('tarek@demo.test');
  await visitor.page.getByLabel(/^password/i).fill('Tarek-pass-2');
  await visitor.page.getByRole('button', { name: 'Log in' }).click();
  await visitor.page.waitForURL('**/teamlist');
  // Every other session has ended: Tarek's first browser hears of it.
  await tarek.page.waitForURL(/returnFrom=%2Fprofile/);
  expect([...tarek.complaints, ...colleague.complaints, ...visitor.complaints]).toEqual([]);
});

catalogueAndCourses(() => ({ browser, url: product.url, chart: stay.admission }));
handoverAndWard(() => ({ browser, url: product.url, stay }));
lateFiles(() => ({ browser, url: product.url, stay, drug: meronem }));
arabicSentences(() => ({ browser, url: product.url, stay }));
