/**
 * The commands of a patient's allergies, by clinical pharmacists and physicians of the patient's team (docs/product.md,
 * "Allergies"). The order of checks is that of `../README.md`.
 */
import { type Command, refuseIfChanged, Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, notFound, refuseUnless } from '../refusals.ts';
import { limits } from '../values/codes.ts';
import { isSame, pick, presentFields } from '../values/record-fields.ts';
import { agentName } from './allergy-agent.ts';
import { type AllergyList, isListed, type ListedAllergy } from './allergy-list.ts';
import { refuseIfMerged, registered } from './decide.ts';
import type { Allergy, PatientEvent } from './events.ts';
import { allergyFields } from './fields.ts';
import type { Patient } from './state.ts';

/** The caller looks up the labels. */
export interface RecordAllergy {
  readonly allergy: Allergy;
}
/** Absent fields stay unchanged. */
export interface CorrectAllergy {
  readonly allergyId: string;
  readonly changes: { readonly [Field in keyof Omit<Allergy, 'allergyId'>]?: Allergy[Field] | undefined };
}
export interface RemoveAllergy {
  readonly allergyId: string;
  /** Typed by the person. */
  readonly reason: string;
}
/** With `basedOn` the version of the list: it is right as the person saw it. */
export interface ConfirmAllergies {
  readonly patientId: string;
}

export function recordAllergy(patient: Patient, command: Command<RecordAllergy>): PatientEvent[] {
  const { allergy } = command;
  const allergies = writable(patient, command);
  if (allergies.list.some(({ allergyId }) => allergyId === allergy.allergyId)) return [];
  refuseImpossible(allergies, allergy);
  if (allergies.list.length >= limits.allergiesPerPatient)
    throw new Rejection(refusal('too-many-allergies', { limit: limits.allergiesPerPatient }));
  return [{ type: 'AllergyRecorded', data: { allergy } }];
}

export function correctAllergy(patient: Patient, command: Command<CorrectAllergy>): PatientEvent[] {
  const { allergyId, changes } = command;
  const allergies = writable(patient, command);
  const { touch, ...current } = allergyOf(allergies, allergyId);
  const allergy: Allergy = { allergyId, ...pick(allergyFields, { ...current, ...presentFields(changes) }) };
  refuseImpossible(allergies, allergy);
  if (isSame(allergyFields, current, allergy)) return [];
  refuseIfChanged(command, { kind: 'allergy', id: allergyId }, touch);
  return [{ type: 'AllergyCorrected', data: { allergy } }];
}

export function removeAllergy(patient: Patient, command: Command<RemoveAllergy>): PatientEvent[] {
  const { allergyId, reason } = command;
  const { touch } = allergyOf(writable(patient, command), allergyId);
  refuseIfChanged(command, { kind: 'allergy', id: allergyId }, touch);
  return [{ type: 'AllergyRemoved', data: { allergyId, reason } }];
}

/** Once a stay: after the next admission, or a change of the list, it is written again. */
export function confirmAllergies(patient: Patient, command: Command<ConfirmAllergies>): PatientEvent[] {
  const { touch, confirmed } = writable(patient, command);
  if (confirmed?.isOfStay) return [];
  if (touch) refuseIfChanged(command, { kind: 'allergies', id: command.patientId }, touch);
  return [{ type: 'AllergiesConfirmed', data: {} }];
}

/** The allergies of a patient whom the acting person treats. @throws Rejection */
function writable(patient: Patient, { actor }: Command<object>): AllergyList {
  const before = registered(patient);
  refuseUnless(actor.canEdit || actor.isPhysic);
  refuseIfMerged(before);
  return before.allergies;
}

export function allergyOf({ list }: AllergyList, allergyId: string): ListedAllergy {
  const found = list.find((one) => one.allergyId === allergyId);
  if (!found) throw notFound();
  return found;
}

function refuseImpossible(allergies: AllergyList, allergy: Allergy): void {
  const agents = [allergy.drug, allergy.tag, allergy.agentText].filter((agent) => agent !== '');
  if (agents.length !== 1 || agentName(allergy) === '')
    throw invalidField('agentText', refusal('allergy-agent-required'));
  if (isListed(allergies, allergy)) throw new Rejection(refusal('allergy-listed-already'));
}
