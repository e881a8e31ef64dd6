/** People of the demo hospital at their browsers, for the length of a test. */
import type { Browser } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { SESSION_KEY } from '../../src/platform/session/stored-session.ts';
import { type AtBrowser, signIn, sitDown, widths } from './browser.ts';
import { PASSWORD } from './demo-hospital.ts';

/** Where nobody sits any more, by whose session is kept there. */
const left = new WeakMap<Browser, Map<string, Seat[]>>();

interface Seat extends AtBrowser {
  /** What is kept of the session; null for a stranger. */
  readonly session: string | null;
}

/**
 * Somebody signed in, or a stranger, at a browser of their own. The next test sits down at one that a test has left in
 * order: there is nothing in it but the session and what the browser has learnt of our scripts, without which a page
 * takes twice the time to come up.
 */
export async function seatOf(
  browser: Browser,
  base: string,
  who?: { email: string },
  options: { width?: keyof typeof widths; dark?: boolean } = {},
): Promise<AtBrowser> {
  const free = freeSeats(browser, who?.email ?? '');
  const seat = free.pop() ?? (await newSeat(browser, base, who));
  onTestFinished(async ({ task }) => {
    if (task.result?.state !== 'fail' && (await clearedUp(seat).catch(() => false))) free.push(seat);
    else await seat.context.close();
  });
  seat.complaints.length = 0;
  await seat.page.setViewportSize(widths[options.width ?? 'desktop']);
  await seat.page.emulateMedia({ colorScheme: options.dark ? 'dark' : 'light' });
  return seat;
}

function freeSeats(browser: Browser, email: string): Seat[] {
  const ofBrowser = left.get(browser) ?? new Map<string, Seat[]>();
  left.set(browser, ofBrowser);
  const free = ofBrowser.get(email) ?? [];
  ofBrowser.set(email, free);
  return free;
}

async function newSeat(browser: Browser, base: string, who: { email: string } | undefined): Promise<Seat> {
  const seat = await sitDown(browser, base);
  if (who) await signIn(seat.page, who.email, PASSWORD);
  return { ...seat, session: who ? await seat.page.evaluate((key) => localStorage.getItem(key), SESSION_KEY) : null };
}

/** Leaves the application, and takes away what it has kept. @returns whether it is still the same session */
async function clearedUp({ context, page, session }: Seat): Promise<boolean> {
  await context.setOffline(false);
  await Promise.all([context.unrouteAll({ behavior: 'ignoreErrors' }), page.unrouteAll({ behavior: 'ignoreErrors' })]);
  await Promise.all(
    context
      .pages()
      .filter((one) => one !== page)
      .map((one) => one.close()),
  );
  await page.goto('/api/health');
  return page.evaluate(
    ([key, expected]) => {
      const kept = localStorage.getItem(key);
      sessionStorage.clear();
      localStorage.clear();
      if (kept !== null) localStorage.setItem(key, kept);
      return kept === expected;
    },
    [SESSION_KEY, session] as const,
  );
}
