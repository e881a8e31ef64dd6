/** Readiness: every service with the checks of its own dependencies. */
import * as z from 'zod';

export type Services = Readonly<Record<'command-api' | 'query-api' | 'projections', URL>>;

const answered = z.object({ ready: z.boolean(), checks: z.record(z.string(), z.looseObject({ ok: z.boolean() })) });
type Check = z.infer<typeof answered>['checks'][string];

const TIMEOUT_MS = 3_000;

/** @returns `checks` by service, each with `ok` and the service's own checks */
export async function readyOf(services: Services): Promise<{ ready: boolean; checks: Record<string, Check> }> {
  const checks = Object.fromEntries(
    await Promise.all(Object.entries(services).map(async ([name, url]) => [name, await ask(url)] as const)),
  );
  return { ready: Object.values(checks).every(({ ok }) => ok), checks };
}

async function ask(service: URL): Promise<Check> {
  try {
    const response = await fetch(new URL('/api/ready', service), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { ready, checks } = answered.parse(await response.json());
    return { ok: ready, checks };
  } catch {
    return { ok: false, message: 'does not answer' };
  }
}
