/** Who asks, whether anybody is signed in or not: the address that attempts are counted by. */
import type { Context } from 'koa';

/**
 * The gateway puts one address into `X-Forwarded-For`, the client's as it or the proxies of our own in front of it saw
 * it, and strips what the client says of itself (`TRUSTED_PROXIES`); services are not reachable but through it.
 */
export const addressOf = (ctx: Context): string =>
  ctx.get('x-forwarded-for').split(',').at(-1)?.trim() || (ctx.req.socket.remoteAddress ?? 'unknown');
