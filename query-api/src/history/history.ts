/** What is told from the log rather than from rows. */
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { createSeals, type Seals } from 'service-kit/event-log/seals';
import { createSigning, type Signing } from 'service-kit/security/signing';
import { aggregates } from 'command-api/domain/aggregates';
import type { Admission } from 'command-api/domain/admission/state';
import type { Drug } from 'command-api/domain/drug/state';
import type { Patient } from 'command-api/domain/patient/state';
import type { Team } from 'command-api/domain/team/state';
import type { EventLog, PatientKeys } from 'service-kit/event-log/port';
import { createFoldCache } from 'service-kit/aggregates/fold-cache';
import type { People } from 'command-api/contract/render/people';
import type { Pool } from 'pg';
import { createStreamHistory, type StreamHistory } from './stream-history.ts';

export interface History {
  readonly admissions: StreamHistory<Admission>;
  readonly patients: StreamHistory<Patient>;
  readonly teams: StreamHistory<Team>;
  readonly drugs: StreamHistory<Drug>;
  /** As they are called today. */
  readonly people: People;
  /** Nothing of the patient can be read any more, and nothing that this process remembers may be shown. */
  isErased(patientId: string): Promise<boolean>;
  /** What proves that nothing of it was altered. */
  readonly log: Pick<EventLog, 'readRaw'>;
  readonly seals: Omit<Seals, 'lastSealed' | 'seal' | 'anchor'>;
  readonly signing: Signing;
}

const PEOPLE = 2_000;

/** Keys for reading. None is ever made here: whoever writes makes them. */
export function readingKeys(
  db: Pool,
  masterKey: Buffer,
): PatientKeys & { isDestroyed(patientId: string): Promise<boolean> } {
  const { findKey, isDestroyed } = createPatientKeys(db, masterKey);
  return { findKey, isDestroyed, withKey: () => Promise.reject(new Error('The query API makes no keys')) };
}

export const createHistory = (log: EventLog, db: Pool, masterKey: Buffer, isErased: History['isErased']): History => ({
  admissions: createStreamHistory(log, aggregates.admission),
  patients: createStreamHistory(log, aggregates.patient),
  teams: createStreamHistory(log, aggregates.team),
  drugs: createStreamHistory(log, aggregates.drug),
  people: { folds: { user: createFoldCache(log, aggregates.user, PEOPLE) } },
  isErased,
  log,
  seals: createSeals(db),
  signing: createSigning(masterKey),
});
