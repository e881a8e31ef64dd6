/** The codes of the hospital's interface. The browser loads this file: no zod. */

/** `unchanged`: the message said nothing new, or nothing of the mapped wards. */
export const feedOutcomes = ['applied', 'unchanged', 'parked', 'setAside', 'refused'] as const;
export type FeedOutcome = (typeof feedOutcomes)[number];

/** Why a message is parked. The sentences go to the sender: they hold no personal data. */
export const parkedReasons = {
  'record-number-missing': 'No record number identifies the patient',
  'record-number-unclear': 'Several identifiers could be the record number',
  'record-number-twice': 'Two patients have this record number',
  'name-missing': 'The patient is not known here, and the message has no name',
  'birthdate-missing': 'The patient is not known here, and the message has no whole birth date',
  'team-not-mapped': 'No team is mapped to this location',
  'team-unknown': 'The mapped team does not exist',
  'no-open-stay': 'The patient has no open stay here',
  'open-in-another-team': 'The patient has an open stay in another team',
  'stay-unclear': 'Several stays could be meant',
  'stay-has-records': 'The chart of the cancelled stay has records',
  'merge-unclear': 'The message does not say which two record numbers are merged',
  'team-does-not-receive': 'The receiving team does not accept transfers',
  'time-missing': 'The result has no time of its sample',
  'result-unknown': 'No kind of measurement is mapped to a result',
  'unit-unknown': 'The unit of a result is not known for its kind',
  'not-a-number': 'The value of a result is not a number',
  'not-possible': 'The product refuses what the message says',
} as const;
export type ParkedReason = keyof typeof parkedReasons;

/** Why a person sets a message aside. */
export const setAsideReasons = ['enteredByHand', 'notOurs', 'duplicate', 'wrong'] as const;
export type SetAsideReason = (typeof setAsideReasons)[number];
