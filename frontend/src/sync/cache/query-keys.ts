/** All query keys, and the keys that a live note invalidates. */
import type { QueryKey } from '@tanstack/react-query';
import type { DrugUseSubject } from 'language/contract/drug-use';
import type { Changed } from 'language/contract/live';
import type { Severity } from 'language/domain/values/codes';
import type { TouchedKind } from 'language/domain/values/touched';

export interface PatientSearch {
  firstName: string;
  middleName: string;
  lastName: string;
  fourthName: string;
  birthdate: string;
  medicalRecordNumber: string;
}

export interface PendingFilters {
  mine: boolean;
  /** The person who is responsible; `left`: people who are not in the team; empty: everyone. */
  of: string;
  /** The mildest severity; null: all errors, also ungraded ones. */
  severity: Severity | null;
  overdue: boolean;
  drug: string;
  discharged: boolean;
}

/** The criteria of the list of who is on a drug, on a day. */
export interface DrugUseCriteria {
  kind: DrugUseSubject['kind'];
  /** The id of the trade label, drug or tag. */
  id: string;
  /** `YYYY-MM-DD` */
  on: string;
}

export const queryKeys = {
  me: ['me'] as const,
  ownSessions: ['ownSessions'] as const,
  secondFactors: ['secondFactors'] as const,
  /** Pushes to this browser. */
  push: ['push'] as const,
  devicePin: ['devicePin'] as const,
  /** Prefix of all searches of the installation's accounts. */
  anyAccounts: ['accounts'] as const,
  teamsOfInstallation: ['accounts', 'teams'] as const,
  accounts: (search: Record<string, string | number>) => ['accounts', search] as const,
  /** A profile depends on its viewer; undefined: signed out. */
  profile: (id: string, viewer: string | undefined) => ['profile', id, viewer ?? ''] as const,
  metrics: (user: string, period: string) => ['metrics', user, period] as const,
  teams: ['teams'] as const,
  team: (id: string) => ['team', id] as const,
  /** The open invitations to a team. No live note tells of them. */
  invitations: (team: string) => ['invitations', team] as const,
  /** The invitation that the link of a mail leads to. */
  invitation: (token: string) => ['invitation', token] as const,
  /** Prefix of all patient lists of a team. */
  patientsOf: (team: string) => ['patients', team] as const,
  patientSearch: (team: string, search: PatientSearch | { text: string; birthdate?: string }) =>
    ['patients', team, 'search', search] as const,
  /** The search over all teams. No note invalidates it: each opening of its dialog reads again. */
  searchOwnTeams: (text: string) => ['searchOwnTeams', text] as const,
  inpatients: (team: string) => ['patients', team, 'inpatients'] as const,
  /** The patients that a dialog offers for a text. */
  patientChoice: (team: string, text: string) => ['patients', team, 'choice', text] as const,
  patient: (id: string) => ['patient', id] as const,
  /** The things that an erasure of the patient ends. The key begins with the key of the patient. */
  erasure: (patient: string) => ['patient', patient, 'erasure'] as const,
  /**
   * The erasures that are asked for. The key for a team begins with the key of its patients; all have no live note.
   */
  erasures: (team: string) => ['patients', team, 'erasures'] as const,
  allErasures: ['erasures'] as const,
  admissionsOf: (patient: string) => ['admissions', patient] as const,
  admission: (id: string) => ['admission', id] as const,
  reviewsOf: (admission: string) => ['reviews', admission] as const,
  notesOf: (admission: string) => ['notes', admission] as const,
  collectedOf: (team: string) => ['collected', team] as const,
  collected: (team: string, startDate: string, endDate: string, asOf: string | undefined) =>
    ['collected', team, startDate, endDate, asOf ?? ''] as const,
  /** Reports as known at an instant do not change, so new figures do not invalidate them. */
  recurrentAsOf: (team: string, asOf: string | undefined) => ['knownThen', team, 'recurrent', asOf ?? ''] as const,
  reportAsOf: (team: string, ...criteria: (string | number)[]) => ['knownThen', team, ...criteria] as const,
  reportChanges: (team: string, ...criteria: (string | number)[]) => ['changedBetween', team, ...criteria] as const,
  erasedSince: (team: string, asOf: string) => ['erasedSince', team, asOf] as const,
  medicationsOf: (admission: string) => ['medications', admission] as const,
  reconciliationOf: (admission: string) => ['reconciliation', admission] as const,
  measurementsOf: (admission: string) => ['measurements', admission] as const,
  /** The decisions on the findings of a chart. The findings are computed in the browser. */
  findingsOf: (admission: string) => ['findings', admission] as const,
  /** The code of the findings, and that a chart has what they need. No note invalidates it. */
  proposals: (admission: string) => ['proposals', admission] as const,
  /** Begins with the key of the reviews, because it is made of their entries. */
  medicationDashboard: (admission: string) => ['reviews', admission, 'dashboard'] as const,
  /** The handover list and the ward board depend on the day. */
  pending: (team: string, day: string, filters: PendingFilters) => ['handover', team, day, filters] as const,
  /** The errors that are asked of the physician, in all their teams. */
  asked: ['asked', 'list'] as const,
  askedCount: ['asked', 'count'] as const,
  allPending: (team: string, day: string) => ['handover', team, day, 'all'] as const,
  /** Prefix of the board and of the newest values. */
  wardOf: (team: string) => ['ward', team] as const,
  ward: (team: string, day: string) => ['ward', team, day] as const,
  /** The things that wait for the person, and the inpatients of all teams. */
  today: (day: string) => ['today', day] as const,
  /** The newest values of the team's inpatients. */
  newestValues: (team: string) => ['ward', team, 'values'] as const,
  /** Prefix of what is offered to a team, and of the patients whom it has transferred. */
  transfersOf: (team: string) => ['transfers', team] as const,
  /** @param team empty: of all teams, for which no live note comes */
  drugUse: (team: string, criteria: DrugUseCriteria) => ['drugUse', team, criteria] as const,
  allDrugUse: (team: string, criteria: DrugUseCriteria) => ['drugUse', team, criteria, 'all'] as const,
  image: (address: string) => ['image', address] as const,
  /** The trade labels. Keys of a drug's data begin with the same part, so a changed drug invalidates them, too. */
  drugs: ['drugs'] as const,
  drugOf: (tradeLabel: string) => ['drugs', 'of', tradeLabel] as const,
  sharedTemplates: (tradeLabel: string, errorType: string) => ['drugs', 'templates', tradeLabel, errorType] as const,
  ownTemplates: ['ownTemplates'] as const,
  errorTypes: ['errorTypes'] as const,
  tags: ['tags'] as const,
  /** The statements of the catalogue, which find something in charts. */
  statements: ['statements'] as const,
  /** The unseen changes of a chart, and the charts of a team that have unseen changes. */
  chartNews: (admission: string) => ['news', 'chart', admission] as const,
  teamNews: (team: string) => ['news', 'team', team] as const,
  anyTeamNews: ['news', 'team'] as const,
  /** The figures of reports. No query has this key: an open report watches it (`useHasNewerData`). */
  figures: ['figures'] as const,
  /** The history of a stream grows with each event. */
  anyHistory: ['history'] as const,
  historyOf: (stream: string) => ['history', stream] as const,
  timeline: (stream: string, of: string, page: number) => ['history', stream, of, page] as const,
  moments: (admission: string) => ['history', `admission-${admission}`, 'moments'] as const,
  /** A past chart does not change, but it shows the patient's current identity. */
  anyChartAsOf: ['asOf'] as const,
  chartAsOf: (admission: string, at: string) => ['asOf', admission, at] as const,
  /** The history of one medication error. Its address does not name the admission. */
  anyEntryHistory: ['lives'] as const,
  entryHistory: (entry: string) => ['lives', entry] as const,
  /** An audit search. No note invalidates it: the auditor refreshes it. */
  errorChanges: (team: string, criteria: Record<string, string>) => ['errorChanges', team, criteria] as const,
  /** A search of the security log. No note invalidates it: a button shows newer lines. */
  securityLog: (criteria: Record<string, string>) => ['securityLog', criteria] as const,
  newerSecurityLines: (criteria: Record<string, string>, than: number) =>
    ['newerSecurityLines', criteria, than] as const,
  /** The operator's page. No note invalidates it: it is read again every few seconds. */
  operations: ['operations'] as const,
  feeds: ['feeds'] as const,
  feedMessage: (id: string) => ['feed-message', id] as const,
  courses: ['courses'] as const,
  course: (id: string) => ['courses', id] as const,
  sponsors: ['sponsors'] as const,
  /** Prefix of all parts of a team's access log. */
  accessesOf: (team: string) => ['accesses', team] as const,
};
export type { QueryKey };

