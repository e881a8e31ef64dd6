/** `patient-` streams into patients. Their admissions have streams of their own, and are the clinical projection's rows. */
import { foldName } from 'command-api/domain/arabic';
import { patientEvents } from 'command-api/domain/patient/events';
import { touchedBy as touchedByPatient } from 'command-api/domain/patient/touched';
import type { StoredEvent } from 'command-api/event-log';
import { known } from 'command-api/domain/event-schema';
import { changeOne, idOf, type Projection, type Transaction } from '../../projection.ts';

export const patients: Projection = {
  name: 'patients',
  project,
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
    // The admission's own stream tells all there is to show; this event is the rule that no patient with admissions is deleted.
    case 'AdmissionRegistered':
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
    default:
      return event satisfies never;
  }
}
