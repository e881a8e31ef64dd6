/** Headless Chromium against the whole product. */
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { SignedIn } from 'language/contract/entities';
import { afterEach, expect } from 'vitest';
import { SESSION_KEY, sessionUserOf } from '../../src/platform/session/stored-session.ts';

export const widths = {
  desktop: { width: 1280, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const;

/** A busy machine takes seconds for what a person sees at once. The limit is for what never comes. */
const PATIENCE_MS = 60_000;

/** An address of the product's origin that is no page of the application. */
export const OUTSIDE = '/api/health';

export interface BrowserSession {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Exceptions and console errors of the page. Tests expect none. */
  readonly pageErrors: string[];
}

/** The open contexts of this file. */
const contexts = new Set<BrowserContext>();
/** A failed test says what its pages show: a missing element alone does not say what is there instead. */
afterEach(async ({ task: { result } }) => {
  if (result?.state !== 'fail') return;
  for (const page of [...contexts].flatMap((context) => context.pages()))
    if (!page.url().endsWith(OUTSIDE)) result.errors?.push({ name: 'Page', message: await contentOf(page) });
});

async function contentOf(page: Page): Promise<string> {
  const content = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: unknown) => String(error));
  return `${page.url()}\n${content}`;
}

/** The violations of their policy by the pages of this file. No test passes with one. */
const violations: string[] = [];
afterEach(() => expect(takeViolations(), 'violations of the content security policy').toEqual([]));

/** For a test that expects violations: the ones until now. */
export const takeViolations = (): string[] => violations.splice(0);

async function recordViolations(context: BrowserContext): Promise<void> {
  await context.exposeFunction('policyViolation', (violation: string) => void violations.push(violation));
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'policyViolation');
      const { effectiveDirective, blockedURI, sample, sourceFile, lineNumber, columnNumber } = event;
      if (typeof report === 'function')
        report(`${effectiveDirective} ${blockedURI} ${sample} at ${sourceFile}:${lineNumber}:${columnNumber}`);
    }),
  );
}

/** A browser context with the patience of the tests, for a person who asks for less motion. */
export async function openContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  contexts.add(context);
  context.on('close', () => contexts.delete(context));
  return context;
}

/** @param storageState the storage of another session, for a second window of the same person */
export async function openSession(
  browser: Browser,
  base: string,
  { storageState }: Pick<BrowserContextOptions, 'storageState'> = {},
): Promise<BrowserSession> {
  const context = await openContext(browser, {
    baseURL: base,
    viewport: widths.desktop,
    ...(storageState && { storageState }),
  });
  await recordViolations(context);
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text()))
      pageErrors.push(message.text());
  });
  return { context, page, pageErrors };
}

/** Signs in over HTTP and stores the session. The login form has its own tests (`screens/sign-in.ts`). */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  const answer = await page.request.post('/api/users/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
  const session = sessionUserOf((await answer.json()) as SignedIn);
  await page.goto(OUTSIDE);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_KEY,
    JSON.stringify(session),
  ] as const);
}

export async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /^Account of/ });
  const isPressed = (): Promise<boolean> =>
    page
      .getByRole('button', { name: 'Logout' })
      .click({ timeout: 3_000 })
      .then(
        () => true,
        () => false,
      );
  // The menu closes where another screen comes.
  do await menu.click();
  while (!(await isPressed()));
  // Other tabs are asked first for what is typed and not saved.
  await menu.waitFor({ state: 'detached' });
}

/** Opens a page in a theme, or changes the theme of the open page. A page applies it with its next frame. */
export async function setTheme(page: Page, mode: 'light' | 'dark', open?: () => Promise<unknown>): Promise<void> {
  await page.emulateMedia({ colorScheme: mode });
  await open?.();
  await page.locator(`html.${mode}`).waitFor();
}

/** Changes the language of the open page, as a choice in another tab does. */
export async function setLanguage(page: Page, code: 'en' | 'ar'): Promise<void> {
  await page.evaluate((language) => {
    document.cookie = `language=${language}-u-nu-latn; Path=/`;
  }, code);
  await page.locator(`html[lang=${code}]`).waitFor();
}

/** True if the page does not scroll sideways. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

/** Marks the page, so that `isReloaded` finds out whether it was reloaded. */
export const markPage = (page: Page): Promise<void> =>
  page.evaluate(() => void Object.assign(window, { isMarked: true }));
export const isReloaded = (page: Page): Promise<boolean> => page.evaluate(() => !('isMarked' in window));

const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Resolves when no animation runs: axe would measure the colours of a fade. A changed colour goes from parent to child by
 * a transition at each level, so the end of one may begin the next in the following frame.
 */
const animationsFinished = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
        );
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let now = running(), rounds = 0; now.length > 0 && rounds < 100; now = running(), rounds += 1) {
      await Promise.allSettled(now.map(({ finished }) => finished));
      await nextFrame();
      await nextFrame();
    }
  });

/**
 * Expects no violation of WCAG 2.2 AA (axe), no gap in heading levels, and a mark at each required field. An axe run
 * takes some hundred milliseconds. If the page changes meanwhile, it may mix two states, and what stands half below a
 * sticky bar has a small target. So each violation must be found again with its element in the middle of the page.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // The content security policy forbids foreign scripts, so the debugger injects axe.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(axeSource, 'utf8'));
  const confirmed: Violation[] = [];
  for (const { rule, selector } of await axeViolations(page)) {
    await page.evaluate((found) => document.querySelector(found)?.scrollIntoView({ block: 'center' }), selector);
    const again = await axeViolations(page);
    confirmed.push(...again.filter((violation) => violation.rule === rule && violation.selector === selector));
  }
  expect(confirmed).toEqual([]);
  expect(await labelsWithoutMark(page), 'required fields whose label has no mark').toEqual([]);
}

interface Violation {
  readonly rule: string;
  readonly selector: string;
  readonly html: string;
  readonly why: string | undefined;
}

/** The labels of visible required fields that do not end with the mark. */
const labelsWithoutMark = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>(':is([required], [aria-required=true])')]
      .filter((field) => field.checkVisibility())
      .map((field) => [...(field.labels ?? [])].map((label) => label.innerText.trim()).join(' '))
      .filter((label) => !label.endsWith('*')),
  );

async function axeViolations(page: Page): Promise<Violation[]> {
  await animationsFinished(page);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run({
      // Axe would otherwise describe each element that has passed each rule.
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      rules: { 'heading-order': { enabled: true } },
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html, failureSummary }) => ({
        rule: id,
        selector: String(target[0]),
        html,
        why: failureSummary,
      })),
    );
  });
}

/** Stores a screenshot in the folder SCREENSHOTS, if it is set. */
export async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
