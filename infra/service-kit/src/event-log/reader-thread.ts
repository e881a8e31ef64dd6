/** The thread of `read-in-thread.ts`: reads and decrypts pages, and reads the next one before it is asked for. */
import { parentPort, workerData } from 'node:worker_threads';
import { EventStoreDBClient } from '@eventstore/db-client';
import { Pool } from 'pg';
import { isDatabaseAway, POSTGRES_TIMEOUTS } from '../postgres/availability.ts';
import { createPatientKeys } from '../security/patient-keys.ts';
import { type PageAnswer, type PageQuestion, toSent } from './opened-page.ts';
import { LogUnavailable } from './port.ts';
import type { ReaderSettings } from './read-in-thread.ts';
import { type OpenedPage, type PageRequest, readOpened } from './read-opened.ts';

const { eventstoreUrl, databaseUrl, masterKeys } = workerData as ReaderSettings;
const client = EventStoreDBClient.connectionString(eventstoreUrl);
const pool = new Pool({ ...POSTGRES_TIMEOUTS, connectionString: databaseUrl, max: 2, application_name: 'log reader' });
// A query of the next page fails where the connection was lost.
pool.on('error', () => undefined);
// A buffer arrives as an array of bytes.
const [first, ...others] = masterKeys;
const keys = createPatientKeys(pool, [Buffer.from(first), ...others.map((key) => Buffer.from(key))]);

interface Ahead {
  readonly commit: bigint;
  readonly request: PageRequest;
  readonly page: Promise<OpenedPage>;
}
let ahead: Ahead | undefined;

const isFor = (request: PageRequest, { commit, request: before }: Ahead): boolean =>
  request.after?.commit === commit &&
  request.maxCount === before.maxCount &&
  request.prefixes.join() === before.prefixes.join();

async function read(request: PageRequest): Promise<OpenedPage> {
  const page = await (ahead && isFor(request, ahead) ? ahead.page : readOpened(client, keys, request));
  ahead = undefined;
  if (page.last) {
    const next = readOpened(client, keys, { ...request, after: page.last });
    // A failure is told to the one who asks for this page.
    next.catch(() => undefined);
    ahead = { commit: page.last.commit, request, page: next };
  }
  return page;
}

async function answer({ nth, request }: PageQuestion): Promise<PageAnswer> {
  try {
    return { nth, page: toSent(await read(request)) };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { nth, failure, isAway: error instanceof LogUnavailable || isDatabaseAway(error) };
  }
}

parentPort?.on('message', (question: PageQuestion) => {
  void answer(question).then((answered) => parentPort?.postMessage(answered, []));
});
