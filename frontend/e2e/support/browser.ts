/** People at their browsers: real headless Chromium against the whole product. */
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { SignedIn } from 'command-api/contract/entities';
import { expect } from 'vitest';
import { SESSION_KEY, sessionUserOf } from '../../src/platform/session/stored-session.ts';

export const widths = {
  desktop: { width: 1280, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const;

export interface AtBrowser {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the page complained about: must stay empty. */
  readonly complaints: string[];
}

export async function sitDown(
  browser: Browser,
  base: string,
  options: { width?: keyof typeof widths; dark?: boolean } = {},
): Promise<AtBrowser> {
  const context = await browser.newContext({
    baseURL: base,
    viewport: widths[options.width ?? 'desktop'],
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection/.test(message.text()))
      complaints.push(message.text());
  });
  return { context, page, complaints };
}

/**
 * The session of this person is in the browser before its first page of ours: the form itself is for the tests of the
 * doors.
 */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  const answer = await page.request.post('/api/users/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
  const session = sessionUserOf((await answer.json()) as SignedIn);
  await page.goto('/api/health');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    SESSION_KEY,
    JSON.stringify(session),
  ] as const);
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
}

/**
 * Opens a page in these colours, or has an open one go over to them, as when the system does. A page hears of them only
 * with its next frame.
 */
export async function inTheme(page: Page, mode: 'light' | 'dark', open?: () => Promise<unknown>): Promise<void> {
  await page.emulateMedia({ colorScheme: mode });
  await open?.();
  await page.locator(`html.${mode}`).waitFor();
}

const axeSource = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** What fades in has come: axe would take its colours for those that stay. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
        )
        .map(({ finished }) => finished),
    ),
  );

/**
 * WCAG 2.2 AA by axe, heading levels without a gap, and a mark at each required field: no violation allowed. A look
 * takes some hundred milliseconds: of a page that changes meanwhile, as by a button that becomes busy, it has the
 * colours of two moments. What it finds counts when it is still found by a second look.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // The page's own policy forbids foreign scripts, so axe comes in by the debugger.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(axeSource, 'utf8'));
  const found = await violations(page);
  expect(found.length === 0 ? found : await violations(page)).toEqual([]);
  expect(await unmarked(page), 'required fields whose label has no mark').toEqual([]);
}

/** Labels of the required fields in sight that do not end with the mark. */
const unmarked = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>(':is([required], [aria-required=true])')]
      .filter((field) => field.checkVisibility())
      .map((field) => [...(field.labels ?? [])].map((label) => label.innerText.trim()).join(' '))
      .filter((label) => !label.endsWith('*')),
  );

async function violations(page: Page): Promise<string[]> {
  await settled(page);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const result = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      rules: { 'heading-order': { enabled: true } },
    });
    return result.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
    );
  });
}

/** Keeps a picture below SCREENSHOTS when that is set, to be looked at. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
