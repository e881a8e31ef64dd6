/** For `*.int.spec.ts` only: the query API over an environment of the projections, and users with sessions. */
import { createLogger } from 'service-kit/process/logger';
import { createSessions } from 'service-kit/security/sessions';
import type { TestEnvironment } from 'projections/testing';
import { startQueryApi } from '../query-api.ts';
import { settings } from '../settings.ts';

export interface StartedApi {
  /** As a user; the first one without a name. */
  get(path: string, user?: string): Promise<Response>;
  /** The body of an answer. @throws Error where there is none */
  answer<Shape>(path: string, user?: string): Promise<Shape>;
  /** Stops the environment too. */
  stop(): Promise<void>;
}

export async function startApi(environment: TestEnvironment, users: readonly string[]): Promise<StartedApi> {
  const { databaseUrl, eventstoreUrl, masterKey } = environment.installation;
  const api = await startQueryApi(
    settings.read({ PORT: '0', DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventstoreUrl, MASTER_KEY: masterKey }),
    createLogger('spec', 'silent'),
  );
  const sessions = createSessions(environment.pool, { idleMinutes: 60, absoluteHours: 12 });
  const tokens = new Map<string, string>();
  for (const user of users) tokens.set(user, await sessions.open(user));
  const get: StartedApi['get'] = (path, user = users[0] ?? '') =>
    fetch(`http://127.0.0.1:${api.port}${path}`, { headers: { authorization: `bearer ${tokens.get(user)}` } });
  return {
    get,
    async answer<Shape>(path: string, user?: string) {
      const response = await get(path, user);
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Shape;
    },
    async stop() {
      await api.stop();
      await environment.stop();
    },
  };
}
