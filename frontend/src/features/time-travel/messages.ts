/** Words of the past chart. */
import type { Tampering } from 'command-api/contract/history';

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const HOUR = 3_600_000;
const spans: Readonly<Record<number, string>> = {
  1_000: 'a second',
  60_000: 'a minute',
  [HOUR]: 'an hour',
  [24 * HOUR]: 'a day',
  [7 * 24 * HOUR]: 'a week',
};

export const timeTravelText = {
  title: 'The chart as it was',
  live: 'The chart as it stands',
  patients: 'Patients',
  admission: 'Admission Details',
  past: 'PAST',
  newest: 'NEWEST',
  asOf: 'As it stood on',
  newestSince: 'As it has stood since',
  lastChange: 'last change by',
  unknownAccount: 'an account that is not there',
  loading: 'Reading the chart as it was',
  travel: 'Through the life of this admission',
  slider: { change: 'Change', time: 'Time' },
  keys: 'Arrow keys go a step, Page Up and Page Down ten, Home and End to the first and the newest.',
  change: (number: number, of: number) => `Change ${number} of ${of}`,
  at: (words: string, instant: string) => `${words}, ${instant}`,
  byTime: 'Go by time',
  step: 'A step is',
  changes: (count: number) => counted(count, 'change', 'changes'),
  span: (ms: number) => spans[ms] ?? '',
  previous: 'Previous change',
  next: 'Next change',
  play: 'Play',
  pause: 'Pause',
  show: 'Show',
  showIn: (tab: string) => `Show it in ${tab}`,
  deleted: (instant: string) => `This admission was deleted on ${instant}. This is how it stood before.`,
  erased: {
    title: 'This patient was deleted',
    body: (changes: number) =>
      `What was written of them cannot be read any more, by anybody. ` +
      `That there were ${counted(changes, 'change', 'changes')}, and when, is all that is left.`,
  },
  tabs: { reviews: 'Reviews', notes: 'Notes', medication: 'Medication', gallery: 'Gallery' },
  tabsLabel: 'Parts of the chart as it was',
  none: {
    reviews: 'There was no review yet',
    notes: 'There was no physician note yet',
    medication: 'There was no medication yet',
    gallery: 'There were no images yet',
  },
  imagesGone: 'Images that were taken out of the chart since are shown to nobody any more.',
  differences: {
    open: 'What changed from here to now',
    none: 'Nothing: this is the newest of it.',
    count: (changes: number, things: number) =>
      `${counted(changes, 'change', 'changes')} later, ${counted(things, 'thing is', 'things are')} otherwise`,
    labels: { was: 'Then', is: 'Now' },
    came: 'Added since',
    went: 'Gone since',
    other: 'Changed since',
    parts: {
      patient: 'The patient',
      stay: 'The stay',
      reviews: 'Reviews',
      notes: 'Physician notes',
      medications: 'Medications',
      gallery: 'Gallery',
    },
    reviewOf: (date: string) => `Review of ${date}`,
    noteOf: (date: string) => `Note of ${date}`,
    order: 'Order of the list',
    more: (left: number) => `Show ${left} more`,
  },
  proof: {
    open: 'Is this what was written?',
    lead:
      'Every change is chained to the one before by its hash, and the chain is signed from time to time. ' +
      'So it can be shown that nothing was altered, taken out, put in or moved.',
    verify: 'Verify',
    verifying: 'Checking every change',
    intact: (checked: number) =>
      `All is as it was written: ${counted(checked, 'change', 'changes')} checked, ` +
      `none altered, taken out, put in or moved.`,
    sealed: (sealed: number, checked: number, anchors: number) => {
      const seals =
        sealed === checked ? 'Each has its seal' : `${sealed} have their seal, the newest get theirs within seconds`;
      const names =
        anchors === 0
          ? 'no signed anchor names them yet'
          : `${counted(anchors, 'signed anchor names', 'signed anchors name')} them`;
      return `${seals}; ${names}.`;
    },
    notSealed: 'Not sealed: not everything here is proven.',
    unsealed: (number: number, at: string) =>
      `Change ${number}, written ${at}, and what came after it have no seal, ` +
      `which they should have had within seconds. Tell the operator of this system.`,
    sealedOf: (sealed: number, checked: number) =>
      `${sealed} of ${counted(checked, 'change', 'changes')} have their seal and are as they were written.`,
    broken: (number: number, what: string) => `Not as it was written: change ${number} ${what}.`,
    what: {
      altered: 'was altered after it had been written',
      dropped: 'was taken out',
      inserted: 'was put in afterwards',
      moved: 'was moved from another place',
    } satisfies Record<Tampering, string>,
    unknown: 'is not proven',
    before: (checked: number) =>
      checked === 0
        ? 'Nothing before it could be checked.'
        : `The ${counted(checked, 'change', 'changes')} before it are as they were written; ` +
          `what comes after it was not looked at.`,
    key: 'Public key of this installation',
    export: 'Export',
    offline:
      'The exported file is checked anywhere, ' +
      'with Node and the one file infra/history/verify-export.mjs of this product:',
  },
};