/** The handover list, the ward board, and who is on a drug, of a team. */
const boardsOf = (team: string): QueryKey[] => [
  ['handover', team],
  ['ward', team],
  ['drugUse', team],
  ['today'],
  ['asked'],
];
/** The same of all teams, for notes that do not name the team. */
const boards: readonly QueryKey[] = [['handover'], ['ward'], ['drugUse'], ['today'], ['asked']];
/** Each change of an admission is an unseen change for other people. */
const newsOf = (admission: string): QueryKey[] => [queryKeys.chartNews(admission), queryKeys.anyTeamNews, ['today']];
/** The queries that show entries and medicines under the current names and classes of the catalogue. */
const namedByCatalogue: readonly QueryKey[] = [['reviews'], ['handover'], ['drugUse'], ['ward'], ['today'], ['asked']];
const counts: readonly QueryKey[] = [queryKeys.figures, ['metrics']];
/** A person's name is shown in their teams and above their texts. */
const queryKeysOfPerson = (id: string): QueryKey[] => [
  queryKeys.me,
  queryKeys.teams,
  ['team'],
  ['profile', id],
  ['reviews'],
  ['notes'],
  queryKeys.ownTemplates,
];

const splitStream = (stream: string): { kind: string; id: string } => {
  const at = stream.indexOf('-');
  return at < 0 ? { kind: stream, id: '' } : { kind: stream.slice(0, at), id: stream.slice(at + 1) };
};

