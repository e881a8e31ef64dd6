/** For `*.int.spec.ts` only: an installation with read models, a log to append to, and events to append. */
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { migratePrivateSchema } from 'service-kit/private-schema/migrate';
import { openRootKey } from 'service-kit/security/master-keys';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { type CalendarDate, calendarDate } from 'language/domain/values/calendar-date';
import type { DomainEvent, EventMetadata } from 'language/domain/command';
import type { AdmissionEvent, Entry } from 'language/domain/admission/events';
import type { EventLog, NewEvent } from 'service-kit/event-log/port';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { schemaVersionOf } from 'service-kit/event-log/upcast';
import { createLogger, type Logger } from 'service-kit/process/logger';
import { freshInstallation, migratedInstallation, type Installation } from 'service-kit/testing/installation';
import { catchUp, type Sources } from './catch-up/catch-up.ts';
import { createReadModelPool } from './pools.ts';
import type { Projection } from './read-models/projection.ts';
import { readModels } from './read-models/all.ts';
import { migrateReadModels } from './schema/migrate.ts';
import { projectionOf } from './schema/projections.ts';

/** Appends at the end of the stream. @returns the last revision */
type Append = (stream: string, events: readonly DomainEvent[], by?: Partial<EventMetadata>) => Promise<bigint>;

/** Another log with the same patients' keys. */
export interface AnotherLog {
  readonly log: EventLog;
  readonly eventstoreUrl: string;
  readonly append: Append;
}

export interface TestEnvironment extends Sources {
  readonly pool: Pool;
  readonly log: EventLog;
  readonly installation: Installation;
  /** From which the keys of the installation are derived. */
  readonly rootKey: Buffer;
  readonly logger: Logger;
  readonly append: Append;
  /** Projects the stream to its end. */
  project(stream: string): Promise<bigint>;
  /** Projects the stream into the audit rows. */
  audit(stream: string): Promise<bigint>;
  /** A log like a backup: it holds the given number of first events of these streams, and nothing else. */
  restoreBackup(kept: Readonly<Record<string, number>>): Promise<AnotherLog>;
  /** The log after the patient's key was destroyed, without cached keys. */
  logAfterErasing(patientId: string): Promise<EventLog>;
  /** Projects these streams from their beginning, after the keys of these patients were destroyed. */
  rebuildAfterErasing(patientIds: readonly string[], streams: readonly string[]): Promise<void>;
  rows<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

/** A name of its own lets a spec end the connections of a service and keep its own. */
function namedConnections(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', 'spec');
  return url.href;
}

export async function startTestEnvironment(): Promise<TestEnvironment> {
  const installation = await migratedInstallation();
  const logger = createLogger('spec', 'silent');
  const pool = createReadModelPool(namedConnections(installation.databaseUrl), logger);
  await migratePrivateSchema(pool);
  const masterKey = Buffer.from(installation.masterKey, 'base64');
  const rootKey = await openRootKey(pool, [masterKey]);
  await migrateReadModels(installation.databaseUrl);
  const logs: EventLog[] = [];
  const others: Installation[] = [];
  const connect = (url = installation.eventstoreUrl): EventLog => {
    const log = connectEventLog({
      url,
      keys: createPatientKeys(pool, [masterKey]),
      logger,
    });
    logs.push(log);
    return log;
  };
  const log = connect();
  return {
    installation,
    rootKey,
    pool,
    log,
    logger,
    append: appendTo(log),
    async restoreBackup(kept) {
      const other = await freshInstallation();
      others.push(other);
      const copy = connect(other.eventstoreUrl);
      const heads = new Map<string, bigint>();
      for (const [stream, maxCount] of Object.entries(kept)) {
        const events: NewEvent[] = [];
        for await (const { id, type, data, metadata } of log.readStream(stream, { maxCount }))
          events.push({ id, type, data, metadata });
        heads.set(stream, await copy.append(stream, 'no_stream', events));
      }
      return { log: copy, eventstoreUrl: other.eventstoreUrl, append: appendTo(copy, heads) };
    },
    project: (stream) => catchUp({ pool, log }, projectionFor(stream), stream),
    audit: (stream) => catchUp({ pool, log }, readModels.audit, stream),
    async logAfterErasing(patientId) {
      await pool.query('delete from accounts.patient_key where patient_id = $1', [patientId]);
      return connect();
    },
    async rebuildAfterErasing(patientIds, streams) {
      await pool.query('delete from accounts.patient_key where patient_id = any ($1)', [patientIds]);
      const without = connect();
      await pool.query('update projection_checkpoint set in_doubt = true, event_id = null where stream = any ($1)', [
        streams,
      ]);
      for (const stream of streams) await catchUp({ pool, log: without }, projectionFor(stream), stream);
    },
    async rows<Row extends object>(sql: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(sql, [...values])).rows;
    },
    async stop() {
      await Promise.all(logs.map((each) => each.close()));
      await pool.end();
      await Promise.all([installation, ...others].map((each) => each.stop()));
    },
  };
}

const appendTo =
  (log: EventLog, heads = new Map<string, bigint>()): Append =>
  async (stream, events, by = {}) => {
    const commandId = randomUUID();
    const envelope = { commandId, command: 'Spec', actorId: 'u-1', occurredAt: '2026-03-01T09:30:00.000Z', ...by };
    const revision = await log.append(
      stream,
      heads.get(stream) ?? 'no_stream',
      events.map((event) => ({
        ...event,
        id: randomUUID(),
        metadata: { ...envelope, schemaVersion: schemaVersionOf(event.type) },
      })),
    );
    heads.set(stream, revision);
    return revision;
  };

export function projectionFor(stream: string): Projection {
  const name = projectionOf(stream);
  if (!name) throw new Error(`No projection reads ${stream}`);
  return readModels[name];
}

/** Ways in which a stream's wake-ups reach the worker; the rows must be the same. */
export const deliveries: readonly {
  readonly how: string;
  readonly deliver: (environment: TestEnvironment, stream: string) => Promise<void>;
}[] = [
  {
    how: 'once',
    deliver: async (environment, stream) => {
      await environment.project(stream);
    },
  },
  {
    how: 'twice, one after the other',
    deliver: async (environment, stream) => {
      await environment.project(stream);
      await environment.project(stream);
    },
  },
  {
    how: 'twice at the same time',
    deliver: async (environment, stream) => {
      await Promise.all([environment.project(stream), environment.project(stream)]);
    },
  },
];

export const day = (text: string): CalendarDate => calendarDate(text);

export const entry = (entryId: string, fields: Partial<Entry> = {}): Entry => ({
  entryId,
  errType: 'et-1',
  errTypeLabel: 'Wrong dose',
  errDrug: 'd-1.1',
  errDrugLabel: 'Panadol',
  errNote: '<p>Halve it</p>',
  errRes: 1,
  errSeverity: 'B',
  followUpDate: null,
  drugTags: [{ name: 'renal' }],
  ...fields,
});
export const admitted = (patientId = 'p-1'): AdmissionEvent => ({
  type: 'PatientAdmitted',
  data: { patientId, teamId: 't-1', admissionDate: day('2026-03-01'), admissionDetails: '<p>Fever</p>' },
});
export const reviewAdded = (reviewId: string, entries: Entry[] = []): AdmissionEvent => ({
  type: 'ReviewAdded',
  data: { reviewId, reviewDate: day('2026-03-02'), clinicalNote: '<p>Stable</p>', entries },
});
/** The metadata of an event on a patient's streams. */
export const onPatient = (patientId = 'p-1', actorId = 'u-1') => ({ patientId, teamId: 't-1', actorId });
