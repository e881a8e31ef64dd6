/**
 * The stays of a person: the admissions of a patient and of the patients who were merged into them, in all teams. They
 * have streams of their own, so a caller reads them before it decides (`commands/person.ts`).
 */
import type { RegisteredPatient } from './state.ts';

export interface Stay {
  readonly admissionId: string;
  /** The patient whose key encrypts it. */
  readonly patientId: string;
  /** Undefined where the admission's own stream has not begun. */
  readonly teamId: string | undefined;
  readonly status: 'open' | 'discharged' | 'deleted';
  /** The number of events of its stream. */
  readonly events: bigint;
}

/** True if the person is an inpatient. An admission that `stays` does not name was registered since: it is open. */
export const hasOpenStay = ({ admissions }: RegisteredPatient, stays: readonly Stay[]): boolean =>
  stays.some(({ status }) => status === 'open') ||
  admissions.some(({ admissionId }) => !stays.some((stay) => stay.admissionId === admissionId));

/** True if the person has an open admission beside this one: a merge can bring two. */
export const hasOtherOpenStay = (stays: readonly Stay[], admissionId: string): boolean =>
  stays.some((stay) => stay.status === 'open' && stay.admissionId !== admissionId);

export interface Parts {
  /** The stays with the patient's team, also where their streams have not begun. */
  readonly own: readonly Stay[];
  /** The stays with other teams, which a transfer left with them. */
  readonly others: readonly Stay[];
}

/** A person's stays with the team, and with other teams. A deleted admission is of no team. */
export function partsOf(stays: readonly Stay[], teamId: string): Parts {
  const left = stays.filter(({ status }) => status !== 'deleted');
  const isOwn = (stay: Stay): boolean => stay.teamId === undefined || stay.teamId === teamId;
  return { own: left.filter(isOwn), others: left.filter((stay) => !isOwn(stay)) };
}
