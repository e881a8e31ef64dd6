/** The demo hospital and a browser, for all tests of a file. */
import { openBrowser } from 'infra/verification/test/chromium';
import type { Product } from 'infra/verification/test/product';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { sessionOf } from './browser-sessions.ts';
import { openStays, startDemo, type OpenStay } from './demo-hospital.ts';

type SessionOptions = Parameters<typeof sessionOf>[3];

export type Demo = ReturnType<typeof runDemo>;

/** To be called at the top of a file. The product starts before the first test and stops after the last one. */
export function runDemo(...how: Parameters<typeof startDemo>) {
  let product: Product;
  let browser: Browser;
  let stays: readonly OpenStay[] = [];
  let taken = 0;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startDemo(...how), openBrowser()]);
    stays = await openStays(product.url);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  const stayAt = (index: number): OpenStay => {
    const stay = stays.at(index);
    if (!stay) throw new Error('The demo hospital has too few open stays for this file');
    return stay;
  };
  return {
    get product() {
      return product;
    },
    get browser() {
      return browser;
    },
    get url() {
      return product.url;
    },
    /** The first open stay of Mona's team. */
    get stay() {
      return stayAt(0);
    },
    stayAt,
    /** A stay that was not taken before. */
    takeStay: () => stayAt(taken++),
    /** A free session of a person, or of a visitor. */
    openAs: (who?: { email: string }, options: SessionOptions = {}) => sessionOf(browser, product.url, who, options),
  };
}
