import { once } from 'node:events';
import Koa, { type Context } from 'koa';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { clientCookies } from './client-cookies.ts';

/** Calls an app that does `work`. @returns the lines `Set-Cookie` of the answer, and its body */
async function answerOf(work: (ctx: Context) => unknown, headers: Record<string, string>) {
  const app = new Koa();
  app.use((ctx) => {
    ctx.body = { value: work(ctx) ?? null };
  });
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers });
  return { cookies: answer.headers.getSetCookie(), body: await answer.json() };
}

test('over plain http a cookie is closed to scripts and foreign posts', async () => {
  const { cookies } = await answerOf((ctx) => clientCookies(ctx).set('device', 'abc', 60), {});
  expect(cookies).toEqual([expect.stringMatching(/^device=abc; path=\/; expires=.+; samesite=lax; httponly$/)]);
});

test('over TLS a cookie is secure and bound to the host', async () => {
  const { cookies } = await answerOf((ctx) => clientCookies(ctx).set('device', 'abc', 60), {
    'x-forwarded-proto': 'https',
  });
  expect(cookies).toEqual([
    expect.stringMatching(/^__Host-device=abc; path=\/; expires=.+; samesite=lax; secure; httponly$/),
  ]);
});

test('over TLS a cookie without the prefix is not read', async () => {
  const read = (ctx: Context) => clientCookies(ctx).get('device');
  const over = (cookie: string, proto: string) => answerOf(read, { cookie, 'x-forwarded-proto': proto });
  expect((await over('device=planted', 'https')).body).toEqual({ value: null });
  expect((await over('__Host-device=mine; device=planted', 'https')).body).toEqual({ value: 'mine' });
  expect((await over('device=mine', 'http')).body).toEqual({ value: 'mine' });
});

test('a removed cookie has expired', async () => {
  const { cookies } = await answerOf((ctx) => clientCookies(ctx).remove('device'), {});
  expect(cookies).toEqual([expect.stringMatching(/^device=; path=\/; expires=Thu, 01 Jan 1970/)]);
});
