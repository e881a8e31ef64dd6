/**
 * The possible dates of care (docs/product.md, "Dates of care").
 * All functions throw a Rejection `invalid` with the body's field name.
 */
import { addDays, type CalendarDate } from './calendar-date.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField } from '../refusals.ts';

export function refuseImpossibleBirthdate(birthdate: CalendarDate, today: CalendarDate): void {
  if (birthdate > today) throw invalidField('birthdate', refusal('birth-in-future'));
}

/** @param field of the body: `patient` of a merge, where the patient who stays has the birth date */
export function refuseBirthAfterAdmission(
  birthdate: CalendarDate,
  firstAdmission: CalendarDate | undefined,
  field: 'birthdate' | 'patient' = 'birthdate',
): void {
  if (firstAdmission !== undefined && birthdate > firstAdmission)
    throw invalidField(field, refusal('birth-after-admission', { date: firstAdmission }));
}

export function refuseImpossibleAdmissionDate(admissionDate: CalendarDate, today: CalendarDate): void {
  if (admissionDate > today) throw invalidField('admissionDate', refusal('admission-in-future'));
}

export function refuseAdmissionBeforeBirth(admissionDate: CalendarDate, birthdate: CalendarDate): void {
  if (admissionDate < birthdate) throw invalidField('admissionDate', refusal('admission-before-birth'));
}

export function refuseImpossibleDischargeDate(
  dischargeDate: CalendarDate,
  admissionDate: CalendarDate,
  today: CalendarDate,
  lastTransfer?: { readonly transferDate: CalendarDate },
): void {
  if (dischargeDate < admissionDate) throw invalidField('dischargeDate', refusal('discharge-before-admission'));
  if (lastTransfer && dischargeDate < lastTransfer.transferDate)
    throw invalidField('dischargeDate', refusal('discharge-before-transfer', { date: lastTransfer.transferDate }));
  if (dischargeDate > today) throw invalidField('dischargeDate', refusal('discharge-in-future'));
}

/** Reviews and notes may be dated one day ahead, for the morning round. Late ones are allowed, also after discharge. */
export function refuseImpossibleDateOfRecord(
  field: 'reviewDate' | 'noteDate',
  date: CalendarDate,
  admissionDate: CalendarDate,
  today: CalendarDate,
): void {
  const isReview = field === 'reviewDate';
  if (date < admissionDate)
    throw invalidField(field, refusal(isReview ? 'review-before-admission' : 'note-before-admission'));
  if (date > addDays(today, 1))
    throw invalidField(field, refusal(isReview ? 'review-too-far-ahead' : 'note-too-far-ahead'));
}

const YEAR_IN_DAYS = 366;

/** Not before its review, and at most a year ahead: a typing error in the year would never come due. */
export function refuseImpossibleFollowUpDate(
  field: string,
  followUpDate: CalendarDate | null,
  reviewDate: CalendarDate,
  today: CalendarDate,
): void {
  if (followUpDate === null) return;
  if (followUpDate < reviewDate) throw invalidField(field, refusal('follow-up-before-review'));
  if (followUpDate > addDays(today, YEAR_IN_DAYS)) throw invalidField(field, refusal('follow-up-too-far-ahead'));
}
