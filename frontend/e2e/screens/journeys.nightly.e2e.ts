import { openBrowser } from 'infra/test/chromium';
import type { Product } from 'infra/test/product';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openStays, startDemo, type OpenStay } from '../support/demo-hospital.ts';
import { apiDocsTests, BLOCKED_HOSTNAME } from './api-docs.ts';
import { catalogueAndCourseTests } from './catalogue-and-courses.ts';
import { handoverTests } from './handover-and-ward.ts';
import { signInTests } from './sign-in.ts';
import { userJourneyTests } from './user-journeys.ts';

let product: Product;
let browser: Browser;
let stay: OpenStay;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    startDemo('shared', { BLOCKED_HOSTNAMES: `copy.example, ${BLOCKED_HOSTNAME}` }),
    openBrowser(),
  ]);
  const [first] = await openStays(product.url);
  if (!first) throw new Error('The demo hospital has no open stay');
  stay = first;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

signInTests(() => ({ browser, url: product.url, stay }));
userJourneyTests(() => ({ browser, product }));
catalogueAndCourseTests(() => ({ browser, url: product.url, chart: stay.admission }));
handoverTests(() => ({ browser, url: product.url, stay }));
apiDocsTests(() => ({ browser, url: product.url }));
