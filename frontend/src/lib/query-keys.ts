/** The one table of query keys, and which of them a live note makes old. */
import type { Changed } from 'command-api/contract/live';

export interface PatientSearch {
  firstName: string;
  middleName: string;
  lastName: string;
  fourthName: string;
  birthdate: string;
  medicalRecordNumber: string;
}

export const keys = {
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
  collected: (team: string, startDate: string, endDate: string) => ['collected', team, startDate, endDate] as const,
  medicationsOf: (admission: string) => ['medications', admission] as const,
  /** Made of the reviews' entries: what makes those old makes it old as well. */
  medicationDashboard: (admission: string) => ['reviews', admission, 'dashboard'] as const,
  image: (address: string) => ['image', address] as const,
  /** The trade labels; what a drug's data shows begins with the same word, so that a changed drug makes it old as well. */
  drugs: ['drugs'] as const,
  drugOf: (tradeLabel: string) => ['drugs', 'of', tradeLabel] as const,
  sharedTemplates: (tradeLabel: string, errorType: string) => ['drugs', 'templates', tradeLabel, errorType] as const,
  ownTemplates: (tradeLabel: string, errorType: string) => ['ownTemplates', tradeLabel, errorType] as const,
  errorTypes: ['errorTypes'] as const,
  tags: ['tags'] as const,
  courses: ['courses'] as const,
  course: (id: string) => ['courses', id] as const,
  sponsors: ['sponsors'] as const,
};
export type Key = readonly unknown[];

const splitStream = (stream: string): { kind: string; id: string } => {
  const at = stream.indexOf('-');
  return at < 0 ? { kind: stream, id: '' } : { kind: stream.slice(0, at), id: stream.slice(at + 1) };
};

/** Everything that shows what a stream holds: used when it is known that it moved, not in what. A key matches all keys that begin with it. */
export function keysOfStream(stream: string): Key[] {
  const { kind, id } = splitStream(stream);
  switch (kind) {
    case 'admission': return [keys.admission(id), keys.reviewsOf(id), keys.notesOf(id), keys.medicationsOf(id), ['admissions'], ['patients']];
    case 'patient': return [keys.patient(id), keys.admissionsOf(id), ['patients']];
    case 'team': return [keys.team(id), keys.teams, keys.patientsOf(id)];
    case 'user': return [keys.me, keys.teams, ['team'], ['profile', id]];
    case 'drug': return [keys.drugs];
    case 'catalogue': return [keys.errorTypes, keys.tags, keys.drugs];
    default: return [];
  }
}

/** What a note's `touched` tags make old. Reviews, entries, notes, medications and images are found by the admission whose stream moved. */
export function keysTouchedBy({ stream, touched }: Pick<Changed, 'stream' | 'touched'>): Key[] {
  const { kind, id: streamId } = splitStream(stream);
  const admission = kind === 'admission' ? streamId : undefined;
  const found = touched.flatMap((tag): Key[] => {
    const [what, id] = [tag.slice(0, tag.indexOf(':')), tag.slice(tag.indexOf(':') + 1)];
    switch (what) {
      case 'review':
      case 'entry': return [admission === undefined ? ['reviews'] : keys.reviewsOf(admission)];
      case 'note': return [admission === undefined ? ['notes'] : keys.notesOf(admission)];
      case 'medication': return [admission === undefined ? ['medications'] : keys.medicationsOf(admission)];
      case 'gallery': return [admission === undefined ? ['admission'] : keys.admission(admission)];
      case 'admission': return [keys.admission(id), ['admissions'], ['patients']];
      case 'patient': return [keys.patient(id), keys.admissionsOf(id), ['patients'], ['admission']];
      case 'team': return [keys.team(id), keys.teams];
      case 'user': return [keys.me, keys.teams, ['team'], ['profile', id]];
      case 'drug': return [keys.drugs];
      case 'catalogue': return id === 'errtypes' ? [keys.errorTypes] : id === 'tags' ? [keys.tags] : [keys.drugs];
      default: return [];
    }
  });
  return [...new Map(found.map((key) => [JSON.stringify(key), key])).values()];
}
