/** The one table of query keys, and which of them a live note makes old. */
import type { Changed } from 'command-api/contract/live';
import type { Severity } from 'command-api/domain/codes';

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
  /** The mildest that is wanted; null: any, also what is not graded. */
  severity: Severity | null;
  overdue: boolean;
  drug: string;
  discharged: boolean;
}

export const queryKeys = {
  me: ['me'] as const,
  /** A person's profile, as this viewer sees it; as nobody in particular, signed out. */
  profile: (id: string, viewer: string | undefined) => ['profile', id, viewer ?? ''] as const,
  metrics: (user: string, period: string) => ['metrics', user, period] as const,
  teams: ['teams'] as const,
  team: (id: string) => ['team', id] as const,
  /** Every patient list of a team: searches and inpatients. */
  patientsOf: (team: string) => ['patients', team] as const,
  patientSearch: (team: string, search: PatientSearch) => ['patients', team, 'search', search] as const,
  inpatients: (team: string) => ['patients', team, 'inpatients'] as const,
  patient: (id: string) => ['patient', id] as const,
  admissionsOf: (patient: string) => ['admissions', patient] as const,
  admission: (id: string) => ['admission', id] as const,
  reviewsOf: (admission: string) => ['reviews', admission] as const,
  notesOf: (admission: string) => ['notes', admission] as const,
  collectedOf: (team: string) => ['collected', team] as const,
  collected: (team: string, startDate: string, endDate: string, asOf: string | undefined) =>
    ['collected', team, startDate, endDate, asOf ?? ''] as const,
  /**
   * A report as known at an instant, and between two: what was known does not change, and is not thrown away with what
   * lies behind newer figures.
   */
  recurrentThen: (team: string, asOf: string | undefined) => ['knownThen', team, 'recurrent', asOf ?? ''] as const,
  reportThen: (team: string, ...asked: (string | number)[]) => ['knownThen', team, ...asked] as const,
  reportChanges: (team: string, ...asked: (string | number)[]) => ['changedBetween', team, ...asked] as const,
  erasedSince: (team: string, asOf: string) => ['erasedSince', team, asOf] as const,
  medicationsOf: (admission: string) => ['medications', admission] as const,
  /** Made of the reviews' entries: what makes those old makes it old as well. */
  medicationDashboard: (admission: string) => ['reviews', admission, 'dashboard'] as const,
  /** What waits for a response, and who lies in, by the day: with the next one they are others. */
  pending: (team: string, day: string, filters: PendingFilters) => ['handover', team, day, filters] as const,
  ward: (team: string, day: string) => ['ward', team, day] as const,
  image: (address: string) => ['image', address] as const,
  /**
   * The trade labels; what a drug's data shows begins with the same word, so that a changed drug makes it old as well.
   */
  drugs: ['drugs'] as const,
  drugOf: (tradeLabel: string) => ['drugs', 'of', tradeLabel] as const,
  sharedTemplates: (tradeLabel: string, errorType: string) => ['drugs', 'templates', tradeLabel, errorType] as const,
  ownTemplates: ['ownTemplates'] as const,
  errorTypes: ['errorTypes'] as const,
  tags: ['tags'] as const,
  /** What others changed in a chart since one looked; which charts of a team have such news. */
  chartNews: (admission: string) => ['news', 'chart', admission] as const,
  teamNews: (team: string) => ['news', 'team', team] as const,
  anyTeamNews: ['news', 'team'] as const,
  /**
   * What reports count. Nothing is held by it: a report that is open asks whether it has become old (`sync/live/live-connection.ts:
   * onOld`).
   */
  figures: ['figures'] as const,
  /** What is told of a stream's past: it grows with every event. */
  anyHistory: ['history'] as const,
  historyOf: (stream: string) => ['history', stream] as const,
  timeline: (stream: string, of: string, page: number) => ['history', stream, of, page] as const,
  moments: (admission: string) => ['history', `admission-${admission}`, 'moments'] as const,
  /** What was does not change; who the patient is known to be, in the newest of them, does. */
  anyChartAsOf: ['asOf'] as const,
  chartAsOf: (admission: string, at: string) => ['asOf', admission, at] as const,
  /** Of one medication error, whose admission its address need not say. */
  lives: ['lives'] as const,
  life: (entry: string) => ['lives', entry] as const,
  /** What an auditor has found. No note moves it: it is asked for anew when somebody wants to see what is new. */
  errorChanges: (team: string, asked: Record<string, string>) => ['errorChanges', team, asked] as const,
  courses: ['courses'] as const,
  course: (id: string) => ['courses', id] as const,
  sponsors: ['sponsors'] as const,
  /** Every part of a team's access log. */
  accessesOf: (team: string) => ['accesses', team] as const,
};
export type QueryKey = readonly unknown[];

/** The handover list and the ward board of a team; of all teams where a note does not say whose it is. */
export const boardsOf = (team: string): QueryKey[] => [
  ['handover', team],
  ['ward', team],
];
const boards: readonly QueryKey[] = [['handover'], ['ward']];
/**
 * What screens of a team show of things whose streams they may have missed: who the patient in the banner is, the news,
 * the figures.
 */
