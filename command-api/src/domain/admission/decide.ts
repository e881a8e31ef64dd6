/**
 * What is allowed with an admission itself; beside it, with its reviews, notes, gallery and medications
 * (`decide-*.ts`). Order everywhere: is it there, may this person, is it possible, is it already so, has somebody else
 * changed it since. "Already so" comes before the conflict: two people who want the same have none.
 */
import type { CalendarDate } from '../values/calendar-date.ts';
import type { DischargeStatus } from '../values/codes.ts';
import { type Command, Rejection, refuseIfChanged } from '../command.ts';
import {
  refuseAdmissionBeforeBirth,
  refuseImpossibleAdmissionDate,
  refuseImpossibleDischargeDate,
} from '../values/dates-of-care.ts';
import { refusal } from '../reasons/refusal.ts';
import { invalidField, refuseUnless } from '../refusals.ts';
import { type ListedGroup, savedGallery } from './decide-gallery.ts';
import type { AdmissionEvent } from './events.ts';
import { admitted } from './lookup.ts';
import type { Admission, Admitted, Discharge } from './state.ts';

export interface AdmitPatient {
  readonly patientId: string;
  readonly teamId: string;
  readonly admissionDate: CalendarDate;
  /** HTML, sanitised. */
  readonly admissionDetails: string;
}
/** What is left out stays as it is. */
export interface EditAdmission {
  readonly admissionId: string;
  readonly admissionDate?: CalendarDate | undefined;
  /** HTML, sanitised. */
  readonly admissionDetails?: string | undefined;
  /** Null takes the discharge back. */
  readonly dischargeDate?: CalendarDate | null | undefined;
  readonly dischargeStatus?: DischargeStatus | null | undefined;
  readonly dischargeNote?: string | undefined;
  /** The whole gallery, in a whole-object save. */
  readonly gallery?: readonly ListedGroup[] | undefined;
  /** The patient's, looked up by the caller. */
  readonly birthdate?: CalendarDate | undefined;
}
export interface DeleteAdmission {
  readonly admissionId: string;
}

/**
 * Second half of admitting (rule 5): `AdmissionRegistered` stands on the patient's stream already. A repeat writes
 * nothing.
 */
export function admitPatient(admission: Admission, command: Command<AdmitPatient>): AdmissionEvent[] {
  const { patientId, teamId, admissionDate, admissionDetails } = command;
  refuseUnless(command.actor.canEdit);
  if (admission.status !== 'none') {
    if (admission.patientId === patientId && admission.teamId === teamId) return [];
    throw new Rejection(refusal('admission-of-another-patient'));
  }
  refuseImpossibleAdmissionDate(admissionDate, command.today);
  return [{ type: 'PatientAdmitted', data: { patientId, teamId, admissionDate, admissionDetails } }];
}

/**
 * Specification §4 and §7: date and details, the discharge (date, status, note), its correction, and taking it back.
 *
 * A save of the whole object (with `gallery`) becomes the smallest events. Without If-Match it takes nothing away
 * (decisions, trap 1): no group, no discharge. And one that brings a new group does only that: the rest of such a body
 * is what the sender once saw.
 */
export function editAdmission(admission: Admission, command: Command<EditAdmission>): AdmissionEvent[] {
  const { admissionId, gallery: listed, basedOn } = command;
  const before = admitted(admission);
  refuseUnless(command.actor.canEdit);
  const gallery = listed === undefined ? [] : savedGallery(before.gallery, listed, basedOn);
  const onlyAdds = listed !== undefined && basedOn === undefined;
  if (onlyAdds && listed.some(({ known }) => !known)) return gallery;
  const head = editedHead(
    before,
    onlyAdds && command.dischargeDate === null ? { ...command, ...asItIs(before) } : command,
  );
  if (head.length > 0) refuseIfChanged(command, { kind: 'admission', id: admissionId }, before.touch);
  return [...head, ...gallery];
}

/**
 * Specification §5: without reviews only. Nor with notes of physicians: a note is deleted by its author only, and would
 * be gone with the admission. Gallery and medications go with it; whoever may delete it may delete them.
 */
