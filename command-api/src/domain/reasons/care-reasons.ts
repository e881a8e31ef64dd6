/** Refusals around patients and admissions: reviews, entries, notes and medications. */
import { conflict, type Family, invalid, tooLarge } from './sentence.ts';

export const careReasons = {
  'patient-exists': conflict('This patient is already registered'),
  'patient-has-admissions': conflict('This patient has admissions and cannot be deleted'),
  'patient-has-merged': conflict('Another patient was merged into this one, so it cannot be deleted'),
  'patient-merged': conflict('This patient was merged into another one. Open the patient again: the page leads there'),
  'merge-with-itself': invalid('Choose another patient to merge with'),
  'patients-of-two-teams': invalid('Both patients must be of the same team'),
  'merged-into-another': conflict('This patient was merged into a third one already'),
  'survivor-merged': conflict('The patient to keep was merged into another one. Look at both patients again'),
  'not-merged': conflict('These patients are not merged'),
  'merge-too-old': conflict('A merge can be undone for {hours:number} hours. This one is older'),
  'birth-in-future': invalid('The birth date is in the future'),
  'not-the-patients-team': invalid("This is not the patient's team"),

  'admission-of-another-patient': conflict('This admission belongs to another patient'),
  'admission-has-reviews': conflict('This admission has reviews and cannot be deleted'),
  'admission-has-notes': conflict('This admission has physician notes and cannot be deleted'),
  'admission-in-future': invalid('The admission date is in the future'),
  'admission-before-birth': invalid('The admission date is before the patient was born'),
  'admission-after-review': invalid('There is a review of {date:date}, before this admission date'),
  'admission-after-note': invalid('There is a physician note of {date:date}, before this admission date'),
  'discharge-before-admission': invalid('The discharge date is before the admission date'),
  'discharge-in-future': invalid('The discharge date is in the future'),
  'discharge-date-required': invalid('A discharge needs its date'),
  'discharge-status-required': invalid('A discharge needs its status'),

  'review-before-admission': invalid('The review date is before the admission date'),
  'review-too-far-ahead': invalid('The review date is more than one day ahead'),
  'review-too-large-to-copy': tooLarge('This review is too large to be duplicated: write a new one'),
  'note-before-admission': invalid('The note date is before the admission date'),
  'note-too-far-ahead': invalid('The note date is more than one day ahead'),

  'too-many-entries': invalid('At most {limit:number} entries a review'),
  'rating-not-in-half-steps': invalid('Ratings go from 0 to 5 in half steps'),
  'follow-up-before-review': invalid('The follow-up date is before the review date'),
  'follow-up-too-far-ahead': invalid('The follow-up date is more than a year ahead'),
  'no-follow-up-without-error': invalid('An entry without an error has no follow-up date'),
  'unknown-error-type': invalid('This error type is not known'),
  'unknown-drug': invalid('This drug is not known'),

  'medication-back-already': conflict('This medication is back on the list already'),
  'medication-named-twice': invalid('Name each medication once'),
  'medication-not-in-admission': invalid('One of these medications is not in this admission'),
  'medication-left-out': invalid('A medication of this admission is left out: name them all'),
  'stop-before-start': invalid('The stop date is before the start date'),
} as const satisfies Family;
