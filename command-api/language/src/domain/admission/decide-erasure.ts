/** The erasure of an admission: a step of the erasure of its patient (`../patient/decide-erasure.ts`). */
import { type Command, Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { type MadeFigures, versionOfReviews } from './erased-figures.ts';
import type { AdmissionEvent } from './events.ts';
import type { Admission } from './state.ts';

export interface EraseAdmission {
  readonly patientId: string;
  /** The patient who stays, of a merged one; else the same. */
  readonly personId: string;
  readonly teamId: string;
  readonly figures: MadeFigures;
}

/**
 * The patient's stream has decided. Also where `PatientAdmitted` was cut off: then nothing is admitted later. A
 * repetition writes nothing.
 * @throws Rejection `erasure-changed-since` where a review was written since the figures were made
 */
export function eraseAdmission(admission: Admission, command: Command<EraseAdmission>): AdmissionEvent[] {
  const { patientId, personId, teamId, figures } = command;
  if (admission.status === 'deleted') return [];
  if (versionOfReviews(admission) !== figures.madeOf) throw new Rejection(refusal('erasure-changed-since'));
  const { reviews, errors } = figures;
  const otherTeamIds = figures.teamIds.filter((id) => id !== teamId);
  const whose = { patientId, ...(personId === patientId ? {} : { personId }) };
  const where = { teamId, ...(otherTeamIds.length === 0 ? {} : { otherTeamIds }) };
  return [{ type: 'AdmissionErased', data: { ...whose, ...where, reviews, errors } }];
}