export const whatTeamsShow: readonly QueryKey[] = [
  ['admission'],
  queryKeys.anyTeamNews,
  queryKeys.figures,
  ['metrics'],
  queryKeys.anyHistory,
  queryKeys.lives,
];
/** Every change of an admission may be news to somebody. */
const newsOf = (admission: string): QueryKey[] => [queryKeys.chartNews(admission), queryKeys.anyTeamNews];
const counts: readonly QueryKey[] = [queryKeys.figures, ['metrics']];
/** A person's name stands in their teams, and above what they wrote. */
const ofPerson = (id: string): QueryKey[] => [
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

/** Of a list that can be read in part: the items that a note touched. */
export interface ChangedItems {
  readonly of: QueryKey;
  readonly ids: ReadonlySet<string>;
}
/**
 * The reviews of an admission that a note touched, themselves or by an entry. Undefined where it does not say which.
 */
export function changedReviews({ stream, touched }: Pick<Changed, 'stream' | 'touched'>): ChangedItems | undefined {
  const { kind, id } = splitStream(stream);
  const ids = touched.filter((tag) => tag.startsWith('review:')).map((tag) => tag.slice('review:'.length));
  return kind === 'admission' && ids.length > 0 ? { of: queryKeys.reviewsOf(id), ids: new Set(ids) } : undefined;
}

/** Every event is a change in the past of its stream. */
const pastOf = (stream: string): QueryKey[] => [
  queryKeys.historyOf(stream),
  ...(stream.startsWith('admission-') ? [queryKeys.lives] : []),
  ...(stream.startsWith('patient-') ? [queryKeys.anyChartAsOf] : []),
];

/**
 * Everything that shows what a stream holds: used when it is known that it moved, not in what. A key matches all keys
 * that begin with it.
 */
export function queryKeysOfStream(stream: string): QueryKey[] {
  const { kind, id } = splitStream(stream);
  switch (kind) {
    case 'admission':
      return [
        ...pastOf(stream),
        queryKeys.admission(id),
        queryKeys.reviewsOf(id),
        queryKeys.notesOf(id),
        queryKeys.medicationsOf(id),
        ['admissions'],
        ['patients'],
        ...newsOf(id),
        ...boards,
        ...counts,
      ];
    case 'patient':
      return [
        ...pastOf(stream),
        queryKeys.patient(id),
        queryKeys.admissionsOf(id),
        ['patients'],
        ['admission'],
        ...boards,
        ...counts,
      ];
    case 'team':
      return [
        ...pastOf(stream),
        queryKeys.team(id),
        queryKeys.teams,
        queryKeys.patientsOf(id),
        ['admission'],
        ...boardsOf(id),
      ];
    case 'user':
      return ofPerson(id);
    case 'drug':
      return [...pastOf(stream), queryKeys.drugs];
    // Asked again when nobody knows which drugs have moved.
    case 'catalogue':
      return [queryKeys.errorTypes, queryKeys.tags, queryKeys.drugs, queryKeys.anyHistory, ...counts];
    default:
      return [];
  }
}

/**
 * What a note's `touched` tags make old. Reviews, entries, notes, medications and images are found by the admission
 * whose stream moved. The admission alone stands for all that is in it: more has changed than a note can say
 * (projections, `change-notice.ts`).
 */
export function queryKeysOfChange({ stream, touched }: Pick<Changed, 'stream' | 'touched'>): QueryKey[] {
  const { kind, id: streamId } = splitStream(stream);
  const admission = kind === 'admission' ? streamId : undefined;
  if (admission !== undefined && touched.length === 1 && touched[0] === `admission:${admission}`)
    return queryKeysOfStream(stream);
  const found = touched.flatMap((tag): QueryKey[] => {
    const [what, id] = [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)];
    switch (what) {
      case 'review':
      case 'entry':
        return [admission === undefined ? ['reviews'] : queryKeys.reviewsOf(admission), ...boards, ...counts];
      // The board says who was the last at a chart.
      case 'note':
        return [admission === undefined ? ['notes'] : queryKeys.notesOf(admission), ['ward']];
      case 'medication':
        return [admission === undefined ? ['medications'] : queryKeys.medicationsOf(admission), ['ward']];
      case 'gallery':
        return [admission === undefined ? ['admission'] : queryKeys.admission(admission), ['ward']];
      case 'admission':
        return [queryKeys.admission(id), ['admissions'], ['patients'], ...boards, ...counts];
      case 'patient':
        return [queryKeys.patient(id), queryKeys.admissionsOf(id), ['patients'], ['admission'], ...boards, ...counts];
      // The chart's path names the team.
      case 'team':
        return [queryKeys.team(id), queryKeys.teams, ['admission']];
      // A team's change touches whoever became a member or ceased to be one: their list of teams, not their name.
      case 'user':
        return kind === 'team' ? [queryKeys.teams] : ofPerson(id);
      case 'drug':
        return [queryKeys.drugs];
      // Reports count under today's labels.
      case 'catalogue':
        return id === 'errtypes'
          ? [queryKeys.errorTypes, ...counts]
          : id === 'tags'
            ? [queryKeys.tags, ...counts]
            : [queryKeys.drugs];
      default:
        return [];
    }
  });
  if (admission !== undefined) found.push(...newsOf(admission));
  found.push(...pastOf(stream));
  return [...new Map(found.map((key) => [JSON.stringify(key), key])).values()];
}
