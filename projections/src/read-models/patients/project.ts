/** `patient-` streams into patients. Their admissions have streams of their own and belong to `clinical`. */
import { foldName } from 'command-api/domain/values/arabic';
import { patientEvents } from 'command-api/domain/patient/events';
import { touchedBy as touchedByPatient } from 'command-api/domain/patient/touched';
import { recordedAtOf } from 'command-api/domain/command';
import type { StoredEvent } from 'service-kit/event-log/port';
import { knownEvent } from 'command-api/domain/event-schema';
import { erasePast, updateOneKeepingPast } from '../past.ts';
import { changeOne, idOf, type Projection, type Transaction } from '../projection.ts';

export const patients: Projection = {
  name: 'patients',
  eventsOf: () => patientEvents,
  project,
  async forget(tx, stream) {
    for (const table of ['patient', 'past_patient', 'erased_patient'])
      await tx.query(`delete from ${table} where patient_id = $1`, [idOf(stream)]);
  },
  touched(stored) {
    const event = knownEvent(patientEvents, stored);
    return event ? touchedByPatient(idOf(stored.stream), event) : [];
  },
  aggregateTag: (stream) => `patient:${idOf(stream)}`,
};

async function project(tx: Transaction, stored: StoredEvent): Promise<void> {
  const event = knownEvent(patientEvents, stored);
  switch (event?.type) {
    case undefined:
    // Not shown: the admission has a stream of its own. These events keep a patient with admissions from deletion.
    case 'AdmissionRegistered':
    case 'AdmissionUnregistered':
      return;
    case 'PatientRegistered': {
      const { teamId, firstName, middleName, lastName, fourthName, birthdate, medicalRecordNumber } = event.data;
      return changeOne(
        tx,
        /* sql */ `
        insert into patient (patient_id, team_id, first_name, middle_name, last_name, fourth_name,
                             first_key, middle_key, last_key, fourth_key,
                             birthdate, medical_record_number, registered_at, since, version)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, $14)`,
        [
          idOf(stored.stream),
          teamId,
          firstName,
          middleName,
          lastName,
          fourthName,
          foldName(firstName),
          foldName(middleName),
          foldName(lastName),
          foldName(fourthName),
          birthdate,
          medicalRecordNumber,
          event.metadata.occurredAt,
          event.revision,
          recordedAtOf(event.metadata),
        ],
      );
    }
    case 'PatientCorrected': {
      const { firstName, middleName, lastName, fourthName, birthdate, medicalRecordNumber } = event.data;
      return updateOneKeepingPast(
        tx,
        'patient',
        event,
        /* sql */ `
        first_name = $4, middle_name = $5, last_name = $6, fourth_name = $7,
        first_key = $8, middle_key = $9, last_key = $10, fourth_key = $11,
        birthdate = $12, medical_record_number = $13, version = $2`,
        'patient_id = $3',
        [
          idOf(stored.stream),
          firstName,
          middleName,
          lastName,
          fourthName,
          foldName(firstName),
          foldName(middleName),
          foldName(lastName),
          foldName(fourthName),
          birthdate,
          medicalRecordNumber,
        ],
      );
    }
    // There is no row to remove if the key was destroyed before the registration was projected.
    case 'PatientDeleted':
      await patients.forget(tx, stored.stream);
      return erasePast(tx, {
        patientId: idOf(stored.stream),
        teamId: event.metadata.teamId ?? '',
        at: recordedAtOf(event.metadata),
      });
    default:
      return event satisfies never;
  }
}
