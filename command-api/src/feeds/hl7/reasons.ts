/** A message that was not applied: parked for a person, or refused for its sender to mend. */
import { type ParkedReason, parkedReasons } from 'language/domain/values/feed-codes';
import type { Acknowledgement } from './message.ts';

/** Tried again by itself after another message of the same patient was applied: it may have come too early. */
export const waitingReasons: readonly ParkedReason[] = [
  'no-open-stay',
  'open-in-another-team',
  'name-missing',
  'birthdate-missing',
];

/** Not stored: the sender has to mend it. */
export const refusedReasons = {
  'not-hl7': { code: 'AR', sentence: 'This is no HL7 version 2 message' },
  'version-not-supported': { code: 'AR', sentence: 'Only HL7 version 2 is supported' },
  'type-not-supported': { code: 'AR', sentence: 'This type of message is not supported' },
  'too-large': { code: 'AR', sentence: 'The message is too large' },
  'control-id-missing': { code: 'AE', sentence: 'The message has no control id' },
  'character-set': { code: 'AE', sentence: 'The text does not fit its character set, or the set is not known' },
  'segment-missing': { code: 'AE', sentence: 'A required segment is missing: PID, for a merge MRG, for results OBX' },
} as const satisfies Readonly<Record<string, Acknowledgement>>;
export type RefusedReason = keyof typeof refusedReasons;

/** The message cannot be applied now. `about`: the code that is not known, for the person who mends the mapping. */
export class Parked extends Error {
  readonly reason: ParkedReason;
  readonly about: string;
  constructor(reason: ParkedReason, about = '') {
    super(parkedReasons[reason]);
    this.name = 'Parked';
    this.reason = reason;
    this.about = about.slice(0, 200);
  }
}

export class Refused extends Error {
  readonly reason: RefusedReason;
  constructor(reason: RefusedReason) {
    super(refusedReasons[reason].sentence);
    this.name = 'Refused';
    this.reason = reason;
  }
}