/** The changed items of a list that supports reading single items. */
export interface ChangedItems {
  readonly of: QueryKey;
  readonly ids: ReadonlySet<string>;
}
/** The reviews that a note names, for themselves or for an entry. Undefined if it names none. */
export function changedReviews({ stream, touched }: Pick<Changed, 'stream' | 'touched'>): ChangedItems | undefined {
  const { kind, id } = splitStream(stream);
  const ids = touched.filter((tag) => tag.startsWith('review:')).map((tag) => tag.slice('review:'.length));
  return kind === 'admission' && ids.length > 0 ? { of: queryKeys.reviewsOf(id), ids: new Set(ids) } : undefined;
}

/** Each event extends the history of its stream. */
const historyKeysOf = (stream: string): QueryKey[] => [
  queryKeys.historyOf(stream),
  ...(stream.startsWith('admission-') ? [queryKeys.anyEntryHistory] : []),
  ...(stream.startsWith('patient-') ? [queryKeys.anyChartAsOf] : []),
];

/**
 * The keys of all data of a stream, for a change of unknown content. A key matches all keys that begin with it.
 */
export function queryKeysOfStream(stream: string): QueryKey[] {
  const { kind, id } = splitStream(stream);
  switch (kind) {
    case 'admission':
      return [
        ...historyKeysOf(stream),
        queryKeys.admission(id),
        queryKeys.reviewsOf(id),
        queryKeys.notesOf(id),
        queryKeys.medicationsOf(id),
        queryKeys.measurementsOf(id),
        queryKeys.findingsOf(id),
        queryKeys.reconciliationOf(id),
        ['admissions'],
        ['patients'],
        ...newsOf(id),
        ...boards,
        ...counts,
        ['transfers'],
      ];
    case 'patient':
      return [
        ...historyKeysOf(stream),
        queryKeys.patient(id),
        queryKeys.admissionsOf(id),
        ['patients'],
        ['admission'],
        ['transfers'],
        ...boards,
        ...counts,
      ];
    case 'team':
      return [
        ...historyKeysOf(stream),
        queryKeys.team(id),
        queryKeys.teams,
        queryKeys.patientsOf(id),
        ['admission'],
        ['transfers'],
        ...boardsOf(id),
      ];
    case 'user':
      return queryKeysOfPerson(id);
    case 'drug':
      return [...historyKeysOf(stream), queryKeys.drugs, ...namedByCatalogue, ['medications'], ...counts];
    // Includes all drugs, because the changed ones are unknown.
    case 'catalogue':
      return [
        queryKeys.errorTypes,
        queryKeys.tags,
        queryKeys.statements,
        queryKeys.drugs,
        queryKeys.anyHistory,
        ...namedByCatalogue,
        ...counts,
      ];
    default:
      return [];
  }
}

