/** Which dates of care are possible (decisions, "Rules and rights"). All @throws Rejection `invalid`, with the body's field name. */
import { addDays, type CalendarDate } from './calendar-date.ts';
import { invalidField } from './refusals.ts';

export function refuseImpossibleBirthdate(birthdate: CalendarDate, today: CalendarDate): void {
  if (birthdate > today) throw invalidField('birthdate', 'The birth date is in the future');
}

export function refuseImpossibleAdmissionDate(admissionDate: CalendarDate, today: CalendarDate): void {
  if (admissionDate > today) throw invalidField('admissionDate', 'The admission date is in the future');
}

export function refuseAdmissionBeforeBirth(admissionDate: CalendarDate, birthdate: CalendarDate): void {
  if (admissionDate < birthdate) throw invalidField('admissionDate', 'The admission date is before the patient was born');
}

export function refuseImpossibleDischargeDate(dischargeDate: CalendarDate, admissionDate: CalendarDate, today: CalendarDate): void {
  if (dischargeDate < admissionDate) throw invalidField('dischargeDate', 'The discharge date is before the admission date');
  if (dischargeDate > today) throw invalidField('dischargeDate', 'The discharge date is in the future');
}

/** Reviews and notes may be written one day ahead: for the morning round. Late ones are welcome, also after discharge. */
export function refuseImpossibleDateOfRecord(
  field: 'reviewDate' | 'noteDate',
  date: CalendarDate,
  admissionDate: CalendarDate,
  today: CalendarDate,
): void {
  const what = field === 'reviewDate' ? 'review' : 'note';
  if (date < admissionDate) throw invalidField(field, `The ${what} date is before the admission date`);
  if (date > addDays(today, 1)) throw invalidField(field, `The ${what} date is more than one day ahead`);
}

const A_YEAR = 366;

/** Not before the day that it follows; a slip of the keys that puts it years away would never come due. */
export function refuseImpossibleFollowUpDate(field: string, followUpDate: CalendarDate | null, reviewDate: CalendarDate, today: CalendarDate): void {
  if (followUpDate === null) return;
  if (followUpDate < reviewDate) throw invalidField(field, 'The follow-up date is before the review date');
  if (followUpDate > addDays(today, A_YEAR)) throw invalidField(field, 'The follow-up date is more than a year ahead');
}
