/** The things that a device with `OFFLINE=on` keeps, and who can read them (docs/offline.md). */
import { expect, onTestFinished, test } from 'vitest';
import { expectAccessible, OUTSIDE, screenshot, widths } from '../support/browser.ts';
import { openChart, createReview } from '../support/chart-page.ts';
import { callAs, mona, omar } from '../support/demo-hospital.ts';
import { runDemo } from '../support/demo.ts';
import {
  keptOnDevice,
  logIn,
  openDevice,
  openWithPin,
  PIN,
  pinField,
  recordsOnDevice,
  startCold,
} from '../support/offline-page.ts';
import type { Page, Request } from 'playwright-core';

const demo = runDemo('shared', { OFFLINE: 'on' });

async function submitReview(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
  const form = page.getByRole('form', { name: 'New review' });
  await form.getByRole('textbox', { name: 'Clinical notes' }).fill(note);
  await form.getByRole('button', { name: 'Save review' }).click();
  await page.locator('[data-review^="waiting:"]').filter({ hasText: note }).waitFor();
}
const waitingBadge = (page: Page) => page.locator('button[data-waits]');

test('no storage of the browser has a clinical text in any state', async () => {
  const { context, page } = await openDevice(demo.browser, demo.url, mona);
  const { admission, patient } = demo.takeStay();
  const saved = `Saved canary ${patient._id}`;
  const waiting = `Waiting canary ${patient._id}`;
  const typed = `Typed canary ${patient._id}`;
  await openChart(page, admission);
  await createReview(page, saved);
  await context.setOffline(true);
  await submitReview(page, waiting);
  await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
  await page.getByRole('form', { name: 'New review' }).getByRole('textbox', { name: 'Clinical notes' }).fill(typed);
  await page.waitForTimeout(2_000);

  const canaries = [saved, waiting, typed, patient.lastName, patient.medicalRecordNumber, PIN, 'canary'];
  const expectNone = async (of: Page, state: string): Promise<void> => {
    const kept = await keptOnDevice(of);
    for (const canary of canaries) expect(kept.includes(canary), `${canary}, ${state}`).toBe(false);
  };
  await expectNone(page, 'unlocked');
  const { texts, reads } = await recordsOnDevice(page);
  expect(texts).toBeGreaterThanOrEqual(2);
  expect(reads).toBeGreaterThan(10);

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Alt+l');
  await pinField(page).waitFor();
  await expectNone(page, 'locked');
  await screenshot(page, 'offline-locked');
  await openWithPin(page);
  await page.locator('[data-review^="waiting:"]').waitFor();

  const cold = await startCold(context, `/admissions/${admission}`);
  await pinField(cold).waitFor();
  await expectNone(cold, 'before the PIN');

  // The server locks and ends the session meanwhile: nothing opens any more, and the texts stay as ciphertext.
  await context.setOffline(false);
  await cold.locator('[role=status][data-state=live]').waitFor();
  const { token } = JSON.parse((await cold.evaluate(() => localStorage.getItem('session'))) ?? '{}') as {
    token: string;
  };
  await fetch(new URL('/api/users/logout', demo.url), {
    method: 'POST',
    headers: { authorization: `bearer ${token}` },
  });
  await cold.goto('/');
  await cold.getByLabel(/e-?mail/i).waitFor();
  await expectNone(cold, 'session ended');

  await logIn(cold, omar);
  await cold.goto(`/ward/${demo.stay.team}`);
  await cold.locator('a[href^="/admissions/"]').first().waitFor();
  await expectNone(cold, 'second person');
  expect(await waitingBadge(cold).count()).toBe(0);
  await cold.goto('/profile/security');
  await cold.getByRole('button', { name: 'Set an offline PIN' }).waitFor();

  await cold.getByRole('button', { name: /^Account of/ }).click();
  await cold.getByRole('button', { name: 'Logout' }).click();
  await cold.getByLabel(/e-?mail/i).waitFor();
  await expectNone(cold, 'signed out');

  // The first person finds what she typed, and her sign-out leaves nothing of hers.
  await logIn(cold, mona);
  await cold.goto(`/admissions/${admission}`);
  await cold.getByRole('button', { name: 'Restore' }).click();
  await cold.getByText(typed).first().waitFor();
  await cold.getByRole('button', { name: /^Account of/ }).click();
  await cold.getByRole('button', { name: 'Logout' }).click();
  const question = cold.getByRole('alertdialog');
  await cold
    .getByLabel(/e-?mail/i)
    .or(question)
    .first()
    .waitFor();
  if (await question.isVisible()) await question.getByRole('button', { name: 'Discard and leave' }).click();
  await cold.getByLabel(/e-?mail/i).waitFor();
  await expect.poll(() => recordsOnDevice(cold)).toEqual({ keys: 0, texts: 0, reads: 0 });
});

