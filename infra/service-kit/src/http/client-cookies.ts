/**
 * The cookies that the product gives a browser: HttpOnly, SameSite=Lax, for the whole origin. Over TLS they are Secure,
 * and their names begin with `__Host-`, so that no other host and no plain connection can set them (RFC 6265bis).
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from 'koa';

export interface ClientCookies {
  /** @param name without the prefix */
  get(name: string): string | undefined;
  /** @param value characters that a cookie may hold, such as base64url */
  set(name: string, value: string, maxAgeSeconds: number): void;
  remove(name: string): void;
}

/** The gateway says in `X-Forwarded-Proto` how the browser reached it. */
const isOverTls = (headers: IncomingHttpHeaders): boolean => headers['x-forwarded-proto'] === 'https';
const fullNameOf = (headers: IncomingHttpHeaders, name: string): string =>
  isOverTls(headers) ? `__Host-${name}` : name;

/** @param name without the prefix @returns the first cookie of this name; undefined without one */
export function cookieOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const begin = `${fullNameOf(headers, name)}=`;
  const pair = headers.cookie
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(begin));
  return pair?.slice(begin.length) || undefined;
}

export function clientCookies(ctx: Context): ClientCookies {
  const secure = isOverTls(ctx.headers);
  // The service itself is reached over plain http, from the gateway.
  ctx.cookies.secure = secure;
  const write = (name: string, value: string | null, maxAgeSeconds: number): void => {
    ctx.cookies.set(fullNameOf(ctx.headers, name), value, {
      httpOnly: true,
      sameSite: 'lax',
      secure,
      path: '/',
      maxAge: maxAgeSeconds * 1000,
      overwrite: true,
    });
  };
  return {
    get: (name) => cookieOf(ctx.headers, name),
    set: write,
    remove: (name) => write(name, null, 0),
  };
}