export function deleteAdmission(admission: Admission, command: Command<DeleteAdmission>): AdmissionEvent[] {
  const { reviews, notes, whole } = admitted(admission);
  refuseUnless(command.actor.canEdit);
  if (reviews.length > 0) throw new Rejection(refusal('admission-has-reviews'));
  if (notes.length > 0) throw new Rejection(refusal('admission-has-notes'));
  refuseIfChanged(command, { kind: 'admission', id: command.admissionId }, whole);
  return [{ type: 'AdmissionDeleted', data: {} }];
}

function editedHead(before: Admitted, command: Command<EditAdmission>): AdmissionEvent[] {
  const {
    admissionDate = before.admissionDate,
    admissionDetails = before.admissionDetails,
    birthdate,
    today,
  } = command;
  const discharge = wantedDischarge(before, command);
  const moved = admissionDate !== before.admissionDate;
  if (moved) {
    refuseImpossibleAdmissionDate(admissionDate, today);
    if (birthdate !== undefined) refuseAdmissionBeforeBirth(admissionDate, birthdate);
    refuseAdmissionAfterItsRecords(admissionDate, before);
  }
  const dischargeChanged = discharge !== undefined && !sameDischarge(before, discharge);
  if (discharge && (moved || dischargeChanged))
    refuseImpossibleDischargeDate(discharge.dischargeDate, admissionDate, today);

  const events: AdmissionEvent[] = [];
  if (moved || admissionDetails !== before.admissionDetails)
    events.push({ type: 'AdmissionEdited', data: { admissionDate, admissionDetails } });
  if (discharge && dischargeChanged) events.push({ type: 'PatientDischarged', data: discharge });
  if (!discharge && before.status === 'discharged') events.push({ type: 'DischargeCancelled', data: {} });
  return events;
}

/** @returns undefined where the patient shall lie in */
function wantedDischarge(
  before: Admitted,
  { dischargeDate, dischargeStatus, dischargeNote }: EditAdmission,
): Discharge | undefined {
  const standing = before.status === 'discharged' ? before : undefined;
  const date = dischargeDate === undefined ? standing?.dischargeDate : dischargeDate;
  if (date === undefined || date === null) {
    const saidOfNone = (dischargeStatus ?? undefined) !== undefined || (!standing && (dischargeNote ?? '') !== '');
    if (saidOfNone) throw invalidField('dischargeDate', refusal('discharge-date-required'));
    return undefined;
  }
  const status = dischargeStatus ?? standing?.dischargeStatus;
  if (status === undefined) throw invalidField('dischargeStatus', refusal('discharge-status-required'));
  return {
    dischargeDate: date,
    dischargeStatus: status,
    dischargeNote: dischargeNote ?? standing?.dischargeNote ?? '',
  };
}

const asItIs = (before: Admitted): Pick<EditAdmission, 'dischargeDate' | 'dischargeStatus' | 'dischargeNote'> =>
  before.status === 'discharged'
    ? {
        dischargeDate: before.dischargeDate,
        dischargeStatus: before.dischargeStatus,
        dischargeNote: before.dischargeNote,
      }
    : { dischargeDate: undefined, dischargeStatus: undefined, dischargeNote: undefined };

const sameDischarge = (before: Admitted, wanted: Discharge): boolean =>
  before.status === 'discharged' &&
  before.dischargeDate === wanted.dischargeDate &&
  before.dischargeStatus === wanted.dischargeStatus &&
  before.dischargeNote === wanted.dischargeNote;

/** What has been written must not come to lie before the admission. */
function refuseAdmissionAfterItsRecords(admissionDate: CalendarDate, { reviews, notes }: Admitted): void {
  const [review] = reviews.map(({ reviewDate }) => reviewDate).filter((date) => date < admissionDate);
  if (review !== undefined) throw invalidField('admissionDate', refusal('admission-after-review', { date: review }));
  const [note] = notes.map(({ noteDate }) => noteDate).filter((date) => date < admissionDate);
  if (note !== undefined) throw invalidField('admissionDate', refusal('admission-after-note', { date: note }));
}
