/** The fields of the admission form: strings only, as a flat form holds them. Empty: not set. */
import type { Admission } from 'language/contract/entities';
import { admissionFields as described } from 'language/domain/admission/fields';
import { dischargeStatuses, type DischargeStatus } from 'language/domain/values/codes';
import { groupsOf } from 'language/domain/values/record-fields';
import { type FieldGroups, createVersionReader } from '../../editing/merge.ts';
import { textsOf } from '../../editing/flat-fields.ts';
import { dischargeStatusLabel } from '../../clinical/code-labels.ts';
import { labelsOf } from '../../clinical/field-formats.ts';

export type AdmissionFields = Readonly<Record<keyof typeof described, string>>;

export const fieldsOf = (admission: Pick<Admission, keyof AdmissionFields>): AdmissionFields =>
  textsOf(described, admission);
export const admissionLabels = (): AdmissionFields => labelsOf(described);

export const statusOf = (code: string): DischargeStatus | undefined =>
  dischargeStatuses.find((status) => String(status.code) === code)?.code;
export const statusName = (code: string): string => {
  const status = statusOf(code);
  return status === undefined ? '' : dischargeStatusLabel(status);
};

/** A `dischargeDate` of null takes the discharge back. */
export type AdmissionEdit = Partial<Pick<Admission, keyof AdmissionFields>>;

/** The body of an update: only the changed fields. */
export function editOf({ dischargeDate, dischargeStatus, ...texts }: Partial<AdmissionFields>): AdmissionEdit {
  return {
    ...texts,
    ...(dischargeDate === undefined ? {} : { dischargeDate: dischargeDate === '' ? null : dischargeDate }),
    ...(dischargeStatus === undefined ? {} : { dischargeStatus: statusOf(dischargeStatus) ?? null }),
  };
}

/** Fields that are merged together (docs/decisions/browser/conflicts.md). */
export const admissionGroups: FieldGroups<AdmissionFields> = groupsOf(described);
export const readAdmission = createVersionReader<Admission, AdmissionFields>(admissionGroups.flat(), fieldsOf);
