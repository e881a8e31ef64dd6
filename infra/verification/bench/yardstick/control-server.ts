/**
 * The control of the yardstick, in a process of its own: one koa route that checks the session and sends rows as JSON.
 * `?of=<path>` runs the statements of the product's read of that path; `?best=<name>` a statement that was written by
 * hand. The product's statements are recorded while its own query API, here in this process, answers once. So the control
 * never runs other SQL than the product.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import Koa from 'koa';
import { Pool } from 'pg';
import { openQueryApi } from 'query-api/query-api';
import { settings as querySettings } from 'query-api/settings';
import { createLogger } from 'service-kit/process/logger';
import { createSessions } from 'service-kit/security/sessions';
import { get } from '../http-client.ts';
import { bestReports } from './best-reports.ts';

interface Statement {
  /** A prepared statement has one. */
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** The pool of the reads that people ask for (`query-api/src/database.ts`). */
const READS = 'query-api';
/** The look for stale streams is a part of what the product adds. */
const ADDED = 'any-stale';
const sent: Statement[] = [];

const query: unknown = Reflect.get(Pool.prototype, 'query');
if (typeof query !== 'function') throw new TypeError('A pool has no query');
Object.assign(Pool.prototype, {
  query(this: Pool, ...given: readonly [string | Statement, unknown?]): unknown {
    const [text, values] = given;
    if (this.options.application_name === READS)
      sent.push(typeof text === 'string' ? { text, values: Array.isArray(values) ? values : [] } : text);
    return Reflect.apply(query, this, given);
  },
});

const settings = querySettings.read(process.env);
const logger = createLogger('control', 'warn');
const queryApi = await openQueryApi(settings, logger);
const pool = new Pool({
  connectionString: settings.DATABASE_URL,
  options: '-c search_path=read_v1 -c default_transaction_read_only=on -c max_parallel_workers_per_gather=0',
  max: 10,
});
const sessions = createSessions(new Pool({ connectionString: settings.DATABASE_URL, max: 4 }), {
  idleMinutes: settings.SESSION_IDLE_MINUTES,
  absoluteHours: settings.SESSION_MAX_HOURS,
});

/** @returns the port */
async function listening(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
const product = await listening((request, response) => queryApi.answer(request, response));
const base = `http://127.0.0.1:${product}`;
const known = new Map<string, Promise<readonly Statement[]>>();

async function recorded(path: string, token: string): Promise<readonly Statement[]> {
  // The first read of a process looks for the schema as well.
  await get(base, '/api/teams', token);
  sent.length = 0;
  await get(base, path, token);
  return sent.filter(({ name }) => name !== ADDED);
}

function statementsOf(asked: URLSearchParams, token: string): Promise<readonly Statement[]> {
  const best = bestReports[asked.get('best') ?? ''];
  if (best !== undefined) return Promise.resolve([{ text: best, values: asked.getAll('value') }]);
  const path = asked.get('of') ?? '';
  const statements = known.get(path) ?? recorded(path, token);
  known.set(path, statements);
  return statements;
}

const app = new Koa();
app.use(async (ctx) => {
  const token = ctx.get('authorization').replace(/^bearer /, '');
  if ((await sessions.find(token)) === undefined) ctx.throw(401);
  const statements = await statementsOf(ctx.URL.searchParams, token);
  const found = await Promise.all(statements.map((statement) => pool.query<object>({ ...statement })));
  ctx.body = found.length === 1 ? found[0]?.rows : found.map(({ rows }) => rows);
});
const answer = app.callback();
const port = await listening((request, response) => void answer(request, response));
process.on('disconnect', () => process.exit(0));
process.send?.(port);
