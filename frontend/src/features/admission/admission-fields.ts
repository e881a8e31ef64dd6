/** The fields of the admission form: strings only, as a flat form holds them. Empty: not set. */
import type { Admission } from 'command-api/contract/entities';
import { dischargeStatuses, type DischargeStatus } from 'command-api/domain/values/codes';
import { type FieldGroups, createVersionReader } from '../../editing/merge.ts';
import { translate } from '../../platform/language/language.ts';
import { dischargeStatusLabel } from '../../clinical/code-labels.ts';

export type AdmissionFields = Record<
  | 'admissionDate'
  | 'admissionDetails'
  | 'room'
  | 'bed'
  | 'consultant'
  | 'workingDiagnosis'
  | 'dischargeDate'
  | 'dischargeStatus'
  | 'dischargeNote',
  string
>;

export const fieldsOf = (admission: Pick<Admission, keyof AdmissionFields>): AdmissionFields => ({
  admissionDate: admission.admissionDate,
  admissionDetails: admission.admissionDetails,
  room: admission.room,
  bed: admission.bed,
  consultant: admission.consultant,
  workingDiagnosis: admission.workingDiagnosis,
  dischargeDate: admission.dischargeDate ?? '',
  dischargeStatus: admission.dischargeStatus === null ? '' : String(admission.dischargeStatus),
  dischargeNote: admission.dischargeNote,
});
export const admissionLabels = (): Readonly<AdmissionFields> => ({
  admissionDate: translate('patientAdmissions.admissionDate'),
  admissionDetails: translate('patientAdmissions.details'),
  room: translate('care.room'),
  bed: translate('care.bed'),
  consultant: translate('care.consultant'),
  workingDiagnosis: translate('care.workingDiagnosis'),
  dischargeDate: translate('patientAdmissions.dischargeDate'),
  dischargeStatus: translate('patientAdmissions.status'),
  dischargeNote: translate('patientAdmissions.note'),
});

export const statusOf = (code: string): DischargeStatus | undefined =>
  dischargeStatuses.find((status) => String(status.code) === code)?.code;
export const statusName = (code: string): string => {
  const status = statusOf(code);
  return status === undefined ? '' : dischargeStatusLabel(status);
};

export interface AdmissionEdit {
  admissionDate?: string;
  admissionDetails?: string;
  room?: string;
  bed?: string;
  consultant?: string;
  workingDiagnosis?: string;
  /** `null` takes the discharge back. */
  dischargeDate?: string | null;
  dischargeStatus?: DischargeStatus | null;
  dischargeNote?: string;
}

/** The body of an update: only the changed fields. */
export function editOf({ dischargeDate, dischargeStatus, ...texts }: Partial<AdmissionFields>): AdmissionEdit {
  return {
    ...texts,
    ...(dischargeDate === undefined ? {} : { dischargeDate: dischargeDate === '' ? null : dischargeDate }),
    ...(dischargeStatus === undefined ? {} : { dischargeStatus: statusOf(dischargeStatus) ?? null }),
  };
}

/** Fields that are merged together (docs/decisions/browser/conflicts.md): a bed is one of a room, a discharge a date with a status. */
export const admissionGroups: FieldGroups<AdmissionFields> = [
  ['admissionDate'],
  ['admissionDetails'],
  ['room', 'bed'],
  ['consultant'],
  ['workingDiagnosis'],
  ['dischargeDate', 'dischargeStatus'],
  ['dischargeNote'],
];
export const readAdmission = createVersionReader<Admission, AdmissionFields>(admissionGroups.flat(), fieldsOf);
