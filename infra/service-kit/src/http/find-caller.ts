/**
 * Who calls: the session of a bearer token, or of the browser's cookie (docs/decisions/write-side/browser-sessions.md).
 * A browser sends its cookie with forged requests too. So the cookie counts only beside a header that no page of
 * another origin can send: `X-Session` with the id of the session. It also tells the sessions of two people apart who
 * have signed in one after the other in two tabs of one browser.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Context, Middleware } from 'koa';
import { ASKS_FOR_COOKIE, SESSION_HEADER, UNATTENDED_HEADER } from 'language/contract/sessions';
import type { Reason } from 'language/domain/reasons/catalogue';
import { type Refusal, refusal } from 'language/domain/reasons/refusal';
import type { Session } from '../security/sessions.ts';
import { cookieOf } from './client-cookies.ts';
import { HttpProblem, unauthorized } from './http-problem.ts';

/** The name without the prefix. */
export const SESSION_COOKIE = 'session';

/** How the sessions of browsers are kept. */
export interface BrowserSessions {
  /** `BROWSER_SESSION` */
  readonly mode: 'token' | 'cookie';
  /** `PUBLIC_URL` */
  readonly publicOrigin: string | undefined;
}

type Find = (token: string, isUse?: boolean) => Promise<Session | undefined>;

/** The calls that a locked session may make, such as `POST /api/users/me/unlock`. */
export type WhileLocked = ReadonlySet<string>;

interface FindCallerOptions {
  readonly whileLocked?: WhileLocked;
  /** Hears of each call of a page that is not the product's. */
  readonly onForeignPage?: (ctx: Context, reason: Reason) => void;
}

/**
 * Sets `ctx.state.session`. An invalid token is refused also where no session is needed, and so is a cookie that has
 * ended. Beside a token a cookie does not count. A locked session is refused, except for the calls of `whileLocked`.
 * What a page asks by itself does not prolong its session.
 */
export const findCaller =
  (
    find: Find,
    browser: BrowserSessions,
    { whileLocked = new Set(), onForeignPage = () => undefined }: FindCallerOptions = {},
  ): Middleware =>
  async (ctx, next) => {
    const found = async (looking: Promise<Session | undefined>): Promise<Session> => {
      const session = await looking;
      if (!session) throw unauthorized();
      if (session.isLocked && !whileLocked.has(`${ctx.method} ${ctx.path}`))
        throw new HttpProblem(refusal('session-locked'));
      return session;
    };
    const token = /^bearer\s+(\S+)$/i.exec(ctx.get('authorization'))?.[1];
    const said = ctx.get(SESSION_HEADER);
    const isUse = ctx.get(UNATTENDED_HEADER) === '';
    if (token !== undefined) ctx.state['session'] = await found(find(token, isUse));
    else if (browser.mode === 'cookie' && said !== '') {
      if (!isOwnPage(ctx.headers, browser.publicOrigin)) {
        const refused = refusalOfPage(ctx.headers, browser.publicOrigin);
        onForeignPage(ctx, refused.reason);
        throw new HttpProblem(refused);
      }
      if (said !== ASKS_FOR_COOKIE)
        ctx.state['session'] = await found(sessionOfCookie((cookie) => find(cookie, isUse), ctx.headers, said));
    }
    await next();
  };

/** @param id the session that the page means: the cookie may be of another one by now */
export async function sessionOfCookie(
  find: (token: string) => Promise<Session | undefined>,
  headers: IncomingHttpHeaders,
  id: string,
): Promise<Session | undefined> {
  const token = cookieOf(headers, SESSION_COOKIE);
  const session = token === undefined ? undefined : await find(token);
  return session?.sessionId === id ? session : undefined;
}

/**
 * True if the request can come from a page of the product. Browsers say in `Sec-Fetch-Site` where a request comes
 * from, though not over plain http, and in `Origin` for all but reads of the same origin. A request without both
 * comes from no page of another origin, if it has a header of its own.
 */
export function isOwnPage(headers: IncomingHttpHeaders, publicOrigin: string | undefined): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return true;
  if (publicOrigin !== undefined) return origin === publicOrigin;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https:' : 'http:';
  // Behind a proxy that ends TLS without a word the browser has said where the page is from. Over plain http it says
  // nothing, and a page of https on the same host is another product's.
  return from.host === host && (from.protocol === scheme || (from.protocol === 'https:' && site === 'same-origin'));
}

/** Says which address to open to a person whose page came from this server at another address than `PUBLIC_URL`. */
function refusalOfPage({ origin, host }: IncomingHttpHeaders, publicOrigin: string | undefined): Refusal {
  const isFromHere = origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
  return publicOrigin !== undefined && isFromHere && origin !== publicOrigin
    ? refusal('other-address', { address: publicOrigin })
    : refusal('foreign-page');
}
