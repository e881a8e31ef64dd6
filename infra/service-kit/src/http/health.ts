/** Health (the process is alive) and readiness (it can do its work), without a token, for gateways and launchers. */
import Router from '@koa/router';
import { shareLooks } from '../concurrency/share-looks.ts';
import { withTimeout } from '../concurrency/with-timeout.ts';

/** Resolves when the dependency is available, or with a `CheckResult`. Rejects when it is not. */
export type Check = () => Promise<unknown>;

/** The result of a check with details. */
export class CheckResult {
  readonly ok: boolean;
  /** Shown beside `ok`: nothing secret, nothing personal. */
  readonly details: Readonly<Record<string, unknown>>;
  constructor(ok: boolean, details: Readonly<Record<string, unknown>>) {
    this.ok = ok;
    this.details = details;
  }
}

/** The answer of `GET /api/ready`: with 200 if `ready`, else with 503. */
export interface Readiness {
  readonly ready: boolean;
  /** By name of the dependency. */
  readonly checks: Readonly<Record<string, { readonly ok: boolean } & Readonly<Record<string, unknown>>>>;
}

/** A check without an answer after this time has failed. */
export const CHECK_MS = 2_000;
/** A ready process is looked at once in this time. */
const READY_KEPT_MS = 1_000;
/** A start is waited for: as often as the launcher asks. */
const UNREADY_KEPT_MS = 100;

/** Asks all dependencies at the same time. */
export async function readinessOf(checks: Readonly<Record<string, Check>>): Promise<Readiness> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
  );
  return { ready: results.every(([, { ok }]) => ok), checks: Object.fromEntries(results) };
}

/**
 * Readiness is asked without a token, and its checks use the connections of people's work: however many ask, one look
 * runs at a time, and its answer is kept for up to a second.
 */
export const shareReadiness = <Answer extends Pick<Readiness, 'ready'>>(
  look: () => Promise<Answer>,
): (() => Promise<Answer>) => shareLooks(look, ({ ready }) => (ready ? READY_KEPT_MS : UNREADY_KEPT_MS));

/** @param ready as `shareReadiness` returns it */
export function healthRouter(ready: () => Promise<Readiness>): Router {
  const router = new Router();
  router.get('/api/health', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/api/ready', async (ctx) => {
    const readiness = await ready();
    ctx.status = readiness.ready ? 200 : 503;
    ctx.body = readiness;
  });
  return router;
}

async function outcomeOf(check: Check): Promise<{ ok: boolean } & Record<string, unknown>> {
  try {
    const result = await withTimeout(CHECK_MS, check(), () => new Error('No answer in time'));
    return result instanceof CheckResult ? { ...result.details, ok: result.ok } : { ok: true };
  } catch (error) {
    return { ok: false, message: error instanceof PublicError ? error.message : 'Not reachable' };
  }
}

/** A failed check whose message may be shown. The text of any other error may hold an address or a password. */
export class PublicError extends Error {
  override readonly name = 'PublicError';
}
