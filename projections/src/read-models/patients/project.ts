/** `patient-` streams into patients. Their admissions have streams of their own and belong to `clinical`. */
import { foldName, wholeNameKey } from 'language/domain/values/arabic';
import { foldRecordNumber } from 'language/domain/values/folding';
import { erasureEndsAt } from 'language/domain/patient/decide-erasure';
import { patientEvents, type PatientEvent, type PatientFacts } from 'language/domain/patient/events';
import { allergyFields, patientFields } from 'language/domain/patient/fields';
import { touchedBy as touchedByPatient } from 'language/domain/patient/touched';
import { recordedAtOf } from 'language/domain/command';
import type { StoredEvent } from 'service-kit/event-log/port';
import { knownEvent } from 'language/domain/event-schema';
import { rowOf } from '../field-columns.ts';
import { idOf, type Projection } from '../projection.ts';
import { insert, remove, removeKeepingPast, type RowChange, shared, update, updateKeepingPast } from '../row-change.ts';
import type { Rows } from '../stream-rows.ts';
import {
  absorbedPatient,
  allergy,
  allergyList,
  erasedPatient,
  erasureRequest,
  patient,
  tablesOfPatient,
} from './tables.ts';

export const patients: Projection = {
  name: 'patients',
  changes: [
    {
      differs: [
        ...['first', 'middle', 'last', 'fourth', 'name', 'record'].map((part) => `patient.${part}_key`),
        // An open request to erase a patient follows a transfer.
        'erasure_request.team_id',
      ],
    },
  ],
  eventsOf: () => patientEvents,
  tablesOf: () => tablesOfPatient,
  project,
  touched(stored) {
    const event = knownEvent(patientEvents, stored);
    return event ? touchedByPatient(idOf(stored.stream), event) : [];
  },
  aggregateTag: (stream) => `patient:${idOf(stream)}`,
};

function project(rows: Rows, stored: StoredEvent): readonly RowChange[] {
  const event = knownEvent(patientEvents, stored);
  const patient_id = idOf(stored.stream);
  const version = String(stored.revision);
  switch (event?.type) {
    case undefined:
    // Not shown: the admission has a stream of its own. These events keep a patient with admissions from deletion.
    case 'AdmissionUnregistered':
    // A merge is shown once the patient who stays has the merged patient.
    case 'PatientMerged':
    case 'PatientMergeDeclined':
    case 'PatientMergeUndone':
    // The erasure goes on by itself. Its last event removes the rows.
    case 'PatientErasureAgreed':
      return [];
    // A new stay asks for the allergies again.
    case 'AdmissionRegistered':
      return rows
        .all(allergyList)
        .filter((list) => list.is_of_stay)
        .map((list) => updateKeepingPast(allergyList, list, { is_of_stay: false }, event));
    case 'AllergyRecorded':
    case 'AllergyCorrected':
    case 'AllergyRemoved':
    case 'AllergiesConfirmed':
      return changesOfAllergies(rows, event);
    case 'PatientRegistered':
      return [
        insert(patient, {
          patient_id,
          team_id: event.data.teamId,
          ...factsOf(event.data),
          registered_at: event.metadata.occurredAt,
          version,
          since: recordedAtOf(event.metadata),
        }),
      ];
    case 'PatientCorrected':
      return [updateKeepingPast(patient, { patient_id }, { ...factsOf(event.data), version }, event)];
    case 'PatientAbsorbed':
      return [
        insert(absorbedPatient, {
          survivor_id: patient_id,
          patient_id: event.data.patientId,
          merged_at: event.metadata.occurredAt,
          merged_by: event.metadata.actorId,
          version,
          since: recordedAtOf(event.metadata),
        }),
      ];
    case 'PatientSeparated':
      return [removeKeepingPast(absorbedPatient, { survivor_id: patient_id, patient_id: event.data.patientId }, event)];
    // In the team's order of registration they are the newest: the places of the others do not change.
    case 'PatientTransferred': {
      const moved = { team_id: event.data.toTeamId, registered_at: event.metadata.occurredAt, version };
      return [
        updateKeepingPast(patient, { patient_id }, moved, event),
        // An open request follows the patient: the new team answers it.
        ...rows.all(erasureRequest).map(() => update(erasureRequest, { patient_id }, { team_id: event.data.toTeamId })),
      ];
    }
    case 'PatientErasedFromTeam': {
      const moved = { team_id: event.data.toTeamId, registered_at: event.metadata.occurredAt, version };
      return [...withoutRequest(rows), updateKeepingPast(patient, { patient_id }, moved, event)];
    }
    case 'PatientErasureRequested': {
      const { actorId, occurredAt } = event.metadata;
      return [
        ...withoutRequest(rows),
        insert(erasureRequest, {
          patient_id,
          team_id: rows.one(patient, { patient_id }).team_id,
          ...event.data,
          requested_by: actorId,
          requested_at: occurredAt,
          ends_at: erasureEndsAt(occurredAt),
          refused_by: null,
          refused_at: null,
        }),
      ];
    }
    case 'PatientErasureWithdrawn':
      return withoutRequest(rows);
    case 'PatientErasureRefused': {
      const { actorId, occurredAt } = event.metadata;
      return [update(erasureRequest, { patient_id }, { refused_by: actorId, refused_at: occurredAt })];
    }
    // There is no row to remove if the key was destroyed before the registration was projected.
    case 'PatientDeleted': {
      const erased = {
        patient_id,
        team_id: event.metadata.teamId ?? '',
        at: recordedAtOf(event.metadata),
        person_id: event.data.personId ?? null,
      };
      return [
        ...withoutRequest(rows),
        ...rows.all(patient).map((row) => remove(patient, row)),
        ...rows.all(absorbedPatient).map((row) => remove(absorbedPatient, row)),
        ...rows.all(allergy).map((row) => remove(allergy, row)),
        ...rows.all(allergyList).map((row) => remove(allergyList, row)),
        ...rows.all(erasedPatient).map((row) => remove(erasedPatient, row)),
        insert(erasedPatient, erased),
        shared({ kind: 'patient erased', patientId: patient_id }),
      ];
    }
    default:
      return event satisfies never;
  }
}

