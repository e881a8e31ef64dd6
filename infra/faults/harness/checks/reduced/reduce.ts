/** The events of a whole log into the rows of the tables that hold charts. */
import type { PatientEvent } from 'command-api/domain/patient/events';
import type { StoredEvent } from 'service-kit/event-log/port';
import { reduceAdmission } from './reduce-admission.ts';
import { type Row, Rows } from './rows.ts';

/** The streams whose events `reduce` takes. */
export const reducedPrefixes = ['patient-', 'admission-'] as const;

/** @param events in the order of the log */
export function reduce(events: readonly StoredEvent[]): Rows {
  const rows = new Rows();
  // The key of an unreadable event is destroyed: the last event of its stream removes all rows.
  for (const event of events)
    if (!event.unreadable) (event.stream.startsWith('patient-') ? reducePatient : reduceAdmission)(rows, event);
  return rows;
}

function reducePatient(rows: Rows, stored: StoredEvent): void {
  const event = stored as StoredEvent & PatientEvent;
  const here = { patient_id: event.stream.slice('patient-'.length) };
  const { actorId, occurredAt, recordedAt = occurredAt } = event.metadata;
  const version = Number(event.revision);
  const now = (): Row => {
    const { since } = rows.one('patient', here);
    return { version, since: recordedAt > String(since) ? recordedAt : since };
  };
  if (event.type === 'PatientRegistered') {
    const facts = factsOf(event.data);
    const registered = { registered_at: occurredAt, version, since: recordedAt };
    rows.put('patient', { ...here, team_id: event.data.teamId, ...facts, ...registered });
  } else if (event.type === 'PatientCorrected') rows.set('patient', here, { ...factsOf(event.data), ...now() });
  else if (event.type === 'PatientTransferred')
    rows.set('patient', here, { team_id: event.data.toTeamId, registered_at: occurredAt, ...now() });
  else if (event.type === 'PatientAbsorbed')
    rows.put('absorbed_patient', {
      survivor_id: here.patient_id,
      patient_id: event.data.patientId,
      merged_at: occurredAt,
      merged_by: actorId,
      version,
      since: recordedAt,
    });
  else if (event.type === 'PatientSeparated')
    rows.remove('absorbed_patient', { survivor_id: here.patient_id, patient_id: event.data.patientId });
  else if (event.type === 'PatientDeleted') {
    rows.remove('absorbed_patient', { survivor_id: here.patient_id });
    rows.remove('patient', here);
  }
}

type Facts = Extract<PatientEvent, { type: 'PatientCorrected' }>['data'];
const factsOf = (facts: Facts): Row => ({
  first_name: facts.firstName,
  middle_name: facts.middleName,
  last_name: facts.lastName,
  fourth_name: facts.fourthName,
  birthdate: facts.birthdate,
  medical_record_number: facts.medicalRecordNumber,
});
