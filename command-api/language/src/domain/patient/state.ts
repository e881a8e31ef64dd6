/** The state of a patient, folded from `patient-<id>`: facts, registered admissions, merges, allergies. */
import type { CalendarDate } from '../values/calendar-date.ts';
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { GivenCareDetails } from '../admission/care-details.ts';
import type { ErasureCategory } from '../values/codes.ts';
import { type AllergyList, askedBeforeStay, changedAllergies, noAllergies } from './allergy-list.ts';
import type { PatientEvent, PatientFacts } from './events.ts';

/** A request to erase the patient that was not withdrawn or refused. It may have ended (`decide-erasure.ts`). */
export interface ErasureRequest {
  readonly category: ErasureCategory;
  readonly requestedBy: string;
  /** ISO 8601 UTC. */
  readonly requestedAt: string;
  /** A second person has agreed: the patient is being erased, and nothing more is written. */
  readonly isAgreed: boolean;
}

/** The admissions of a team that were erased, while others are left with other teams. */
export interface ErasedPart {
  /** The command of the agreement. */
  readonly commandId: string;
  readonly teamId: string;
  readonly admissionIds: readonly string[];
}

export interface RegisteredAdmission extends GivenCareDetails {
  readonly admissionId: string;
  readonly admissionDate: CalendarDate;
  /** HTML. */
  readonly admissionDetails: string;
}

/**
 * The merge of a patient into another one. `mergeId`: the id of the command, from which those of
 * the further steps derive.
 */
export interface MergedInto {
  readonly patientId: string;
  readonly mergeId: string;
  /** The text that the person typed, or empty. */
  readonly reason: string;
  /** The instant, ISO 8601 UTC. */
  readonly at: string;
}
/** A patient who was merged into this patient. */
export interface AbsorbedPatient {
  readonly patientId: string;
  /** The team of both at the merge. */
  readonly teamId: string;
  /** The instant of the merge, ISO 8601 UTC. */
  readonly at: string;
}

/** `touch`: the last change of the facts or the team. A new admission, a merge or an allergy does not change it. */
export interface RegisteredPatient extends PatientFacts {
  readonly status: 'registered';
  /** The team of the last transfer, or of the registration. */
  readonly teamId: string;
  /** In the order of the transfers. */
  readonly earlierTeams: readonly string[];
  /** The instant of registration in the present team, ISO 8601 UTC. */
  readonly registeredAt: string;
  /** In the order they were registered. */
  readonly admissions: readonly RegisteredAdmission[];
  /** Set for a patient who was merged into another patient (`decide-merge.ts`). */
  readonly mergedInto?: MergedInto;
  /** The patients who were merged into this patient, in this order. */
  readonly absorbed: readonly AbsorbedPatient[];
  readonly allergies: AllergyList;
  readonly erasure?: ErasureRequest;
  readonly erasedParts: readonly ErasedPart[];
  readonly touch: Touch;
  /** The last event of the stream. */
  readonly revision: bigint;
}
/** No data of the person remains, neither here nor readable in the log. */
export interface DeletedPatient {
  readonly status: 'deleted';
  /** From the deletion's metadata where earlier events are unreadable. */
  readonly teamId?: string;
  /** By two people, with the admissions (`PatientErasureAgreed`). */
  readonly isErased?: true;
  readonly touch: Touch;
}
export type Patient = { readonly status: 'none' } | RegisteredPatient | DeletedPatient;

export const initial: Patient = { status: 'none' };

/**
 * Total: an event that does not fit changes nothing. The caller leaves out events without data (`unreadable`). The
 * deletion is always readable and is the last event.
 */
export function evolve(patient: Patient, event: Recorded<PatientEvent>): Patient {
  if (patient.status === 'deleted') return patient;
  if (event.type === 'PatientDeleted') {
    const teamId = patient.status === 'registered' ? patient.teamId : event.metadata.teamId;
    const isErased = patient.status === 'registered' && patient.erasure?.isAgreed === true;
    return deleted(event, teamId, isErased);
  }
  // The key is destroyed already if there is no readable registration.
  if (event.type === 'PatientErasureAgreed' && patient.status === 'none')
    return deleted(event, event.metadata.teamId, true);
  if (event.type === 'PatientRegistered') {
    return {
      status: 'registered',
      ...event.data,
      registeredAt: event.metadata.occurredAt,
      admissions: [],
      absorbed: [],
      allergies: noAllergies,
      earlierTeams: [],
      erasedParts: [],
      touch: touchOf(event),
      revision: event.revision,
    };
  }
  if (patient.status === 'none') return patient;
  return { ...changed(patient, event), revision: event.revision };
}

