import { openBrowser } from 'infra/test/chromium';
import type { Product } from 'infra/test/product';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { accessLogAndAsk } from '../screens/access-log-and-chat.ts';
import { anAudit } from './audit.ts';
import { chartThen } from './chart-as-of.ts';
import { openStays, startDemo, type OpenStay } from '../support/demo-hospital.ts';
import { inPlaceHistory } from './history-in-place.ts';

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

accessLogAndAsk(() => ({
  browser,
  url: product.url,
  team: stay.team,
  chart: stay.admission,
  patient: stay.patient.firstName,
}));
anAudit(() => ({ browser, url: product.url, team: stay.team, chart: stay.admission, patient: stay.patient.firstName }));
chartThen(() => ({ browser, url: product.url, chart: stay.admission }));
inPlaceHistory(() => ({ browser, url: product.url, chart: stay.admission }));
