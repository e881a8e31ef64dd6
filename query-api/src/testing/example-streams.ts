/** For `*.int.spec.ts` only: the events of the hospital whose rows `test-environment.ts` writes, for its history. */
import { randomUUID } from 'node:crypto';
import { openRootKey } from 'service-kit/security/master-keys';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import { calendarDate } from 'language/domain/values/calendar-date';
import type { DomainEvent } from 'language/domain/command';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { schemaVersionOf } from 'service-kit/event-log/upcast';
import type { Logger } from 'service-kit/process/logger';
import type { Installation } from 'service-kit/testing/installation';
import type { Pool } from 'pg';

const entry = {
  entryId: 'ent-1',
  errType: 'dose',
  errTypeLabel: 'Dose too high',
  errDrug: 'drug-a.0',
  errDrugLabel: 'Alphin',
  errNote: '',
  errRes: 1,
  errSeverity: 'C',
  followUpDate: null,
  drugTags: [],
};
const patient = {
  firstName: 'أحمد',
  middleName: 'محمد',
  lastName: 'عبد الرحمن',
  fourthName: 'المصري',
  birthdate: calendarDate('1960-02-29'),
  medicalRecordNumber: '١٢-77',
};
const streams: Readonly<Record<string, readonly DomainEvent[]>> = {
  'team-icu': [
    {
      type: 'TeamCreated',
      data: { name: 'Adult ICU', specialty: 1, about: '', adminId: 'mona', adminEmail: 'mona@example.org' },
    },
  ],
  'drug-drug-a': [
    {
      type: 'DrugAdded',
      data: { label: 'Alpha', tradeLabels: [{ _id: 'drug-a.0', label: 'Alphin' }], errTemps: [], tags: [], tips: '' },
    },
  ],
  'patient-pat-1': [{ type: 'PatientRegistered', data: { teamId: 'icu', ...patient } }],
  'admission-adm-1': [
    {
      type: 'PatientAdmitted',
      data: {
        patientId: 'pat-1',
        teamId: 'icu',
        admissionDate: calendarDate('2025-01-31'),
        admissionDetails: '<p>Sepsis</p>',
      },
    },
    {
      type: 'ReviewAdded',
      data: {
        reviewId: 'rev-first',
        reviewDate: calendarDate('2025-02-01'),
        clinicalNote: '<p>first</p>',
        entries: [entry],
      },
    },
  ],
};

export async function appendExampleStreams(
  { eventstoreUrl, masterKey }: Installation,
  pool: Pool,
  logger: Logger,
): Promise<void> {
  const masterKeys = [Buffer.from(masterKey, 'base64')] as const;
  await openRootKey(pool, masterKeys);
  const log = connectEventLog({
    url: eventstoreUrl,
    keys: createPatientKeys(pool, masterKeys),
    logger,
  });
  const envelope = {
    commandId: randomUUID(),
    command: 'Spec',
    actorId: 'mona',
    occurredAt: '2025-02-01T09:00:00.000Z',
    teamId: 'icu',
    patientId: 'pat-1',
  };
  for (const [stream, events] of Object.entries(streams))
    await log.append(
      stream,
      'no_stream',
      events.map((event) => ({
        ...event,
        id: randomUUID(),
        metadata: { ...envelope, schemaVersion: schemaVersionOf(event.type) },
      })),
    );
  await log.close();
}
