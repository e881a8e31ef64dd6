/** A browser on a slow tablet or phone. */
import type { Browser, Page } from 'playwright-core';
import type { Member } from '../team.ts';

const SLOWER = 4;
/** As Lighthouse has "slow 4G": https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** A page in a new browser context: nothing cached, not signed in. */
export async function openPage(
  browser: Browser,
  { slowNetwork = false, isPhone = false, slower = SLOWER } = {},
): Promise<Page> {
  const context = await browser.newContext(isPhone ? PHONE : { viewport: { width: 1180, height: 820 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  if (slowNetwork) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
  }
  return page;
}

/** Signs in on the login page. */
export async function signInAs(
  page: Page,
  base: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(new URL('/', base).href);
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel(/^password/i).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/teamlist');
}

/** Signs in and opens a chart. The forms and choices are loaded: a person reads first. */
export async function openChart(
  page: Page,
  base: string,
  { author, admission }: { author: Pick<Member, 'credentials'>; admission: string },
): Promise<void> {
  await signInAs(page, base, author.credentials);
  await page.goto(new URL(`/admissions/${admission}`, base).href);
  await page.locator('[data-review]').last().waitFor();
  await page.locator('[role=status][data-state=live]').waitFor();
  await page.waitForLoadState('networkidle');
}
