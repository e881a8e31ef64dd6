import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calendarDate } from 'command-api/domain/values/calendar-date';
import { migratePrivateSchema } from '../private-schema/migrate.ts';
import { createLogger } from '../process/logger.ts';
import { openRootKey } from '../security/master-keys.ts';
import { createPatientKeys } from '../security/patient-keys.ts';
import { freshInstallation, type Installation } from '../testing/installation.ts';
import { connectEventLog } from './eventstoredb.ts';
import { type EventLog, type LogPage, LogUnavailable, type NewEvent, type Position } from './port.ts';
import { startReader, type ThreadedReader } from './read-in-thread.ts';

let installation: Installation;
let pool: Pool;
let log: EventLog;
let reader: ThreadedReader;
beforeAll(async () => {
  installation = await freshInstallation();
  const { databaseUrl, eventstoreUrl } = installation;
  const masterKey = Buffer.from(installation.masterKey, 'base64');
  pool = new Pool({ connectionString: databaseUrl });
  await migratePrivateSchema(pool);
  await openRootKey(pool, [masterKey]);
  const logger = createLogger('reader', 'silent');
  log = connectEventLog({ url: eventstoreUrl, keys: createPatientKeys(pool, [masterKey]), logger });
  reader = startReader({ eventstoreUrl, databaseUrl, masterKeys: [masterKey] });
});
afterAll(async () => {
  await reader.close();
  await log.close();
  await pool.end();
  await installation.stop();
});

const eventOf = (type: string, data: object, patientId?: string): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: {
    commandId: randomUUID(),
    command: 'Spec',
    actorId: 'user-1',
    occurredAt: '2026-03-02T10:00:00.000Z',
    schemaVersion: 1,
    ...(patientId !== undefined && { patientId }),
  },
});

async function pages(of: Pick<EventLog, 'readAll'>, maxCount: number): Promise<LogPage[]> {
  const read: LogPage[] = [];
  let after: Position | undefined;
  do {
    const page = await of.readAll({ prefixes: ['admission-', 'team-'], after, maxCount });
    read.push(page);
    after = page.last;
  } while (after);
  return read;
}

test('the pages of the thread are those of the log, also with events that cannot be read', async () => {
  const edited = { admissionDate: calendarDate('2026-03-01'), admissionDetails: '<p>حمى "\\n"</p>' };
  for (const id of ['kept', 'erased'])
    await log.append(`admission-${id}`, 'no_stream', [
      eventOf('AdmissionEdited', edited, id),
      eventOf('DischargeCancelled', {}, id),
    ]);
  await log.append('drug-other', 'no_stream', [eventOf('TagAdded', { tagId: 'tag-1', label: 'one' })]);
  const raw = EventStoreDBClient.connectionString(installation.eventstoreUrl);
  const metadata = { ...eventOf('', {}).metadata };
  await raw.appendToStream('team-broken', [
    jsonEvent({ type: 'TagAdded', data: { tagId: 7, label: 'secret' }, metadata }),
    jsonEvent({ type: 'TagAdded', data: { tagId: 'tag-2', label: 'x' }, metadata: { broken: true } }),
    jsonEvent({ type: 'TagAdded', data: {}, metadata: { ...metadata, schemaVersion: 9 } }),
    jsonEvent({ type: 'AdmissionEdited', data: edited, metadata }),
  ]);
  await raw.appendToStream(
    'admission-clear',
    jsonEvent({ type: 'AdmissionEdited', data: edited, metadata: { ...metadata, patientId: 'kept' } }),
  );
  await raw.dispose();
  await pool.query(`delete from accounts.patient_key where patient_id = 'erased'`);
  for (const maxCount of [3, 1_000]) expect(await pages(reader, maxCount)).toEqual(await pages(log, maxCount));
  const [page] = await pages(reader, 1_000);
  expect(page?.events.map((event) => (event instanceof Error ? event.name : event.unreadable))).toEqual([
    false,
    false,
    true,
    true,
    'MalformedEvent',
    'MalformedEvent',
    'MalformedEvent',
    false,
    'MalformedEvent',
  ]);
});

test('a log that is away is unavailable, and so is the thread after its end', async () => {
  const away = startReader({
    eventstoreUrl: 'esdb://127.0.0.1:1?tls=false&maxDiscoverAttempts=1',
    databaseUrl: installation.databaseUrl,
    masterKeys: [Buffer.from(installation.masterKey, 'base64')],
  });
  const request = { prefixes: [], after: undefined, maxCount: 10 };
  await expect(away.readAll(request)).rejects.toBeInstanceOf(LogUnavailable);
  await away.close();
  await expect(away.readAll(request)).rejects.toBeInstanceOf(LogUnavailable);
});
