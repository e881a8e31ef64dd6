/**
 * The statements with which the product answers a read, recorded while its own route answers once. So the control runs
 * the same SQL as the product, also after the product's SQL has changed.
 */
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { createHistory, readingKeys } from 'query-api/history/history';
import { createBatchedReviews } from 'query-api/http/admissions/batched-reviews';
import { createApp } from 'query-api/http/app';
import { createLongAnswers } from 'query-api/http/long-answers';
import { createRights } from 'query-api/http/rights';
import { Pool } from 'pg';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import type { Logger } from 'service-kit/process/logger';
import { openRootKey } from 'service-kit/security/master-keys';
import type { Sessions } from 'service-kit/security/sessions';
import { getJson } from './http-client.ts';

export interface Statement {
  /** Of a prepared statement. */
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

export interface Recorder {
  /** @throws Error for any answer but 2xx */
  statementsOf(path: string, token: string): Promise<readonly Statement[]>;
  close(): Promise<void>;
}

/** The pool, and what is sent through it from now on. */
const recorded = (pool: Pool, sent: Statement[]): Pool =>
  new Proxy(pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== 'query' || typeof value !== 'function') return value;
      return (...given: readonly unknown[]): unknown => {
        sent.push(statementOf(given));
        return Reflect.apply(value, target, given);
      };
    },
  });

/** @param given the arguments of `pool.query` */
function statementOf([query, values]: readonly unknown[]): Statement {
  if (typeof query === 'string') return { text: query, values: Array.isArray(values) ? values : [] };
  return query as Statement;
}

export async function startRecorder(settings: {
  databaseUrl: string;
  eventStoreUrl: string;
  masterKey: Buffer;
  timeZone: string;
  sessions: Sessions;
  logger: Logger;
}): Promise<Recorder> {
  const { databaseUrl: connectionString, logger, masterKey } = settings;
  const options = '-c search_path=read_v1';
  const sent: Statement[] = [];
  const pool = new Pool({ connectionString, options, max: 2 });
  const db = recorded(pool, sent);
  const others = new Pool({ connectionString, options, max: 2 });
  const keys = readingKeys(others, [masterKey]);
  const log = connectEventLog({ url: settings.eventStoreUrl, keys, logger });
  const app = createApp({
    logIdentity: { current: () => undefined },
    onForeignPage: () => undefined,
    dependencies: {
      db,
      anonymous: { db, freshness: (_ctx, _sources, answer) => answer() },
      longAnswers: createLongAnswers(others, logger),
      reviews: createBatchedReviews(db),
      rights: createRights(others, false),
      requiresSecondFactor: false,
      sessions: settings.sessions,
      browserSessions: { mode: 'token', publicOrigin: undefined },
      lockAfterMinutes: 0,
      sessionIdleMinutes: 60,
      freshness: (_ctx, _sources, answer) => answer(),
      accessLog: { note: () => Promise.resolve(), stop: () => Promise.resolve() },
      operatorsLook: () => Promise.reject(new Error('This page is not measured')),
      securityLog: { record: () => Promise.resolve(), markOf: () => Promise.resolve('') },
      history: createHistory(log, others, () => openRootKey(others, [masterKey]), keys.isDestroyed),
      logRestarts: { repeated: (read) => read() },
      sessionProofs: { requireFresh: async () => undefined },
      timeZone: settings.timeZone,
      adminEmail: undefined,
      captcha: { provider: 'off' },
      blockedHostnames: [],
      chatUrl: undefined,
      allowsLocalAccounts: true,
      signUp: 'open',
      singleSignOn: undefined,
      courses: { courses: [], sponsors: [] },
    },
    ready: async () => ({ ready: true, checks: {} }),
    isSchemaReady: () => Promise.resolve(true),
    logger,
  });
  const server = createServer(app.callback());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    async statementsOf(path, token) {
      sent.length = 0;
      await getJson(base, path, token);
      return [...sent];
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await log.close();
      await Promise.all([pool.end(), others.end()]);
    },
  };
}
