/** Is the process alive, and can it save: without a token, for gateways and launchers. */
import Router from '@koa/router';

/** Resolves when the thing is there, rejects when it is not. */
export type Check = () => Promise<unknown>;

/** A check that has not answered by then counts as failed. */
const CHECK_MS = 2_000;

export function healthRouter(checks: Readonly<Record<string, Check>>): Router {
  const router = new Router();
  router.get('/api/health', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/api/ready', async (ctx) => {
    const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, { ok: await answers(check) }] as const));
    const ready = results.every(([, { ok }]) => ok);
    ctx.status = ready ? 200 : 503;
    ctx.body = { ready, checks: Object.fromEntries(results) };
  });
  return router;
}

async function answers(check: Check): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_MS);
  });
  try {
    return await Promise.race([check().then(() => true, () => false), late]);
  } finally {
    clearTimeout(timer);
  }
}
