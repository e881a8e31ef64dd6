/** The first day of a person's admissions, for the checks of a birth date. */
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import type { CalendarDate } from 'language/domain/values/calendar-date';

/**
 * With the admissions of the patients who were merged into the patient, as they are now: the patient's stream knows the
 * date at the registration only. A deleted admission has none.
 */
export async function firstAdmissionOf(
  folds: Pick<FoldCaches, 'patient' | 'admission'>,
  patientId: string,
): Promise<CalendarDate | undefined> {
  const dates: CalendarDate[] = [];
  const ids = new Set([patientId]);
  // A set that grows while it is walked: merges may follow each other.
  for (const id of ids) {
    const { state: patient } = await folds.patient.load(id);
    if (patient.status !== 'registered') continue;
    for (const absorbed of patient.absorbed) ids.add(absorbed.patientId);
    for (const registered of patient.admissions) {
      const { state: admission } = await folds.admission.load(registered.admissionId);
      if (admission.status === 'none') dates.push(registered.admissionDate);
      else if (admission.status !== 'deleted') dates.push(admission.admissionDate);
    }
  }
  return dates.toSorted().at(0);
}