/**
 * The keys of all data that shows a team, for entering its room: changes before that are unknown. The room reports many
 * streams, so its own revision does not tell which of them have changed.
 */
export const queryKeysOfTeamRoom = (team: string): QueryKey[] => [
  queryKeys.team(team),
  queryKeys.patientsOf(team),
  ['patient'],
  ['admissions'],
  ...boardsOf(team),
  queryKeys.transfersOf(team),
  ['admission'],
  queryKeys.anyTeamNews,
  ...counts,
  queryKeys.anyHistory,
  queryKeys.anyEntryHistory,
];

/**
 * The keys of the `touched` tags of a note. Reviews, entries, notes, medications and images have the admission of the
 * stream. The tag of the admission alone means all data of the stream: the change was too large for a note
 * (projections, `change-notice.ts`).
 */
export function queryKeysOfChange({ stream, touched }: Pick<Changed, 'stream' | 'touched'>): QueryKey[] {
  const { kind, id: streamId } = splitStream(stream);
  const admission = kind === 'admission' ? streamId : undefined;
  if (admission !== undefined && touched.length === 1 && touched[0] === `admission:${admission}`)
    return queryKeysOfStream(stream);
  const found = touched.flatMap((tag): QueryKey[] => {
    const [what, id] = [tag.slice(0, tag.indexOf(':')) as TouchedKind, tag.slice(tag.indexOf(':') + 1)];
    switch (what) {
      case 'review':
      case 'entry':
        return [admission === undefined ? ['reviews'] : queryKeys.reviewsOf(admission), ...boards, ...counts];
      // The board shows the last author of a chart.
      case 'note':
        return [admission === undefined ? ['notes'] : queryKeys.notesOf(admission), ['ward']];
      case 'medication':
        return [admission === undefined ? ['medications'] : queryKeys.medicationsOf(admission), ['ward'], ['drugUse']];
      case 'measurement':
      case 'measurements':
        return [admission === undefined ? ['measurements'] : queryKeys.measurementsOf(admission), ['ward']];
      case 'findings':
        return [queryKeys.findingsOf(id)];
      case 'homeMedication':
      case 'reconciled':
        return [admission === undefined ? ['reconciliation'] : queryKeys.reconciliationOf(admission)];
      case 'gallery':
        return [admission === undefined ? ['admission'] : queryKeys.admission(admission), ['ward']];
      case 'admission':
        return [queryKeys.admission(id), ['admissions'], ['patients'], ...boards, ...counts];
      case 'patient':
        return [queryKeys.patient(id), queryKeys.admissionsOf(id), ['patients'], ['admission'], ...boards, ...counts];
      // The entry is named as well.
      case 'reminded':
        return [];
      // The marks of one patient, or the table and the views of the team.
      case 'ward':
        return [kind === 'team' ? ['ward', id] : ['ward']];
      // A transfer touches both teams. Otherwise the chart's breadcrumb shows the team, and its name is in offers.
      case 'team':
        return kind === 'team'
          ? [queryKeys.team(id), queryKeys.teams, ['admission'], ['transfers']]
          : [['transfers'], ['patients']];
      // A change of a team touches its new and former members: their list of teams changes, their name does not.
      case 'user':
        return kind === 'team' ? [queryKeys.teams] : queryKeysOfPerson(id);
      case 'drug':
        return [queryKeys.drugs, ...namedByCatalogue, ['medications'], ...counts];
      // Charts, boards and reports show the current names.
      case 'catalogue':
        return id === 'errtypes'
          ? [queryKeys.errorTypes, ...namedByCatalogue, ...counts]
          : id === 'tags'
            ? [queryKeys.tags, ...namedByCatalogue, ...counts]
            : id === 'statements'
              ? [queryKeys.statements]
              : [queryKeys.drugs];
      // A newer server may know more kinds.
      default:
        what satisfies never;
        return [];
    }
  });
  if (admission !== undefined) found.push(...newsOf(admission));
  found.push(...historyKeysOf(stream));
  return [...new Map(found.map((key) => [JSON.stringify(key), key])).values()];
}
