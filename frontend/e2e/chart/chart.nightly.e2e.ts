import { openBrowser } from 'infra/test/chromium';
import type { Product } from 'infra/test/product';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { badNetworkTests } from './bad-network.ts';
import { openStays, startDemo } from '../support/demo-hospital.ts';
import { chartTabTests } from './chart-tabs.ts';
import { reviewsTabTests } from './reviews-tab.ts';

let product: Product;
let browser: Browser;
let charts: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemo('separate'), openBrowser()]);
  charts = (await openStays(product.url)).map(({ admission }) => admission);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

chartTabTests(() => ({ browser, url: product.url, charts: charts.slice(2) }));
reviewsTabTests(() => ({ browser, url: product.url, charts: charts.slice(2) }));
badNetworkTests(() => ({ browser, product, charts: charts.slice(6) }));
