/** `patient-` streams into patients. Their admissions have streams of their own, and are the clinical projection's rows. */
import { foldName } from 'command-api/domain/arabic';
import { patientEvents } from 'command-api/domain/patient/events';
import { touchedBy as touchedByPatient } from 'command-api/domain/patient/touched';
import type { StoredEvent } from 'command-api/event-log';
import { known } from 'command-api/domain/event-schema';
import { changeOne, idOf, type Projection, type Transaction } from '../../projection.ts';

export const patients: Projection = {
  name: 'patients',
  eventsOf: () => patientEvents,
  project,
  async forget(tx, stream) {
    await tx.query('delete from patient where patient_id = $1', [idOf(stream)]);
  },
  touched(stored) {
    const event = known(patientEvents, stored);
    return event ? touchedByPatient(idOf(stored.stream), event) : [];
  },
  aggregateTag: (stream) => `patient:${idOf(stream)}`,
};

async function project(tx: Transaction, stored: StoredEvent): Promise<void> {
  const event = known(patientEvents, stored);
  switch (event?.type) {
    case undefined:
    // The admission's own stream tells all there is to show; these events are the rule that no patient with admissions is deleted.
    case 'AdmissionRegistered':
    case 'AdmissionUnregistered':
      return;
    case 'PatientRegistered': {
      const { teamId, firstName, middleName, lastName, fourthName, birthdate, medicalRecordNumber } = event.data;
      return changeOne(
        tx,
        `insert into patient (patient_id, team_id, first_name, middle_name, last_name, fourth_name, first_key, middle_key, last_key, fourth_key,
                              birthdate, medical_record_number, registered_at, version)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [
          idOf(stored.stream), teamId, firstName, middleName, lastName, fourthName,
          foldName(firstName), foldName(middleName), foldName(lastName), foldName(fourthName),
          birthdate, medicalRecordNumber, event.metadata.occurredAt, event.revision,
        ],
      );
    }
    case 'PatientCorrected': {
      const { firstName, middleName, lastName, fourthName, birthdate, medicalRecordNumber } = event.data;
      return changeOne(
        tx,
        `update patient set first_name = $2, middle_name = $3, last_name = $4, fourth_name = $5, first_key = $6, middle_key = $7, last_key = $8,
                            fourth_key = $9, birthdate = $10, medical_record_number = $11, version = $12
         where patient_id = $1`,
        [
          idOf(stored.stream), firstName, middleName, lastName, fourthName,
          foldName(firstName), foldName(middleName), foldName(lastName), foldName(fourthName),
          birthdate, medicalRecordNumber, event.revision,
        ],
      );
    }
    // Where the key was destroyed before the registration was projected there is no row to remove.
    case 'PatientDeleted':
      return patients.forget(tx, stored.stream);
    default:
      return event satisfies never;
  }
}
