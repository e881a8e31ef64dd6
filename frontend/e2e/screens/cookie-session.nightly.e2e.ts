/** The product with `BROWSER_SESSION=cookie` (docs/decisions/write-side/browser-sessions.md). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type BrowserSession,
  expectAccessible,
  fits,
  openSession,
  screenshot,
  setTheme,
  signOut,
  widths,
} from '../support/browser.ts';
import { createReview, openChart, openTab, review } from '../support/chart-page.ts';
import { mona, omar, PASSWORD } from '../support/demo-hospital.ts';
import { runDemo } from '../support/demo.ts';

const demo = runDemo('separate', { BROWSER_SESSION: 'cookie' });
const { stayAt: stay } = demo;

async function open(): Promise<BrowserSession> {
  const session = await openSession(demo.browser, demo.url);
  onTestFinished(() => session.context.close());
  return session;
}
async function logIn(page: Page, who: { email: string }): Promise<void> {
  await page.getByLabel(/e-?mail/i).fill(who.email);
  await page.getByLabel(/^password/i).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}
async function openAs(who: { email: string }): Promise<BrowserSession> {
  const session = await open();
  await session.page.goto('/');
  await logIn(session.page, who);
  await session.page.waitForURL('**/teamlist');
  return session;
}
const storedIn = (page: Page): Promise<{ sessionId?: string; token?: string }> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}') as { sessionId?: string; token?: string });
const cookieIn = async (context: BrowserContext) => (await context.cookies()).find(({ name }) => name === 'session');

/** Ends the session outside of the page, as a password change does. */
async function endSession({ context, page }: BrowserSession): Promise<void> {
  const { sessionId = '' } = await storedIn(page);
  const answer = await context.request.post('/api/users/logout', { headers: { 'x-session': sessionId } });
  expect(answer.status()).toBe(200);
}

test('in the page’s memory, its storage and the answers there is no token to steal', async () => {
  const { context, page, pageErrors } = await open();
  const bodies: Promise<string>[] = [];
  page.on('response', (answer) => bodies.push(answer.text().catch(() => '')));
  await page.goto('/');
  await logIn(page, mona);
  await page.waitForURL('**/teamlist');
  await openChart(page, stay(0).admission);

  const cookie = await cookieIn(context);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  const token = cookie?.value ?? '';
  expect(token).toMatch(/^[\w-]{43}$/);
  const held = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie);
  const answered = (await Promise.all(bodies)).join('\n');
  expect(held).toContain((await storedIn(page)).sessionId);
  for (const text of [held, answered]) {
    expect(text).not.toContain(token);
    expect(text).not.toMatch(/"token":/);
  }
  expect(pageErrors).toEqual([]);
});

