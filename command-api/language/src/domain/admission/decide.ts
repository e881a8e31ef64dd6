/**
 * The commands of an admission itself. Those of its reviews, notes, gallery and medications are in `decide-*.ts`.
 * Every command checks in this order: does it exist, may the actor do it, is it possible, is it done already, has it
 * changed since the actor read it. "Done already" comes before the conflict: two equal changes do not conflict. It
 * comes before "is it possible" where the first success can make the repeat impossible: something is added under its
 * id and a limit is reached then, or a follow-up date has passed meanwhile.
 */
import type { CalendarDate } from '../values/calendar-date.ts';
import type { DischargeStatus } from '../values/codes.ts';
import { type Command, refuseIfAhead, refuseIfChanged, Rejection } from '../command.ts';
import {
  refuseAdmissionBeforeBirth,
  refuseImpossibleAdmissionDate,
  refuseImpossibleDischargeDate,
} from '../values/dates-of-care.ts';
import { isSame, pick } from '../values/record-fields.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import { type ListedGroup, savedGallery } from './decide-gallery.ts';
import { endOfOffer } from './decide-transfer.ts';
import { changedCareDetails, type GivenCareDetails, givenIn } from './care-details.ts';
import { refuseWhileMoving } from './decide-move.ts';
import type { AdmissionEvent } from './events.ts';
import { dischargeFields } from './fields.ts';
import { admitted } from './lookup.ts';
import type { Admission, Admitted, Discharge } from './state.ts';

export interface AdmitPatient extends GivenCareDetails {
  readonly patientId: string;
  readonly teamId: string;
  readonly admissionDate: CalendarDate;
  /** HTML, sanitised. */
  readonly admissionDetails: string;
}
/** Absent fields stay unchanged. */
export interface EditAdmission extends GivenCareDetails {
  readonly admissionId: string;
  readonly admissionDate?: CalendarDate | undefined;
  /** HTML, sanitised. */
  readonly admissionDetails?: string | undefined;
  /** Null cancels the discharge. */
  readonly dischargeDate?: CalendarDate | null | undefined;
  readonly dischargeStatus?: DischargeStatus | null | undefined;
  readonly dischargeNote?: string | undefined;
  /** The whole gallery, in a whole-object save. */
  readonly gallery?: readonly ListedGroup[] | undefined;
  /** Looked up by the caller, for a change of the admission date and for an admission that is opened again. */
  readonly person?: AdmittedPerson | undefined;
}
/** The facts that the admission's stream cannot see. */
export interface AdmittedPerson {
  readonly birthdate: CalendarDate;
  readonly teamId: string;
  readonly hasOtherOpen: boolean;
}
export interface DeleteAdmission {
  readonly admissionId: string;
}

/**
 * The second step of an admission, after `AdmissionRegistered` on the patient's stream (docs/architecture.md, "Rule 5:
 * the stream that sees it decides"). A repetition writes nothing.
 */
export function admitPatient(admission: Admission, command: Command<AdmitPatient>): AdmissionEvent[] {
  const { patientId, teamId, admissionDate, admissionDetails } = command;
  refuseUnless(command.actor.canEdit);
  if (admission.status !== 'none') {
    if (admission.patientId === patientId && admission.teamId === teamId) return [];
    throw new Rejection(refusal('admission-of-another-patient'));
  }
  refuseImpossibleAdmissionDate(admissionDate, command.today);
  return [
    { type: 'PatientAdmitted', data: { patientId, teamId, admissionDate, admissionDetails, ...givenIn(command) } },
  ];
}

/**
 * Changes date, details and care details, and discharges, corrects or cancels the discharge (docs/product.md, "Admissions").
 *
 * A save of the whole object (with `gallery`) becomes the smallest events. Without If-Match it removes neither a group
 * nor the discharge, and a save with a new group only adds that group: the rest of its body may be outdated
 * (docs/product.md, "Whole-object saves").
 */
export function editAdmission(admission: Admission, command: Command<EditAdmission>): AdmissionEvent[] {
  const { admissionId, gallery: listed, basedOn } = command;
  const before = admitted(admission);
  refuseUnless(command.actor.canEdit);
  const gallery = listed === undefined ? [] : savedGallery(before.gallery, listed, basedOn);
  const isAddOnly = listed !== undefined && basedOn === undefined;
  if (isAddOnly && listed.some(({ isKnown }) => !isKnown)) return gallery;
  const head = editedHead(
    before,
    isAddOnly && command.dischargeDate === null ? { ...command, ...currentDischarge(before) } : command,
  );
  const entity = { kind: 'admission', id: admissionId } as const;
  if (head.length > 0) refuseIfChanged(command, entity, before.touch);
  if (gallery.length > 0) refuseIfAhead(command, entity, before.touch);
  return [...head, ...gallery];
}

