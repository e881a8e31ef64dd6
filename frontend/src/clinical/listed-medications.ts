/** The list of medications on a day. */
import type { AdmissionMedication } from 'language/contract/entities';
import { isHeld } from 'language/domain/admission/medication-course';
import { drugOfTradeLabel } from 'language/domain/drug/trade-label';
import { formatDate } from '../platform/time/dates.ts';
import { translate } from '../platform/language/language.ts';

/** True if the medication is not stopped: the day of its stop is the first day without it. */
export const isTaken = ({ stopDate }: Pick<AdmissionMedication, 'stopDate'>, day: string): boolean =>
  stopDate === null || stopDate > day;
/** True if the medication has begun and is not stopped. A held one is listed. */
export const isListedOn = (medication: Pick<AdmissionMedication, 'startDate' | 'stopDate'>, day: string): boolean =>
  medication.startDate <= day && isTaken(medication, day);

/** True if two trade labels are one medicine: they belong to one drug. */
export const isSameMedicine = (one: string, other: string): boolean =>
  drugOfTradeLabel(one) === drugOfTradeLabel(other);

/** The hold that is open or ahead on a day, in words without its reason; empty without one. */
export function holdText({ hold }: Pick<AdmissionMedication, 'hold'>, day: string): string {
  if (hold === null || (hold.until !== null && hold.until <= day)) return '';
  const state = isHeld({ hold }, day) ? 'since' : 'from';
  return translate(`medication.held.${state}${hold.until === null ? '' : 'Until'}`, {
    from: formatDate(hold.from),
    until: formatDate(hold.until),
  });
}
