/** The events of `patient-<id>`. The patient's key encrypts the payloads. */
import * as z from 'zod';
import { CalendarDate } from '../values/calendar-date.ts';
import { allergyCertainties, allergySeverities, allergySources, erasureCategories, sexes } from '../values/codes.ts';
import type { EventsOf } from '../event-schema.ts';
import { Id } from '../values/fields.ts';
import { RichText } from '../values/rich-text.ts';
import { storedCareDetails } from '../admission/care-details.ts';

const facts = {
  firstName: z.string(),
  middleName: z.string(),
  lastName: z.string(),
  fourthName: z.string(),
  birthdate: CalendarDate,
  medicalRecordNumber: z.string(),
  /** Events of before it have none. */
  sex: z.enum(['', ...sexes]).exactOptional(),
};

/**
 * The agent is one of three: a drug of the catalogue by its root id, a class of drugs by its tag, or a text. The others are
 * empty. The labels are those of the catalogue when it was written.
 */
export const Allergy = z.object({
  allergyId: Id,
  drug: Id.or(z.literal('')),
  drugLabel: z.string(),
  tag: Id.or(z.literal('')),
  tagLabel: z.string(),
  agentText: z.string(),
  reaction: z.string(),
  severity: z.enum(['', ...allergySeverities]),
  certainty: z.enum(['', ...allergyCertainties]),
  source: z.enum(['', ...allergySources]),
  onset: z.string(),
});
export type Allergy = Readonly<z.output<typeof Allergy>>;

export const ErasureCategory = z.enum(erasureCategories);

export const patientEvents = {
  PatientRegistered: z.object({ teamId: Id, ...facts }),
  /** All facts after the change. */
  PatientCorrected: z.object(facts),
  AllergyRecorded: z.object({ allergy: Allergy }),
  /** All fields after the change. */
  AllergyCorrected: z.object({ allergy: Allergy }),
  AllergyRemoved: z.object({ allergyId: Id, reason: z.string() }),
  /** A person has asked: what is listed is right. With an empty list, no allergies are known. */
  AllergiesConfirmed: z.object({}),
  /**
   * Has all data of `PatientAdmitted`, so that an admission interrupted between the two streams can be completed
   * (docs/architecture.md, "Rule 5: the stream that sees it decides").
   */
  AdmissionRegistered: z.object({
    admissionId: Id,
    admissionDate: CalendarDate,
    admissionDetails: RichText,
    ...storedCareDetails,
  }),
  /** Follows the deletion of the admission on its own stream. */
  AdmissionUnregistered: z.object({ admissionId: Id }),
  /**
   * On the merged patient's stream: the first step of a merge. `into` is the patient who stays. `reason` is what the person
   * typed, or empty.
   */
  PatientMerged: z.object({ into: Id, reason: z.string() }),
  /** On the stream of the patient who stays, of a merged patient: the merge holds from here. */
  PatientAbsorbed: z.object({ patientId: Id }),
  /** On the stream of the patient who should stay, who was merged into another meanwhile: the merge ends. */
  PatientMergeDeclined: z.object({ patientId: Id }),
  /** On the stream of the patient who stays: the first step of undoing a merge. */
  PatientSeparated: z.object({ patientId: Id }),
  /** On the merged patient's stream, after `PatientSeparated` or `PatientMergeDeclined`: it is a patient of its own again. */
  PatientMergeUndone: z.object({}),
  /** Follows the acceptance of a transfer on the admission's stream. The patient belongs to the receiving team. */
  PatientTransferred: z.object({ admissionId: Id, fromTeamId: Id, toTeamId: Id }),
  /** Ends after a week without an answer (`decide-erasure.ts`). The reason is gone with the key. */
  PatientErasureRequested: z.object({ category: ErasureCategory, reason: z.string() }),
  PatientErasureWithdrawn: z.object({}),
  PatientErasureRefused: z.object({}),
  /**
   * By the second person. `AdmissionErased` on each admission follows, then `PatientDeleted`. Never encrypted: it says
   * after the erasure who asked and why, without a text.
   */
  PatientErasureAgreed: z.object({ category: ErasureCategory, requestedBy: Id, requestedAt: z.string() }),
  /**
   * By the second person, of a person who has admissions in other teams: the admissions of the team go, and the patient
   * belongs to the team of what is left. `AdmissionErased` on each of `admissionIds` follows.
   */
  PatientErasedFromTeam: z.object({
    category: ErasureCategory,
    requestedBy: Id,
    requestedAt: z.string(),
    fromTeamId: Id,
    toTeamId: Id,
    admissionIds: z.array(Id),
  }),
  /**
   * The last event of the stream. It has no text, so it is readable after the patient's key is destroyed. `personId`: the
   * patient who was erased, of one who was merged into them.
   */
  PatientDeleted: z.object({ personId: Id.exactOptional() }),
};
export type PatientEvent = EventsOf<typeof patientEvents>;
export type PatientFacts = Readonly<Extract<PatientEvent, { type: 'PatientCorrected' }>['data']>;

export const patientStream = (patientId: string): string => `patient-${patientId}`;