type AllergyEvent = Extract<
  PatientEvent,
  { type: 'AllergyRecorded' | 'AllergyCorrected' | 'AllergyRemoved' | 'AllergiesConfirmed' }
>;

function changesOfAllergies(rows: Rows, event: StoredEvent & AllergyEvent): RowChange[] {
  const patient_id = idOf(event.stream);
  const version = String(event.revision);
  const since = recordedAtOf(event.metadata);
  const unconfirmed = { confirmed_at: null, confirmed_by: null, is_of_stay: false, version };
  const changed = inList(rows, patient_id, unconfirmed, event);
  switch (event.type) {
    case 'AllergyRecorded': {
      const { allergyId: allergy_id, ...fields } = event.data.allergy;
      const row = { patient_id, allergy_id, ...rowOf(allergyFields, fields), place: version, version, since };
      return [insert(allergy, row), changed];
    }
    case 'AllergyCorrected': {
      const { allergyId: allergy_id, ...fields } = event.data.allergy;
      const set = { ...rowOf(allergyFields, fields), version };
      return [updateKeepingPast(allergy, { patient_id, allergy_id }, set, event), changed];
    }
    case 'AllergyRemoved':
      return [removeKeepingPast(allergy, { patient_id, allergy_id: event.data.allergyId }, event), changed];
    case 'AllergiesConfirmed': {
      const { occurredAt, actorId } = event.metadata;
      const confirmed = { confirmed_at: occurredAt, confirmed_by: actorId, is_of_stay: true };
      return [inList(rows, patient_id, confirmed, event)];
    }
    default:
      return event satisfies never;
  }
}

/** The first answer makes the row of the list. */
function inList(rows: Rows, patient_id: string, set: ListAnswer, event: StoredEvent): RowChange {
  const first = { patient_id, version: '0', since: recordedAtOf(event.metadata), ...set };
  return rows.find(allergyList, { patient_id })
    ? updateKeepingPast(allergyList, { patient_id }, set, event)
    : insert(allergyList, first);
}

interface ListAnswer {
  readonly confirmed_at: string | null;
  readonly confirmed_by: string | null;
  readonly is_of_stay: boolean;
  readonly version?: string;
}

const withoutRequest = (rows: Rows): RowChange[] => rows.all(erasureRequest).map((row) => remove(erasureRequest, row));

const factsOf = (facts: PatientFacts) => ({
  ...rowOf(patientFields, facts),
  first_key: foldName(facts.firstName),
  middle_key: foldName(facts.middleName),
  last_key: foldName(facts.lastName),
  fourth_key: foldName(facts.fourthName),
  name_key: wholeNameKey([facts.firstName, facts.middleName, facts.lastName, facts.fourthName]),
  record_key: foldRecordNumber(facts.medicalRecordNumber),
});
