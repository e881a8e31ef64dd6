import { openBrowser } from 'infra/test/chromium';
import type { Product } from 'infra/test/product';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { accessLogTests } from './access-log-and-chat.ts';
import { auditTests } from './audit.ts';
import { chartAsOfTests } from './chart-as-of.ts';
import { openStays, startDemo, type OpenStay } from '../support/demo-hospital.ts';
import { historyInPlaceTests } from './history-in-place.ts';

let product: Product;
let browser: Browser;
let stay: OpenStay;

beforeAll(async () => {
  [product, browser] = await Promise.all([startDemo(), openBrowser()]);
  const [first] = await openStays(product.url);
  if (!first) throw new Error('The demo hospital has no open stay');
  stay = first;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

accessLogTests(() => ({
  browser,
  url: product.url,
  team: stay.team,
  chart: stay.admission,
  patient: stay.patient.firstName,
}));
auditTests(() => ({
  browser,
  url: product.url,
  team: stay.team,
  chart: stay.admission,
  patient: stay.patient.firstName,
}));
chartAsOfTests(() => ({ browser, url: product.url, chart: stay.admission }));
historyInPlaceTests(() => ({ browser, url: product.url, chart: stay.admission }));
