/**
 * A reminder reaches a real browser (docs/product.md, "Reminders"): Chromium subscribes, the product sends, and Chromium
 * decrypts the push and wakes the service worker, which shows the notification. Only the push service is played.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openProfile } from 'infra/verification/test/chromium';
import { startProduct, type Product } from 'infra/verification/test/product';
import { type PushService, startPushService } from 'infra/verification/test/push-service';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AnsweringTeam,
  answeringSettings,
  openAnsweringTeam,
  people,
  tradeNames,
} from '../support/answering-team.ts';
import { setLanguage, signIn, widths } from '../support/browser.ts';
import { PASSWORD } from '../support/demo-hospital.ts';
import { words } from '../support/words.ts';

const say = words('ar');
/** As in `command-api/locales/ar.json`: the count, and nothing else. */
const SENTENCE = 'توصية واحدة بانتظار ردك';
const MEDICINE_NOTE = 'Halve the dose of the patient';

let pushes: PushService;
let product: Product;
let team: AnsweringTeam;
let folder: string;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  pushes = await startPushService();
  // Browsers allow service workers on this machine's own address without TLS.
  const settings = { WEB_PUSH: 'on', PUBLIC_URL: 'https://pharmacy.test' };
  product = await startProduct({ env: { ...answeringSettings, ...settings, ...pushes.env } });
  const base = product.url;
  team = await openAnsweringTeam(base, { remindAfterMinutes: 1, nextAfterMinutes: null, adminAfterMinutes: null });
  folder = await mkdtemp(path.join(tmpdir(), 'clinical-pharmacy-profile-'));
  context = await openProfile(folder, { args: pushes.args, baseURL: base, viewport: widths.phone });
  await context.grantPermissions(['notifications'], { origin: base });
  page = context.pages()[0] ?? (await context.newPage());
  await signIn(page, people.hany.email, PASSWORD);
});
afterAll(async () => {
  await context?.close();
  await product?.stop();
  await pushes?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly data: unknown;
}
/** The part of a service worker's scope that the test uses: the types of pages have none. */
interface WorkerScope extends EventTarget {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { openWindow: (address: string) => Promise<void> };
  readonly NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event;
}
const notifications = (): Promise<Shown[]> =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ title, body, data }) => ({ title, body, data: data as unknown }));
  });

test('a reminder is shown by the browser, in its language and without a patient, and leads to the list', async () => {
  await page.goto('/profile/security');
  await setLanguage(page, 'ar');
  await page.getByRole('button', { name: say('push.switchOn') }).click();
  await page.getByText(say('push.isOn'), { exact: true }).waitFor();

  const [drug] = await tradeNames(team.calls.mona, 1);
  if (!drug) throw new Error('No trade name');
  await team.calls.mona('POST', '/api/reviews/addReview', {
    admissionId: team.stays[0],
    reviewDate: calendarDateIn('Africa/Cairo', new Date()),
    drugErrs: [
      { errType: team.errorType._id, errDrug: drug._id, errSeverity: 'G', errNote: `<p>${MEDICINE_NOTE}</p>` },
    ],
  });
  await expect.poll(() => pushes.received.length, { timeout: 150_000 }).toBe(1);
  await expect.poll(notifications).toEqual([{ title: SENTENCE, body: '', data: null }]);

  const [push, ...others] = pushes.received;
  expect(others).toEqual([]);
  expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: 'answers-wait' });
  const sent = `${push?.path} ${JSON.stringify(push?.headers)} ${push?.body.toString('utf8')}`;
  for (const secret of [...team.patients, drug.label, MEDICINE_NOTE, people.hany.lastName, SENTENCE])
    expect(sent).not.toContain(secret);

  // A headless browser has no notification to press. It lets only a real press open a window, so the address is noted.
  const worker = context.serviceWorkers()[0];
  if (!worker) throw new Error('The service worker does not run');
  const opened = await worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope;
    const addresses: string[] = [];
    scope.clients.openWindow = async (address) => void addresses.push(address);
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
    return addresses;
  });
  expect(opened).toEqual(['/asked']);
  await expect.poll(notifications).toEqual([]);
  await page.goto(opened[0] ?? '');
  await page.locator('[data-card]').filter({ hasText: drug.label }).waitFor();
});

test('after the sign-out the browser shows no reminders any more', async () => {
  await page.goto('/teamlist');
  await page.getByRole('button', { name: say('app.userMenu', { name: people.hany.name }) }).click();
  await page.getByRole('button', { name: say('app.logOut') }).click();
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});
