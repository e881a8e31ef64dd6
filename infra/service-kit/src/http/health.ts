/** Is the process alive, and can it do its work: without a token, for gateways and launchers. */
import Router from '@koa/router';

/** Resolves when the thing is there, or with a `Finding`; rejects with a sentence when it is not. */
export type Check = () => Promise<unknown>;

/** The answer of a check that has more to say than yes or no. */
export class Finding {
  readonly ok: boolean;
  /** Shown beside `ok`: nothing secret, nothing personal. */
  readonly details: Readonly<Record<string, unknown>>;
  constructor(ok: boolean, details: Readonly<Record<string, unknown>>) {
    this.ok = ok;
    this.details = details;
  }
}

/** A check that has not answered by then counts as failed. */
const CHECK_MS = 2_000;

export function healthRouter(checks: Readonly<Record<string, Check>>): Router {
  const router = new Router();
  router.get('/api/health', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/api/ready', async (ctx) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await outcomeOf(check)] as const),
    );
    const ready = results.every(([, { ok }]) => ok);
    ctx.status = ready ? 200 : 503;
    ctx.body = { ready, checks: Object.fromEntries(results) };
  });
  return router;
}

async function outcomeOf(check: Check): Promise<{ ok: boolean } & Record<string, unknown>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time')), CHECK_MS);
  });
  try {
    const found = await Promise.race([check(), late]);
    return found instanceof Finding ? { ...found.details, ok: found.ok } : { ok: true };
  } catch (error) {
    return { ok: false, message: error instanceof SaidPlainly ? error.message : 'Not reachable' };
  } finally {
    clearTimeout(timer);
  }
}

/** A failed check whose sentence may be shown; any other error's text could hold an address or a password. */
export class SaidPlainly extends Error {
  override readonly name = 'SaidPlainly';
}
