/** Words of the auditor's screen. */
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

export const auditText = {
  title: 'Audit',
  accessLog: 'Access log',
  lead:
    'Every change to a medication error of this team: who, when, what before and after. What is looked ' +
    'for here is in the access log.',
  auditorsOnly: 'Only the team’s admin and its auditors may search what became of errors.',
  auditorsOnlyHint: 'The team’s admin appoints auditors on the team admin screen.',
  filters: 'Search changes',
  from: 'From',
  to: 'To',
  wrongOrder: 'This is before the first day',
  drug: 'Drug',
  anyDrug: 'Any drug',
  noDrug: 'No drug fits',
  moreDrugs: (shown: number, all: number) => `${shown} of ${all}: type to narrow down`,
  type: 'Error type',
  anyType: 'Any type',
  gone: 'One that is not in the list any more',
  severity: 'Severity, before or after',
  anySeverity: 'Any severity',
  response: 'Response, before or after',
  anyResponse: 'Any response',
  pending: 'Pending',
  actor: 'Changed by',
  anybody: 'Anybody',
  late: 'Late entries only',
  deleted: 'Deletions only',
  clear: 'Clear',
  loading: 'Searching the changes',
  count: (total: number, more: boolean) => (more ? `More than ${counted(total, 'change')}` : counted(total, 'change')),
  list: 'Changes, newest first',
  none: 'No change fits',
  noneHint:
    'Nothing that happened to an error of this team is what is asked for above. A new change is here within seconds.',
  refresh: 'Refresh',
  older: 'Show older changes',
  unnamed: 'A deleted patient',
  deletedAccount: 'an account that is not there',
  life: 'Life of this error',
  lifeOf: (drug: string) => `Life of this error: ${drug}`,
  chartThen: 'Chart then',
  chartThenOf: (at: string) => `Chart then: as it was at ${at}`,
  recorded: (instant: string) => `recorded ${instant}`,
  recordedHint: 'It was done earlier and reached the record at this time: it was known from then on',
  isLate: 'Late',
  lateHint: 'It came more than 24 hours after the day that it speaks of',
  isDeleted: 'Deleted',
  copied: 'Copied',
  what: {
    added: 'Added',
    copied: 'Copied from another review',
    removed: 'Deleted',
    severity: 'Severity',
    response: 'Response',
    rating: 'Rating',
    followUp: 'Follow-up',
    drug: 'Drug',
    type: 'Error type',
    note: 'Recommendation changed',
    tags: 'Tags changed',
  },
  nothing: 'none',
  notGraded: 'not graded',
  saved: 'Saved as it was',
  exportCsv: 'CSV',
  exportSigned: 'Signed file',
  exportCsvHint: 'All that is found, for a spreadsheet',
  exportSignedHint: 'All that is found, as lines of JSON with a signature that npm run verify-export checks',
  verify: 'Verify',
  verifyTitle: 'Is everything as it was written?',
  verifyLead:
    'Each event of this team is held against the hash that was kept when it was written, and these ' +
    'against the signed anchors.',
  verifying: (streams: number, all: number) => `${streams.toLocaleString('en')} of ${counted(all, 'stream')} checked`,
  verifyingAnchors: (anchors: number, all: number) =>
    `${anchors.toLocaleString('en')} of ${counted(all, 'anchor')} checked`,
  stop: 'Stop',
  intact: 'Nothing has been altered.',
  intactOf: (events: number, streams: number, anchors: number) =>
    `${counted(events, 'event')} of ${counted(streams, 'stream')}` +
    `${anchors === 0 ? '' : ` and ${counted(anchors, 'signed anchor')}`} are as they were written.`,
  anchoredTo: (at: string) => `Anchored up to ${at}; what was written since is held against its hash alone.`,
  notAnchored: 'There is no anchor yet: the first is signed some minutes after the first change.',
  notSealed: 'Not sealed: not everything is proven.',
  unsealed: (since: string | null) =>
    `${since === null ? 'Some of what was written' : `What was written after ${since}`} may have no seal, ` +
    'which it should have had within seconds. Tell the operator of this system.',
  publicKey: 'Signed with the key',
  altered: (count: number) =>
    count === 1
      ? 'One thing is not as it was written.'
      : `${count.toLocaleString('en')} things are not as they were written.`,
  anchor: (number: number) => `Anchor ${number}`,
  streams: { admission: 'A chart', patient: 'A patient', team: 'The team', access: 'The access log' } as Readonly<
    Record<string, string>
  >,
  otherStream: 'A stream',
  event: (revision: number) => `event ${revision}`,
};
