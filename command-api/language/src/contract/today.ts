/**
 * Home and the search over all teams of a person (docs/product.md, "Home" and "Search everywhere"). Read side only. Today is a
 * day of the hospital's time zone.
 */
import type { CareDetails, PatientIdentity } from './entities.ts';
import type { WardPatient } from './handover.ts';

/**
 * The things that can wait for a person in a team: errors without a response for which they are responsible, those of them whose
 * follow-up date has passed, offers of a transfer, requests of an erasure that they may answer, and charts of inpatients
 * that others have changed since the person last looked.
 */
export type WaitingKind = 'pending' | 'overdue' | 'transfers' | 'erasures' | 'changed';
export interface Waiting {
  kind: WaitingKind;
  team: string;
  teamName: string;
  /** At least 1. */
  count: number;
}
/** An inpatient of one of the teams. */
export interface TodayPatient extends WardPatient {
  team: string;
  teamName: string;
}
/** `GET /api/users/me/today` */
export interface Today {
  today: string;
  /** By kind, then by the name of the team. */
  waiting: Waiting[];
  /** The inpatients who need a review most, of all teams. */
  patients: TodayPatient[];
  /** All inpatients of the teams. */
  inpatients: number;
}

/** A patient of one of the caller's teams. */
export interface TeamsPatient extends PatientIdentity, Pick<CareDetails, 'room' | 'bed'> {
  _id: string;
  team: string;
  teamName: string;
  /** The open admission; null without one. */
  admission: string | null;
}
/** `GET /api/search`: inpatients first. */
export interface TeamsSearch {
  patients: TeamsPatient[];
}
