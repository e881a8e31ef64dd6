/** For specs of screens: the server of one test. It answers by "METHOD /path" and keeps what it was asked; anything else is 404. */
import { onTestFinished } from 'vitest';

export interface Asked {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
}
/** Status and body. */
export type Answer = readonly [status: number, body: unknown];

export function serve(answers: Readonly<Record<string, (asked: Asked) => Answer | Promise<Answer>>>): Asked[] {
  const all: Asked[] = [];
  const real = globalThis.fetch;
  onTestFinished(() => {
    globalThis.fetch = real;
  });
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    const method = init?.method ?? 'GET';
    const asked: Asked = { method, path: url.pathname, query: Object.fromEntries(url.searchParams), headers: new Headers(init?.headers), body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined };
    if (method !== 'GET') all.push(asked);
    const [status, body] = (await answers[`${method} ${url.pathname}`]?.(asked)) ?? [404, { message: 'Not found', code: 'notFound' }];
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };
  return all;
}