const deleted = (event: Recorded<PatientEvent>, teamId: string | undefined, isErased: boolean): DeletedPatient => ({
  status: 'deleted',
  ...(teamId === undefined ? {} : { teamId }),
  ...(isErased ? { isErased } : {}),
  touch: touchOf(event),
});

type Change = Exclude<PatientEvent, { type: 'PatientRegistered' | 'PatientDeleted' }>;

function changed(patient: RegisteredPatient, event: Recorded<Change>): RegisteredPatient {
  switch (event.type) {
    case 'PatientCorrected':
      return { ...patient, ...event.data, touch: touchOf(event) };
    case 'AdmissionRegistered':
      return {
        ...patient,
        admissions: [...patient.admissions, event.data],
        allergies: askedBeforeStay(patient.allergies),
      };
    case 'AdmissionUnregistered':
      return {
        ...patient,
        admissions: patient.admissions.filter(({ admissionId }) => admissionId !== event.data.admissionId),
      };
    case 'PatientMerged': {
      const { commandId, occurredAt } = event.metadata;
      const { into, reason } = event.data;
      return { ...patient, mergedInto: { patientId: into, mergeId: commandId, reason, at: occurredAt } };
    }
    case 'PatientMergeUndone': {
      const { mergedInto: _ended, ...separate } = patient;
      return separate;
    }
    case 'PatientAbsorbed': {
      const merge = { patientId: event.data.patientId, teamId: patient.teamId, at: event.metadata.occurredAt };
      return { ...patient, absorbed: [...without(patient, merge.patientId), merge] };
    }
    case 'PatientSeparated':
      return { ...patient, absorbed: without(patient, event.data.patientId) };
    case 'PatientMergeDeclined':
      return patient;
    case 'AllergyRecorded':
    case 'AllergyCorrected':
    case 'AllergyRemoved':
    case 'AllergiesConfirmed':
      return { ...patient, allergies: changedAllergies(patient.allergies, event) };
    case 'PatientTransferred':
      return {
        ...patient,
        teamId: event.data.toTeamId,
        registeredAt: event.metadata.occurredAt,
        earlierTeams: [...patient.earlierTeams, patient.teamId],
        touch: touchOf(event),
      };
    case 'PatientErasureRequested':
      return {
        ...patient,
        erasure: {
          category: event.data.category,
          requestedBy: event.metadata.actorId,
          requestedAt: event.metadata.occurredAt,
          isAgreed: false,
        },
      };
    case 'PatientErasureWithdrawn':
    case 'PatientErasureRefused': {
      const { erasure: _erasure, ...left } = patient;
      return left;
    }
    case 'PatientErasureAgreed':
      // The request may be unreadable by now.
      return { ...patient, erasure: { ...event.data, isAgreed: true } };
    case 'PatientErasedFromTeam': {
      const { erasure: _agreed, ...left } = patient;
      const { fromTeamId: teamId, toTeamId, admissionIds } = event.data;
      return {
        ...left,
        teamId: toTeamId,
        registeredAt: event.metadata.occurredAt,
        admissions: patient.admissions.filter(({ admissionId }) => !admissionIds.includes(admissionId)),
        // Nothing is left in the team that could lead its members to the patient.
        earlierTeams: patient.earlierTeams.filter((team) => team !== teamId),
        erasedParts: [...patient.erasedParts, { commandId: event.metadata.commandId, teamId, admissionIds }],
        touch: touchOf(event),
      };
    }
    default:
      return unknownEvent(event, patient);
  }
}

const without = ({ absorbed }: RegisteredPatient, patientId: string): readonly AbsorbedPatient[] =>
  absorbed.filter((one) => one.patientId !== patientId);