/**
 * Only without reviews and physician notes: a note is deleted by its author only (docs/product.md, "Deletions").
 * Gallery and medications are deleted with the admission; they need the same right.
 */
export function deleteAdmission(admission: Admission, command: Command<DeleteAdmission>): AdmissionEvent[] {
  const before = admitted(admission);
  const { reviews, notes, whole } = before;
  refuseUnless(command.actor.canEdit);
  if (reviews.length > 0) throw new Rejection(refusal('admission-has-reviews'));
  if (notes.length > 0) throw new Rejection(refusal('admission-has-notes'));
  refuseWhileMoving(admission);
  refuseIfChanged(command, { kind: 'admission', id: command.admissionId }, whole);
  return [...endOfOffer(before), { type: 'AdmissionDeleted', data: {} }];
}

function editedHead(before: Admitted, command: Command<EditAdmission>): AdmissionEvent[] {
  const { admissionDate = before.admissionDate, admissionDetails = before.admissionDetails, person, today } = command;
  const discharge = wantedDischarge(before, command);
  const isMoved = admissionDate !== before.admissionDate;
  if (isMoved) {
    refuseImpossibleAdmissionDate(admissionDate, today);
    if (person) refuseAdmissionBeforeBirth(admissionDate, person.birthdate);
    refuseAdmissionAfterItsRecords(admissionDate, before);
  }
  const isDischargeChanged = discharge !== undefined && !isSameDischarge(before, discharge);
  if (discharge && (isMoved || isDischargeChanged))
    refuseImpossibleDischargeDate(discharge.dischargeDate, admissionDate, today, before.earlierStays.at(-1));

  const events: AdmissionEvent[] = [];
  const care = changedCareDetails(before, command);
  if (isMoved || admissionDetails !== before.admissionDetails || Object.keys(care).length > 0)
    events.push({ type: 'AdmissionEdited', data: { admissionDate, admissionDetails, ...care } });
  if (discharge && isDischargeChanged)
    events.push(...endOfOffer(before), { type: 'PatientDischarged', data: discharge });
  if (!discharge && before.status === 'discharged') {
    if (person) refuseReopening(before, person);
    events.push({ type: 'DischargeCancelled', data: {} });
  }
  return events;
}

/** A person has one open admission, in the team of the patient. */
function refuseReopening({ teamId }: Admitted, person: AdmittedPerson): void {
  if (person.teamId !== teamId) throw new Rejection(refusal('reopened-in-another-team'));
  if (person.hasOtherOpen) throw new Rejection(refusal('patient-has-open-admission'));
}

/** @returns undefined where the admission is to be open */
function wantedDischarge(
  before: Admitted,
  { dischargeDate, dischargeStatus, dischargeNote }: EditAdmission,
): Discharge | undefined {
  const current = before.status === 'discharged' ? before : undefined;
  const date = dischargeDate === undefined ? current?.dischargeDate : dischargeDate;
  if (date === undefined || date === null) {
    const isDateMissing = (dischargeStatus ?? undefined) !== undefined || (!current && (dischargeNote ?? '') !== '');
    if (isDateMissing) throw invalidField('dischargeDate', refusal('discharge-date-required'));
    return undefined;
  }
  const status = dischargeStatus ?? current?.dischargeStatus;
  if (status === undefined) throw invalidField('dischargeStatus', refusal('discharge-status-required'));
  return {
    dischargeDate: date,
    dischargeStatus: status,
    dischargeNote: dischargeNote ?? current?.dischargeNote ?? '',
  };
}

const currentDischarge = (
  before: Admitted,
): Pick<EditAdmission, 'dischargeDate' | 'dischargeStatus' | 'dischargeNote'> =>
  before.status === 'discharged'
    ? pick(dischargeFields, before)
    : { dischargeDate: undefined, dischargeStatus: undefined, dischargeNote: undefined };

const isSameDischarge = (before: Admitted, wanted: Discharge): boolean =>
  before.status === 'discharged' && isSame(dischargeFields, before, wanted);

/** No review, no note and no transfer may be dated before the admission. */
function refuseAdmissionAfterItsRecords(admissionDate: CalendarDate, { reviews, notes, earlierStays }: Admitted): void {
  const [review] = reviews.map(({ reviewDate }) => reviewDate).filter((date) => date < admissionDate);
  if (review !== undefined) throw invalidField('admissionDate', refusal('admission-after-review', { date: review }));
  const [note] = notes.map(({ noteDate }) => noteDate).filter((date) => date < admissionDate);
  if (note !== undefined) throw invalidField('admissionDate', refusal('admission-after-note', { date: note }));
  const [stay] = earlierStays;
  if (stay && stay.transferDate < admissionDate)
    throw invalidField('admissionDate', refusal('admission-after-transfer', { date: stay.transferDate }));
}
