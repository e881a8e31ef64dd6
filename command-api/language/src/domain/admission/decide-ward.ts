/**
 * The marks of an inpatient on the ward board, by the clinical pharmacists of the team (docs/product.md, "Priority"). The
 * order of checks is that of `decide.ts`.
 */
import type { ReviewLevel } from '../priority/views.ts';
import { type Command, Rejection } from '../command.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import { addDays, type CalendarDate } from '../values/calendar-date.ts';
import { limits } from '../values/codes.ts';
import type { AdmissionEvent } from './events.ts';
import { admitted } from './lookup.ts';
import type { Admission, Admitted } from './state.ts';

export interface DeferPatient {
  readonly until: CalendarDate;
  readonly reason: string;
}
export interface MarkReviewLevel {
  readonly level: ReviewLevel;
}

const markedBy = (admission: Admission, { actor }: Command<object>): Admitted => {
  const before = admitted(admission);
  refuseUnless(actor.canEdit);
  return before;
};

function refuseAfterDischarge({ status }: Admitted): void {
  if (status === 'discharged') throw new Rejection(refusal('not-an-inpatient'));
}

const hasTaken = ({ taken }: Admitted, { actor, today }: Command<object>): boolean =>
  taken.some(({ userId, day }) => userId === actor.id && day === today);

/** On the person's list of today. Several people may take a patient. */
export function takePatient(admission: Admission, command: Command<object>): AdmissionEvent[] {
  const before = markedBy(admission, command);
  if (hasTaken(before, command)) return [];
  refuseAfterDischarge(before);
  return [{ type: 'PatientTaken', data: { day: command.today } }];
}

export function releasePatient(admission: Admission, command: Command<object>): AdmissionEvent[] {
  const before = markedBy(admission, command);
  return hasTaken(before, command) ? [{ type: 'PatientReleased', data: { day: command.today } }] : [];
}

export function deferPatient(admission: Admission, command: Command<DeferPatient>): AdmissionEvent[] {
  const { until, reason, today } = command;
  const before = markedBy(admission, command);
  if (before.deferral?.until === until && before.deferral.reason === reason) return [];
  refuseAfterDischarge(before);
  if (until <= today || until > addDays(today, limits.deferredDays))
    throw invalidField('until', refusal('deferred-too-far', { limit: limits.deferredDays }));
  return [{ type: 'PatientDeferred', data: { until, reason } }];
}

export function endDeferral(admission: Admission, command: Command<object>): AdmissionEvent[] {
  const { deferral } = markedBy(admission, command);
  return deferral ? [{ type: 'DeferralEnded', data: {} }] : [];
}

export function markReviewLevel(admission: Admission, command: Command<MarkReviewLevel>): AdmissionEvent[] {
  const { level, today: day, actor } = command;
  const before = markedBy(admission, command);
  const { reviewLevel: marked } = before;
  if (marked?.day === day && marked.level === level && marked.touch.changedBy === actor.id) return [];
  refuseAfterDischarge(before);
  return [{ type: 'ReviewLevelMarked', data: { day, level } }];
}

/** The level of today, also where a colleague has marked it. */
export function clearReviewLevel(admission: Admission, command: Command<object>): AdmissionEvent[] {
  const { today: day } = command;
  const { reviewLevel: marked } = markedBy(admission, command);
  return marked?.day === day ? [{ type: 'ReviewLevelCleared', data: { day } }] : [];
}
