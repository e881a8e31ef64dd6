/** The data that the query API reads from the log instead of rows. */
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { createSeals, type Seals } from 'service-kit/event-log/seals';
import type { MasterKeys } from 'service-kit/security/key-ring';
import { createSigning, type Signing } from 'service-kit/security/signing';
import { aggregates } from 'language/domain/aggregates';
import type { Admission } from 'language/domain/admission/state';
import type { Drug } from 'language/domain/drug/state';
import type { Patient } from 'language/domain/patient/state';
import type { Team } from 'language/domain/team/state';
import type { EventLog, PatientKeys } from 'service-kit/event-log/port';
import { capacities, createFoldCache } from 'service-kit/aggregates/fold-cache';
import type { People } from 'language/contract/render/people';
import type { Pool } from 'pg';
import { createStreamHistory, type StreamHistory } from './stream-history.ts';

export interface History {
  readonly admissions: StreamHistory<Admission>;
  readonly patients: StreamHistory<Patient>;
  readonly teams: StreamHistory<Team>;
  readonly drugs: StreamHistory<Drug>;
  /** Names of people, of today. */
  readonly people: People;
  /** True if the patient's key is destroyed; then nothing cached by this process may be shown. */
  isErased(patientId: string): Promise<boolean>;
  /** For the verification of streams. */
  readonly log: Pick<EventLog, 'readRaw'>;
  readonly seals: Omit<Seals, 'lastSealed' | 'seal' | 'anchor'>;
  /** Waits for the tables at the first start of an installation. */
  signing(): Promise<Signing>;
}

/** Patients' keys for reading. This service creates none; command-api does. */
export function readingKeys(
  db: Pool,
  masterKeys: MasterKeys,
): PatientKeys & { isDestroyed(patientId: string): Promise<boolean> } {
  const { findKey, findKeys, isDestroyed } = createPatientKeys(db, masterKeys);
  return { findKey, findKeys, isDestroyed, withKey: () => Promise.reject(new Error('The query API makes no keys')) };
}

export const createHistory = (
  log: EventLog,
  db: Pool,
  rootKey: () => Promise<Buffer>,
  isErased: History['isErased'],
): History => ({
  admissions: createStreamHistory(log, aggregates.admission),
  patients: createStreamHistory(log, aggregates.patient),
  teams: createStreamHistory(log, aggregates.team),
  drugs: createStreamHistory(log, aggregates.drug),
  people: { folds: { user: createFoldCache(log, aggregates.user, capacities.user) } },
  isErased,
  log,
  seals: createSeals(db),
  signing: async () => createSigning(await rootKey()),
});
