/** Actions of a person whose device works without a network (docs/offline.md). */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { Translate } from '../../src/platform/language/language.ts';
import { type BrowserSession, openSession, setLanguage, widths } from './browser.ts';
import { PASSWORD } from './demo-hospital.ts';
import { type LanguageCode, words } from './words.ts';

export const PIN = '283746';
const english = words('en');

/** Signs in as a person does, so that the page knows the setting before it. */
export async function logIn(page: Page, who: { email: string }): Promise<void> {
  await page.goto('/');
  await page.getByLabel(/e-?mail/i).fill(who.email);
  await page.getByLabel(/^password/i).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL('**/teamlist');
}

export async function setOfflinePin(page: Page, say: Translate = english, pin = PIN): Promise<void> {
  await page.goto('/profile/security');
  await page.getByRole('button', { name: say('offline.setPin') }).click();
  await page.locator('input[name=new-offline-pin]').fill(pin);
  await page.locator('input[name=new-offline-pin-again]').fill(pin);
  await page.getByRole('button', { name: say('pin.save') }).click();
  await page.getByText(say('offline.hasPin')).waitFor();
}

/** A device of its own: signed in, with a PIN, and with the program on it. */
export async function openDevice(
  browser: Browser,
  base: string,
  who: { email: string },
  code: LanguageCode = 'en',
): Promise<BrowserSession> {
  const session = await openSession(browser, base);
  onTestFinished(() => session.context.close());
  const { page } = session;
  await page.setViewportSize(widths.tablet);
  await logIn(page, who);
  await page.evaluate(() => navigator.serviceWorker.ready);
  if (code !== 'en') await setLanguage(page, code);
  await setOfflinePin(page, words(code));
  return session;
}

export const pinField = (page: Page) => page.locator('input[name=offline-pin]');
export async function openWithPin(page: Page, say: Translate = english, pin = PIN): Promise<void> {
  await pinField(page).fill(pin);
  await page.getByRole('button', { name: say('offline.open'), exact: true }).click();
}

/** All that the browser keeps of the product, as text: the storages, the database, the caches. */
export async function keptOnDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const readable = (_: string, value: unknown): unknown =>
      value instanceof ArrayBuffer || value instanceof Uint8Array
        ? new TextDecoder('utf-8').decode(value instanceof ArrayBuffer ? new Uint8Array(value) : value)
        : value;
    const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie];
    for (const { name } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        const of = database.transaction(store).objectStore(store);
        parts.push(JSON.stringify([await answer(of.getAll()), await answer(of.getAllKeys())], readable));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        parts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return parts.join('\n');
  });
}

/** The numbers of records in the device's database. */
export async function recordsOnDevice(page: Page): Promise<Record<'keys' | 'texts' | 'reads', number>> {
  return page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    const database = await answer(indexedDB.open('device'));
    const count = (store: string) => answer(database.transaction(store).objectStore(store).count());
    const counts = { keys: await count('keys'), texts: await count('texts'), reads: await count('reads') };
    database.close();
    return counts;
  });
}

/** Waits until the device has this number of answers of a kind, such as `reviews`. */
export async function untilKept(page: Page, kind: string, count = 1): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (of) => {
        const answer = <T>(request: IDBRequest<T>): Promise<T> =>
          new Promise((resolve, reject) => {
            request.addEventListener('success', () => resolve(request.result));
            request.addEventListener('error', () => reject(request.error));
          });
        const database = await answer(indexedDB.open('device'));
        const all = await answer<{ kind: string }[]>(database.transaction('reads').objectStore('reads').getAll());
        database.close();
        return all.filter((read) => read.kind === of).length;
      }, kind),
    )
    .toBeGreaterThanOrEqual(count);
}

/** The tablet is closed and opened again: no page of before is left. */
export async function startCold(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.setViewportSize(widths.tablet);
  await page.goto(address);
  return page;
}
