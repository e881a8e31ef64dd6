/** Signed-in browser sessions of people of the demo hospital, reused between tests. */
import type { Browser } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { SESSION_KEY } from '../../src/platform/session/stored-session.ts';
import { type BrowserSession, openSession, OUTSIDE, signIn, widths } from './browser.ts';
import { PASSWORD } from './demo-hospital.ts';

/** The free sessions of each browser, by the e-mail of their person. */
const freeSessions = new WeakMap<Browser, Map<string, ReusableSession[]>>();

interface ReusableSession extends BrowserSession {
  /** The stored session in the browser; null if signed out. */
  readonly storedSession: string | null;
}

/**
 * A browser session of a person, or of a signed-out visitor, for one test. It takes a free session of the same person,
 * if there is one. Its storage is cleared, but its compiled scripts remain: without them a page takes twice the time.
 */
export async function sessionOf(
  browser: Browser,
  base: string,
  who?: { email: string },
  options: { width?: keyof typeof widths; dark?: boolean } = {},
): Promise<BrowserSession> {
  const free = freeSessionsOf(browser, who?.email ?? '');
  const session = free.pop() ?? (await newSession(browser, base, who));
  onTestFinished(async ({ task: { result } }) => {
    if (result?.state !== 'fail' && (await reset(session).catch(() => false))) free.push(session);
    else await session.context.close();
  });
  session.pageErrors.length = 0;
  await session.page.setViewportSize(widths[options.width ?? 'desktop']);
  await session.page.emulateMedia({ colorScheme: options.dark ? 'dark' : 'light' });
  return session;
}

function freeSessionsOf(browser: Browser, email: string): ReusableSession[] {
  const byEmail = freeSessions.get(browser) ?? new Map<string, ReusableSession[]>();
  freeSessions.set(browser, byEmail);
  const free = byEmail.get(email) ?? [];
  byEmail.set(email, free);
  return free;
}

async function newSession(
  browser: Browser,
  base: string,
  who: { email: string } | undefined,
): Promise<ReusableSession> {
  const session = await openSession(browser, base);
  if (who) await signIn(session.page, who.email, PASSWORD);
  const storedSession = who ? await session.page.evaluate((key) => localStorage.getItem(key), SESSION_KEY) : null;
  return { ...session, storedSession };
}

/**
 * Leaves the application and clears its storage.
 * @returns true if the same person is still signed in
 */
async function reset({ context, page, storedSession }: ReusableSession): Promise<boolean> {
  await context.setOffline(false);
  await context.clearCookies({ name: 'language' });
  await Promise.all([context.unrouteAll({ behavior: 'ignoreErrors' }), page.unrouteAll({ behavior: 'ignoreErrors' })]);
  await Promise.all(
    context
      .pages()
      .filter((one) => one !== page)
      .map((one) => one.close()),
  );
  await page.goto(OUTSIDE);
  return page.evaluate(
    ([key, expected]) => {
      const session = localStorage.getItem(key);
      sessionStorage.clear();
      localStorage.clear();
      if (session !== null) localStorage.setItem(key, session);
      return session === expected;
    },
    [SESSION_KEY, storedSession] as const,
  );
}
