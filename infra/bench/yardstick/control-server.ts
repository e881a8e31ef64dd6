/**
 * The control of the yardstick, in a process of its own (`fork`): one koa route that checks the session and sends rows
 * as JSON. `?of=<path>` runs the statements of the product's read of that path; `?best=<name>` a statement that was
 * written by hand.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { Pool } from 'pg';
import { createLogger } from 'service-kit/process/logger';
import { common, defineSettings } from 'service-kit/process/settings';
import { createSessions } from 'service-kit/security/sessions';
import { bestReports } from './best-reports.ts';
import { type Statement, startRecorder } from './recorded-statements.ts';

const { DATABASE_URL, EVENTSTORE_URL, MASTER_KEY, TIME_ZONE, SESSION_IDLE_MINUTES, SESSION_MAX_HOURS } = common;
const settings = defineSettings({
  DATABASE_URL,
  EVENTSTORE_URL,
  MASTER_KEY,
  TIME_ZONE,
  SESSION_IDLE_MINUTES,
  SESSION_MAX_HOURS,
}).read(process.env);
const pool = new Pool({
  connectionString: settings.DATABASE_URL,
  options: '-c search_path=read_v1 -c default_transaction_read_only=on -c max_parallel_workers_per_gather=0',
  max: 10,
});
const forSessions = new Pool({ connectionString: settings.DATABASE_URL, max: 4 });
const sessions = createSessions(forSessions, {
  idleMinutes: settings.SESSION_IDLE_MINUTES,
  absoluteHours: settings.SESSION_MAX_HOURS,
});
const recorder = await startRecorder({
  databaseUrl: settings.DATABASE_URL,
  eventStoreUrl: settings.EVENTSTORE_URL,
  masterKey: settings.MASTER_KEY,
  timeZone: settings.TIME_ZONE,
  sessions,
  logger: createLogger('control', 'warn'),
});
const known = new Map<string, Promise<readonly Statement[]>>();

async function statementsOf(query: URLSearchParams, token: string): Promise<readonly Statement[]> {
  const best = bestReports[query.get('best') ?? ''];
  if (best !== undefined) return [{ text: best, values: query.getAll('value') }];
  const of = query.get('of') ?? '';
  const statements = known.get(of) ?? recorder.statementsOf(of, token);
  known.set(of, statements);
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

const server = createServer(app.callback());
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
