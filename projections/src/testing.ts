/** For `*.int.spec.ts` only: an installation with read models, a log to append to, and words to say what happens in it. */
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { migrateAccounts } from 'command-api/accounts/migrate';
import { createPatientKeys } from 'command-api/accounts/patient-keys';
import { type CalendarDate, calendarDate } from 'command-api/domain/calendar-date';
import type { DomainEvent, EventMetadata } from 'command-api/domain/command';
import type { AdmissionEvent, Entry } from 'command-api/domain/admission/events';
import type { EventLog } from 'command-api/event-log';
import { connectEventLog } from 'command-api/event-log/eventstoredb';
import { createLogger, type Logger } from 'command-api/service/log';
import { freshInstallation, type Installation } from 'command-api/service/testing';
import { catchUp, type Sources } from './catch-up.ts';
import { createReadModelPool } from './pools.ts';
import type { Projection } from './projection.ts';
import { readModels } from './read-models/all.ts';
import { migrateReadModels } from './schema/migrate.ts';
import { projectionOf } from './schema/projections.ts';

export interface Hospital extends Sources {
  readonly pool: Pool;
  readonly log: EventLog;
  readonly installation: Installation;
  readonly logger: Logger;
  /** Appends at the end of the stream. @returns the last revision */
  happened(stream: string, events: readonly DomainEvent[], by?: Partial<EventMetadata>): Promise<bigint>;
  /** Projects the stream as far as the log goes. */
  project(stream: string): Promise<bigint>;
  /** A log that finds the keys as they are now, as a process started later would. */
  logAfterErasing(patientId: string): Promise<EventLog>;
  rows<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

export async function openHospital(): Promise<Hospital> {
  const installation = await freshInstallation();
  const logger = createLogger('spec', 'silent');
  const pool = createReadModelPool(installation.databaseUrl, logger);
  await migrateAccounts(pool);
  await migrateReadModels(installation.databaseUrl);
  const logs: EventLog[] = [];
  const connect = (): EventLog => {
    const log = connectEventLog({ url: installation.eventstoreUrl, keys: createPatientKeys(pool, Buffer.from(installation.masterKey, 'base64')), log: logger });
    logs.push(log);
    return log;
  };
  const log = connect();
  const heads = new Map<string, bigint>();
  return {
    installation, pool, log, logger,
    async happened(stream, events, by = {}) {
      const commandId = randomUUID();
      const metadata: EventMetadata = { commandId, command: 'Spec', actorId: 'u-1', occurredAt: '2026-03-01T09:30:00.000Z', schemaVersion: 1, ...by };
      const revision = await log.append(stream, heads.get(stream) ?? 'no_stream', events.map((event) => ({ ...event, id: randomUUID(), metadata })));
      heads.set(stream, revision);
      return revision;
    },
    project: (stream) => catchUp({ pool, log }, projectionFor(stream), stream),
    async logAfterErasing(patientId) {
      await pool.query('delete from accounts.patient_key where patient_id = $1', [patientId]);
      return connect();
    },
    async rows<Row extends object>(sql: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(sql, [...values])).rows;
    },
    async stop() {
      await Promise.all(logs.map((each) => each.close()));
      await pool.end();
      await installation.stop();
    },
  };
}

export function projectionFor(stream: string): Projection {
  const name = projectionOf(stream);
  if (!name) throw new Error(`No projection reads ${stream}`);
  return readModels[name];
}

/** How a stream's news may come to the worker; the rows must be the same. */
export const deliveries: readonly { readonly how: string; readonly deliver: (hospital: Hospital, stream: string) => Promise<void> }[] = [
  { how: 'once', deliver: async (hospital, stream) => { await hospital.project(stream); } },
  { how: 'twice, one after the other', deliver: async (hospital, stream) => { await hospital.project(stream); await hospital.project(stream); } },
  { how: 'twice at the same time', deliver: async (hospital, stream) => { await Promise.all([hospital.project(stream), hospital.project(stream)]); } },
];

export const day = (text: string): CalendarDate => calendarDate(text);

export const entry = (entryId: string, fields: Partial<Entry> = {}): Entry => ({
  entryId, errType: 'et-1', errTypeLabel: 'Wrong dose', errDrug: 'd-1.1', errDrugLabel: 'Panadol', errNote: '<p>Halve it</p>', errRes: 1, errSeverity: 'B', drugTags: [{ name: 'renal' }], ...fields,
});
export const admitted = (patientId = 'p-1'): AdmissionEvent => ({ type: 'PatientAdmitted', data: { patientId, teamId: 't-1', admissionDate: day('2026-03-01'), admissionDetails: '<p>Fever</p>' } });
export const reviewAdded = (reviewId: string, entries: Entry[] = []): AdmissionEvent => ({ type: 'ReviewAdded', data: { reviewId, reviewDate: day('2026-03-02'), clinicalNote: '<p>Stable</p>', entries } });
/** Who acts on a patient's streams. */
export const onPatient = (patientId = 'p-1', actorId = 'u-1') => ({ patientId, teamId: 't-1', actorId });
