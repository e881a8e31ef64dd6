/** Who asks, before anybody is signed in: the address that attempts are counted by, and the product's own address as they know it. */
import { hostname, networkInterfaces } from 'node:os';
import type { Context } from 'koa';

/**
 * The gateway puts one address into `X-Forwarded-For`, the client's as it or the proxies of our own in front of it saw it, and strips
 * what the client says of itself (`TRUSTED_PROXIES`); services are not reachable but through it.
 */
export const addressOf = (ctx: Context): string => ctx.get('x-forwarded-for').split(',').at(-1)?.trim() || (ctx.req.socket.remoteAddress ?? 'unknown');

/**
 * Where a mailed link is to lead. The `Host` header is whatever the asking person wrote, so it only chooses among the names of this very
 * machine: a link that is mailed to somebody never leads to anybody else's. With any other name in front of the product, set `PUBLIC_URL`.
 * @param publicUrl the setting, an origin
 * @param fallback an origin
 */
export function ownOrigin(publicUrl: string | undefined, fallback: string, host: string, proto: string): string {
  if (publicUrl !== undefined) return publicUrl;
  const said = `${proto === 'https' ? 'https' : 'http'}://${host}`;
  if (!URL.canParse(said)) return fallback;
  const asked = new URL(said);
  const plain = asked.username === '' && asked.password === '' && asked.pathname === '/' && asked.search === '' && asked.hash === '';
  return plain && isThisMachine(asked.hostname.replace(/^\[|\]$/g, '')) ? asked.origin : fallback;
}

function isThisMachine(name: string): boolean {
  if (name === 'localhost' || /^127\.\d+\.\d+\.\d+$/.test(name) || name === '::1' || name === hostname().toLowerCase()) return true;
  return Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === name));
}
