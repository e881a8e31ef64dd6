/** Chromium's debugger of a page. */
import type { CDPSession, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';

/**
 * A debugger of the page until the end of the test. Its emulations, such as a slow processor, end
 * with it; else the next test that takes this page would have them too.
 */
export async function debuggerOf(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  onTestFinished(() => session.detach().catch(() => undefined));
  return session;
}
