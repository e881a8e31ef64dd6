/** Words of the clinical components. */
import type { HistoryEvent } from 'command-api/contract/history';
import type { HistoryEventType } from 'command-api/contract/history-event-types';

export const markText = {
  pending: 'Pending',
  notGraded: 'Not graded',
  followUp: {
    later: (date: string) => `Follow up ${date}`,
    today: (date: string) => `Follow up today (${date})`,
    overdue: (date: string) => `Overdue since ${date}`,
  },
};

export const historyButtonText = {
  history: 'History',
  life: 'Life of this error',
  lifeOf: (drug: string) => `Life of this error: ${drug}`,
  lives: 'Life of each error:',
  proof: 'Is this what was written?',
  notLoaded: 'The history could not be loaded.',
};

export const peopleText = { left: 'Have left the team', unknown: 'Somebody who has left the team' };

/** Words of the events in a history: a verb for each type of event. */
const deeds: Readonly<Record<HistoryEventType, string>> = {
  PatientRegistered: 'registered the patient',
  PatientCorrected: 'corrected the patient’s details',
  PatientDeleted: 'deleted the patient',
  AdmissionRegistered: 'admitted the patient',
  AdmissionUnregistered: 'deleted the admission',
  PatientAdmitted: 'admitted the patient',
  AdmissionEdited: 'changed the admission',
  PatientDischarged: 'recorded the discharge',
  DischargeCancelled: 'took the discharge back',
  AdmissionDeleted: 'deleted the admission',
  ReviewAdded: 'wrote the review',
  ReviewDuplicated: 'duplicated a review into this one',
  ReviewHeadEdited: 'changed the review',
  ReviewDeleted: 'deleted the review',
  ReviewMedicationAdded: 'added the entry',
  ReviewMedicationUpdated: 'changed the entry',
  ReviewMedicationRemoved: 'deleted the entry',
  FollowUpDateSet: 'set the follow-up date',
  ErrorRated: 'rated the entry',
  PhysicianNoteAdded: 'wrote the physician note',
  PhysicianNoteEdited: 'changed the physician note',
  PhysicianNoteDeleted: 'deleted the physician note',
  GalleryGroupAdded: 'added the images',
  GalleryGroupRemoved: 'deleted the images',
  AdmissionMedicationAdded: 'added the medication',
  AdmissionMedicationUpdated: 'changed the medication',
  AdmissionMedicationStopped: 'stopped the medication',
  AdmissionMedicationDeleted: 'deleted the medication',
  AdmissionMedicationsSorted: 'put the medications in another order',
  TeamCreated: 'created the team',
  TeamDescribed: 'changed the team’s details',
  UploadAccountSet: 'changed where images are kept',
  TeamChatSwitchedOff: 'switched the chat assistant off',
  TeamChatSwitchedOn: 'switched the chat assistant on',
  TeamSecondFactorRequired: 'required a second factor',
  TeamSecondFactorWaived: 'no longer required a second factor',
  TeamMemberAdded: 'added the member',
  TeamMemberRoleChanged: 'changed the role of',
  TeamMemberDisabled: 'disabled the member',
  TeamMemberEnabled: 'enabled the member',
  TeamMemberRemoved: 'removed the member',
  TeamAuditorAppointed: 'made an auditor of',
  TeamAuditorWithdrawn: 'took the auditor’s right from',
  DrugAdded: 'added the drug',
  DrugChanged: 'changed the drug',
  DrugRestored: 'restored the drug as it was before',
};
/** For an entry that was added or deleted with its review. */
const withReview: Readonly<Record<string, string>> = {
  ReviewAdded: 'wrote it with the review',
  ReviewDuplicated: 'copied it with the review',
  ReviewDeleted: 'deleted it with the review',
};

/** `ReviewHeadEdited` → "review head edited", for a type of a newer server. */
const splitWords = (type: string): string => type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

const hasWords = (type: string): type is HistoryEventType => Object.hasOwn(deeds, type);

export const deedOf = ({ type, of }: Pick<HistoryEvent, 'type' | 'of'>): string =>
  (of.startsWith('entry:') ? withReview[type] : undefined) ?? (hasWords(type) ? deeds[type] : splitWords(type));

export const changeText = {
  yes: 'yes',
  no: 'no',
  pending: 'Pending',
  notGraded: 'Not graded',
  notRated: 'Not rated',
  rating: (value: number) => `${value} of 5`,
  images: (count: number) => (count === 1 ? '1 image' : `${count} images`),
  forAdults: '(adults)',
  forChildren: '(children)',
  unknownPerson: 'An account that is not there',
  field: 'Field',
  was: 'Before',
  is: 'After',
  nothing: 'nothing',
  late: 'Late',
  lateHint: 'It came more than 24 hours after the day that it speaks of',
  recorded: (instant: string) => `recorded ${instant}`,
  recordedHint: 'It was done earlier and reached the record at this time: it was known from then on',
  deleted: 'Deleted',
  deletedHint: 'It is in the history, and in no list and no count',
  erased: 'Erased',
  erasedHint: 'The patient was deleted: that something happened is all that can be known',
};
