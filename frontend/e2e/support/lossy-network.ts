/** A bad mobile connection of a page. */
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const LATENCY_MS = 400;

/**
 * Loses two of each `of` calls of the API: one before the server handles it, and one after. Each
 * call takes 400 ms more.
 */
export async function loseConnections(page: Page, { of }: { of: number }): Promise<void> {
  let calls = 0;
  await page.route('**/api/**', async (route) => {
    calls += 1;
    const call = calls % of;
    await setTimeout(LATENCY_MS);
    try {
      const answer = call === of / 4 ? undefined : await route.fetch();
      if (answer && call !== (3 * of) / 4) await route.fulfill({ response: answer });
      else await route.abort('connectionreset');
    } catch {
      // The server was killed, or the page was closed meanwhile and has nothing to abort.
      await route.abort('connectionreset').catch(() => undefined);
    }
  });
}
