/** The medicines that a review confirms: those of the list, then those of the day before that the list lacks. */
import type { AdmissionMedication, DrugErr, Review } from 'language/contract/entities';
import { isHeld } from 'language/domain/admission/medication-course';
import { isNoError } from 'language/domain/values/codes';
import { isListedOn, isSameMedicine } from '../../clinical/listed-medications.ts';

/** The newest review of an earlier day that has medicines. */
export const previousReview = (reviews: readonly Review[], review: Pick<Review, 'reviewDate'>): Review | undefined =>
  reviews
    .filter(({ reviewDate, drugErrs }) => reviewDate < review.reviewDate && drugErrs.length > 0)
    .reduce<Review | undefined>(
      (newest, one) => (newest && newest.reviewDate > one.reviewDate ? newest : one),
      undefined,
    );

/** A medicine with its drug as an entry names it. */
export interface CurrentMedicine extends Pick<DrugErr, 'errDrug' | 'errDrugLabel'> {
  /** Undefined where no entry of the day before has them: the catalogue knows them. */
  readonly drugTags: DrugErr['drugTags'] | undefined;
  /** Its orders in the list of medications; none where the list lacks it. */
  readonly listed: readonly AdmissionMedication[];
  /** Its errors of the day before. */
  readonly errors: readonly DrugErr[];
  /** It was reviewed the day before, nothing was wrong, and the list says no other dose and no hold since. */
  readonly isUnchanged: boolean;
}

/**
 * Each medicine once. One of the day before is left out if the list says that it was stopped on that day or later.
 *
 * @param from the review of the day before
 * @param day the day of the review
 */
export function currentMedicines(
  medications: readonly AdmissionMedication[],
  from: Pick<Review, 'drugErrs' | 'reviewDate'> | undefined,
  day: string,
): CurrentMedicine[] {
  const before = from?.drugErrs ?? [];
  const listed = medications.filter((medication) => isListedOn(medication, day));
  const isStopped = ({ errDrug }: DrugErr): boolean =>
    from !== undefined &&
    medications.some(
      ({ drug, stopDate }) => isSameMedicine(drug, errDrug) && stopDate !== null && stopDate >= from.reviewDate,
    );
  const hasChanged = (medication: AdmissionMedication): boolean =>
    isHeld(medication, day) ||
    medication.doseChangedOn.some((on) => from !== undefined && on > from.reviewDate && on <= day);
  const named = [
    ...listed.map(({ drug, drugLabel }) => ({ errDrug: drug, errDrugLabel: drugLabel })),
    ...before.filter((entry) => !isStopped(entry)),
  ];
  return named
    .filter(({ errDrug }, at) => named.findIndex((other) => isSameMedicine(other.errDrug, errDrug)) === at)
    .map(({ errDrug, errDrugLabel }) => {
      const entries = before.filter((entry) => isSameMedicine(entry.errDrug, errDrug));
      const errors = entries.filter(({ errType }) => !isNoError(errType));
      const orders = listed.filter(({ drug }) => isSameMedicine(drug, errDrug));
      return {
        errDrug,
        errDrugLabel,
        drugTags: entries[0]?.drugTags,
        listed: orders,
        errors,
        isUnchanged: entries.length > 0 && errors.length === 0 && !orders.some(hasChanged),
      };
    });
}
