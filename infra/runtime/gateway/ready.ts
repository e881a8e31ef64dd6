/** Readiness: every service with the checks of its own dependencies. */
import { withTimeout } from 'service-kit/concurrency/with-timeout';
import type { Readiness } from 'service-kit/http/health';
import type { Service, Services } from './service.ts';

const TIMEOUT_MS = 3_000;

/** @returns `checks` by service, each with `ok` and the service's own checks */
export async function readyOf(services: Services): Promise<Readiness> {
  const checks = Object.fromEntries(
    await Promise.all(Object.entries(services).map(async ([name, service]) => [name, await ask(service)] as const)),
  );
  return { ready: Object.values(checks).every(({ ok }) => ok), checks };
}

async function ask(service: Service): Promise<Readiness['checks'][string]> {
  try {
    const { ready, checks } = await withTimeout(TIMEOUT_MS, service.ready(), () => new Error('No answer in time'));
    return { ok: ready, checks };
  } catch {
    return { ok: false, message: 'does not answer' };
  }
}