test('images, downloads and the live connection work by the cookie, also after a reload', async () => {
  const session = await openAs(mona);
  const { page, pageErrors } = session;
  await openTab(page, stay(1).admission, 'gallery');
  await page.getByLabel('Title').fill('A picture');
  await page.locator('input[data-files]').setInputFiles({
    name: 'one.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await page.getByRole('button', { name: 'Click here to complete Saving' }).click();
  const picture = page.getByRole('button', { name: 'A picture: image 1 of 1' }).locator('img');
  await picture.waitFor();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.goto(`/reviewSearch/${stay(1).team}?type=2&startDate=2020-01-01&endDate=2030-12-31`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'reviews csv' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);

  await openChart(page, stay(1).admission);
  const other = await openAs(omar);
  await openChart(other.page, stay(1).admission);
  const id = await createReview(other.page, 'Seen live by the cookie');
  await review(page, id).waitFor();
  expect(pageErrors).toEqual([]);
});

describe('several tabs', () => {
  test('signing out in one tab signs the other out, and the cookie opens nothing any more', async () => {
    const { context, page } = await openAs(mona);
    const second = await context.newPage();
    await openChart(second, stay(0).admission);
    const { sessionId = '' } = await storedIn(second);
    await signOut(page);
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    await second.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    const me = await context.request.get('/api/users/me', { headers: { 'x-session': sessionId } });
    expect(me.status()).toBe(401);
  });

  test('a tab does not act in the name of another person who has signed in in the same browser', async () => {
    const first = await openAs(mona);
    const { sessionId = '' } = await storedIn(first.page);
    // Another program of this browser takes the cookie over, and the first tab does not hear of it.
    const answer = await first.context.request.post('/api/users/login', {
      data: { email: omar.email, password: PASSWORD },
      headers: { 'x-session': 'new' },
    });
    expect(answer.status()).toBe(200);
    const asMona = { headers: { 'x-session': sessionId } };
    expect((await first.context.request.get('/api/users/me', asMona)).status()).toBe(401);
    await first.page.reload();
    await first.page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
  });
});

test('after a session ends during a review, the person logs in over the page and saves once', async () => {
  const session = await openAs(mona);
  const { page, pageErrors } = session;
  await openChart(page, stay(2).admission);
  await page.getByRole('button', { name: 'CREATE NEW REVIEW' }).click();
  const form = page.getByRole('form', { name: 'New review' });
  await form.getByRole('textbox', { name: 'Clinical notes' }).fill('typed in the last moment');
  await endSession(session);
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Email').fill(mona.email);
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Save review' }).click();
  await form.waitFor({ state: 'detached' });
  const saved = page.locator('[data-review]').filter({ hasText: 'typed in the last moment' });
  await saved.first().waitFor();
  expect(await saved.count()).toBe(1);
  expect((await storedIn(page)).token).toBeUndefined();
  expect(pageErrors).toEqual([]);
});

test('a signed-out visitor who opens a chart signs in and then sees it', async () => {
  const { page } = await open();
  await page.goto(`/admissions/${stay(0).admission}`);
  await logIn(page, mona);
  await page.waitForURL(`**/admissions/${stay(0).admission}`);
  await page.locator('[data-review]').first().waitFor();
});

test('a person who signs out without a network is signed out on the server when it is back', async () => {
  const { context, page } = await openAs(mona);
  const { sessionId = '' } = await storedIn(page);
  const me = () => context.request.get('/api/users/me', { headers: { 'x-session': sessionId } });
  await page.route('**/api/users/logout', (route) => route.abort());
  await signOut(page);
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
  expect((await me()).status()).toBe(200);
  await page.unroute('**/api/users/logout');
  await page.reload();
  await expect.poll(async () => (await me()).status()).toBe(401);
});

describe('a page of another origin', () => {
  /** Cookies do not know ports: `127.0.0.1` on another port is a same-site sibling that gets the cookie sent. */
  const siblings = ['127.0.0.1', 'localhost'] as const;

  async function foreignPage(host: string): Promise<{ url: string; close: () => void }> {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<!doctype html><title>other</title>');
    });
    await new Promise<void>((resolve) => server.listen(0, host, resolve));
    return { url: `http://${host}:${(server.address() as AddressInfo).port}/`, close: () => void server.close() };
  }

  test.each(siblings)('at %s neither posts, reads, signs out nor listens by the cookie', async (host) => {
    const session = await openAs(mona);
    const { context, page } = session;
    const { sessionId = '' } = await storedIn(page);
    const me = () => context.request.get('/api/users/me', { headers: { 'x-session': sessionId } });
    const foreign = await foreignPage(host);
    onTestFinished(foreign.close);
    const evil = await context.newPage();
    await evil.goto(foreign.url);

    const outcomes = await evil.evaluate(
      async ([target, id]) => {
        const attempt = async (path: string, init: RequestInit): Promise<string> => {
          try {
            const answer = await fetch(target + path, { credentials: 'include', ...init });
            return answer.type === 'opaque' ? 'sent' : String(answer.status);
          } catch {
            return 'refused by the browser';
          }
        };
        const socket = (): Promise<string> =>
          new Promise((resolve) => {
            const live = new WebSocket(`${target.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
            live.addEventListener('message', ({ data }: MessageEvent<string>) => {
              if (data.startsWith('0')) live.send(`40${JSON.stringify({ session: id })}`);
              else if (data.startsWith('4')) resolve(data);
            });
            live.addEventListener('close', () => resolve('closed'));
          });
        return {
          simplePost: await attempt('/api/users/logout', { method: 'POST', mode: 'no-cors', body: 'x' }),
          withHeader: await attempt('/api/users/logout', { method: 'POST', headers: { 'x-session': id } }),
          read: await attempt('/api/users/me', { headers: { 'x-session': id } }),
          socket: await socket(),
        };
      },
      [demo.url, sessionId] as const,
    );
    expect(outcomes).toMatchObject({
      simplePost: 'sent',
      withHeader: 'refused by the browser',
      read: 'refused by the browser',
    });
    expect(outcomes.socket).toMatch(/^44.*foreign-page/);

    const posted = evil.waitForResponse('**/api/users/logout');
    await evil.evaluate((target) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = `${target}/api/users/logout`;
      document.body.append(form);
      form.submit();
    }, demo.url);
    expect((await posted).status()).toBe(401);
    expect((await me()).status()).toBe(200);
  });
});

describe('the list of sessions', () => {
  test('shows both devices; one ends the other, whose page is signed out at once', async () => {
    const [here, there] = [await openAs(omar), await openAs(omar)];
    await openChart(there.page, stay(0).admission);
    await here.page.goto('/profile/security');
    const region = here.page.getByRole('region', { name: 'Where you are signed in' });
    await region.getByText('This session').waitFor();
    for (const width of ['desktop', 'phone'] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await here.page.setViewportSize(widths[width]);
        await setTheme(here.page, colorScheme);
        expect(await fits(here.page)).toBe(true);
        await expectAccessible(here.page);
        await screenshot(here.page, `sessions-${width}-${colorScheme}`);
      }
    await here.page.getByRole('button', { name: 'End all others' }).click();
    await here.page.getByRole('alertdialog').getByRole('button', { name: 'End all others' }).click();
    await region.getByText('You are signed in nowhere else.').waitFor();
    await there.page.getByRole('button', { name: 'Log in', exact: true }).waitFor();
    expect([...here.pageErrors, ...there.pageErrors]).toEqual([]);
  });
});
