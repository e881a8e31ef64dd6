/** A browser on a slow tablet. */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';

const candidates = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const SLOWER = 4;
/** As Lighthouse has "slow 4G": https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };

/** @throws Error when no Chromium is there */
export function openBrowser(): Promise<Browser> {
  const executablePath = candidates.find((candidate) => candidate !== undefined && existsSync(candidate));
  if (!executablePath) throw new Error('No Chromium found: install the package "chromium" or set CHROMIUM_PATH');
  // The list under the address bar is a page of its own, drawn for each window though nobody sees it.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup'] });
}

/** A page of a person of their own: nothing cached, nobody signed in. */
export async function openPage(browser: Browser, { slowNetwork = false } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1180, height: 820 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  if (slowNetwork) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
  }
  return page;
}

/** Through the door, as everybody. */
export async function signInAs(page: Page, base: string, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto(new URL('/', base).href);
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel(/^password/i).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/teamlist');
}
