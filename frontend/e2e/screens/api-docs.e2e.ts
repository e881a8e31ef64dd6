import { openBrowser } from 'infra/test/chromium';
import { type Product, startProduct } from 'infra/test/product';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { screenshot, openSession } from '../support/browser.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    startProduct({ env: { BLOCKED_HOSTNAMES: 'copy.example, localhost' } }),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('the API description opens with its own content security policy and no foreign requests', async () => {
  const { context, page, pageErrors } = await openSession(browser, product.url);
  const hosts = new Set<string>();
  page.on('request', (request) => request.url().startsWith('data:') || hosts.add(new URL(request.url()).origin));
  await page.goto('/api/docs');
  await page.getByRole('heading', { name: /Clinical pharmacy/ }).waitFor();
  await page.locator('#operations-tag-drugs').click();
  await page.getByText('Bring a drug back to what it was').click();
  await page.getByText('For anyone signed in.').waitFor();
  await screenshot(page, 'api-docs');
  expect([...hosts]).toEqual([new URL(product.url).origin]);
  expect(pageErrors).toEqual([]);
  await context.close();
});

test('a page on a blocked hostname leaves for an invalid address', async () => {
  const { context, page } = await openSession(browser, product.url);
  await context.route('http://blocked.invalid/**', (route) => route.fulfill({ body: 'nowhere' }));
  const { port } = new URL(product.url);
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
  await page.goto(`http://localhost:${port}/`);
  await page.waitForURL('http://blocked.invalid/');
  await context.close();
});
