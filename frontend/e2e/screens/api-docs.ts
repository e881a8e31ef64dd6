/** Tests, to be called within a started product: the API description, and a hostname under which pages refuse to work. */
import { expect, test } from 'vitest';
import { screenshot, openSession } from '../support/browser.ts';
import type { Demo } from '../support/demo.ts';

/** The product has to be started with this as one of `BLOCKED_HOSTNAMES`. Browsers resolve it to this machine. */
export const BLOCKED_HOSTNAME = 'copy.localhost';

export function apiDocsTests(demo: Demo): void {
  test('the API description opens with its own content security policy and no foreign requests', async () => {
    const { browser, url } = demo;
    const { context, page, pageErrors } = await openSession(browser, url);
    const hosts = new Set<string>();
    page.on('request', (request) => request.url().startsWith('data:') || hosts.add(new URL(request.url()).origin));
    await page.goto('/api/docs');
    await page.getByRole('heading', { name: /Clinical pharmacy/ }).waitFor();
    await page.locator('#operations-tag-drugs').click();
    await page.getByText('Bring a drug back to what it was').click();
    await page.getByText('For anyone signed in.').waitFor();
    await screenshot(page, 'api-docs');
    expect([...hosts]).toEqual([new URL(url).origin]);
    expect(pageErrors).toEqual([]);
    await context.close();
  });

  test('a page on a blocked hostname leaves for an invalid address', async () => {
    const { browser, url } = demo;
    const { context, page } = await openSession(browser, url);
    await context.route('http://blocked.invalid/**', (route) => route.fulfill({ body: 'nowhere' }));
    await page.goto('/');
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    await page.goto(`http://${BLOCKED_HOSTNAME}:${new URL(url).port}/`);
    await page.waitForURL('http://blocked.invalid/');
    await context.close();
  });
}