test('five wrong PINs remove the PIN and the charts; what was written opens after a sign-in', async () => {
  const { context, page } = await openDevice(demo.browser, demo.url, mona);
  const { admission, patient } = demo.takeStay();
  const note = `Kept beyond the PIN ${patient._id}`;
  await openChart(page, admission);
  await context.setOffline(true);
  await submitReview(page, note);
  await page.waitForTimeout(500);
  await page.reload();
  for (const left of [4, 3, 2]) {
    await openWithPin(page, undefined, '111111');
    await page.getByText(`${left} tries are left`).waitFor();
  }
  // A reload gives no try back.
  await page.reload();
  await openWithPin(page, undefined, '111111');
  await page.getByText('One try is left').waitFor();
  await expectAccessible(page);
  await screenshot(page, 'offline-one-try');
  await openWithPin(page, undefined, '111111');
  await page.getByText('The offline PIN and the charts on this device are removed.').waitFor();
  expect((await recordsOnDevice(page)).reads).toBe(0);
  await page.reload();
  await page.getByText('you have no offline PIN on this device').waitFor();
  await screenshot(page, 'offline-no-pin');

  await context.setOffline(false);
  await page.locator('[data-review]').filter({ hasText: note }).first().waitFor();
  await waitingBadge(page).waitFor({ state: 'detached' });
  const call = await callAs(demo.url, mona.email);
  const reviews = await call<{ clinicalNote: string }[]>('GET', `/api/reviews/listAdmissionReviews/${admission}`);
  expect(reviews.filter(({ clinicalNote }) => clinicalNote.includes(note))).toHaveLength(1);
});

test('of two tabs one sends at a time, and a closed tab leaves its commands to the other', async () => {
  const { context, page } = await openDevice(demo.browser, demo.url, mona);
  const { admission, patient } = demo.takeStay();
  await openChart(page, admission);
  const other = await context.newPage();
  await openChart(other, admission);
  const closed = await context.newPage();
  await openChart(closed, admission);
  let running = 0;
  let most = 0;
  let attempts = 0;
  const isReview = (request: Request): boolean => request.method() === 'POST' && request.url().includes('/api/reviews');
  await context.setOffline(true);
  const notes = ['one', 'two', 'three'].map((name) => `Tab ${name} ${patient._id}`);
  for (const [index, tab] of [page, other, closed].entries()) {
    await tab.bringToFront();
    await submitReview(tab, notes[index] ?? '');
  }
  await page.waitForTimeout(500);
  await closed.close({ runBeforeUnload: false });
  for (const tab of [page, other]) {
    tab.on('request', (request) => {
      if (!isReview(request)) return;
      attempts += 1;
      running += 1;
      most = Math.max(most, running);
    });
    const onEnd = (request: Request): void => {
      if (isReview(request)) running -= 1;
    };
    tab.on('requestfinished', onEnd);
    tab.on('requestfailed', onEnd);
  }
  await context.setOffline(false);
  const call = await callAs(demo.url, mona.email);
  const found = async (): Promise<string[]> =>
    (await call<{ clinicalNote: string }[]>('GET', `/api/reviews/listAdmissionReviews/${admission}`))
      .map(({ clinicalNote }) => clinicalNote.replaceAll(/<[^>]*>/g, ''))
      .filter((note) => note.startsWith('Tab '))
      .sort();
  await expect.poll(found, { timeout: 60_000 }).toEqual([...notes].sort());
  expect([most, attempts]).toEqual([1, 3]);
  await expect.poll(async () => (await recordsOnDevice(page)).texts).toBe(0);
});

test('the product can be installed, and its shortcuts lead to the team that was visited last', async () => {
  const { page } = await openDevice(demo.browser, demo.url, mona);
  const { team } = demo.stay;
  await page.goto(`/team/${team}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = (await (await page.request.get(address ?? '')).json()) as {
    icons: { src: string }[];
    shortcuts: { url: string }[];
  };
  for (const { src } of manifest.icons) {
    const icon = await page.request.get(src);
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/png']);
  }
  for (const [index, screen] of ['ward', 'handover'].entries()) {
    await page.goto(manifest.shortcuts[index]?.url ?? '');
    await page.waitForURL(`**/${screen}/${team}`);
  }
});

test('the worker answers no call, and a cold start without a network is quick', async () => {
  const { context, page } = await openDevice(demo.browser, demo.url, mona);
  const { admission } = demo.stay;
  await openChart(page, admission);
  await page.waitForTimeout(1_000);
  const urls = await page.evaluate(async () => {
    const cached: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) cached.push(new URL(url).pathname);
    return cached;
  });
  expect(urls.filter((path) => path.startsWith('/api'))).toEqual([]);
  expect(urls.length).toBeGreaterThan(100);
  await context.setOffline(true);
  const cold = await startCold(context, `/admissions/${admission}`);
  await pinField(cold).waitFor();
  await expect(cold.goto(OUTSIDE)).rejects.toThrow('ERR_INTERNET_DISCONNECTED');
});

test('where the setting is off nothing is kept, and an earlier worker goes', async () => {
  const { context, page } = await openDevice(demo.browser, demo.url, mona);
  onTestFinished(() => context.unrouteAll());
  await context.route('**/api/config', async (route) => {
    const answer = await route.fetch();
    const { offline: _, ...config } = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({ response: answer, json: config });
  });
  await page.goto('/teamlist');
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await page.reload();
  await expect.poll(() => recordsOnDevice(page)).toEqual({ keys: 0, texts: 0, reads: 0 });
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  await page.goto('/profile/security');
  await page.getByRole('heading', { name: 'Drafts on this device' }).waitFor();
  expect(await page.getByRole('button', { name: 'Set an offline PIN' }).count()).toBe(0);
});

test('the section and the unlock form fit a phone', async () => {
  const { context, page } = await openDevice(demo.browser, demo.url, mona);
  await page.setViewportSize(widths.phone);
  await page.goto('/profile/security');
  await page.getByText('Your offline PIN opens it without a network.').waitFor();
  await expectAccessible(page);
  await screenshot(page, 'offline-section-phone');
  await context.setOffline(true);
  await page.reload();
  await pinField(page).waitFor();
  await expectAccessible(page);
  await screenshot(page, 'offline-pin-phone');
});
