/** The security log as lines of a CSV (docs/product.md, "CSV"): kinds as codes, no patient's name. */
import { cell, type CsvFormat, csvLine } from '../csv.ts';
import { hospitalTime } from '../hospital-time.ts';
import { lineOf, type LineRow, otherTeamIdOf } from './search.ts';

/** Headings are ids of words. */
const columns: readonly (readonly [heading: string, contentOf: (row: LineRow, timeZone: string) => string])[] = [
  ['security.number', ({ number }) => number],
  ['security.at', ({ at }) => at.toISOString()],
  ['security.atHospital', ({ at }, timeZone) => hospitalTime(at, timeZone)],
  ['security.kind', ({ kind }) => kind],
  ['security.outcome', (row) => (lineOf(row)?.isRefused ? 'refused' : 'done')],
  ['security.by', ({ actor_kind: by }) => by],
  ['security.actor', ({ actor_name: name }) => name],
  ['security.actorId', ({ actor_id: id }) => id ?? ''],
  ['security.user', ({ user_name: name }) => name],
  ['security.userId', ({ user_id: id }) => id ?? ''],
  ['security.team', ({ team_name: name }) => name],
  ['security.teamId', ({ team_id: id }) => id ?? ''],
  ['security.otherTeam', (row) => row.other_team_name || (otherTeamIdOf(row) ?? '')],
  ['security.patientId', ({ patient_id: id }) => id ?? ''],
  ['security.emailMark', ({ email_mark: mark }) => mark ?? ''],
  ['security.address', ({ address }) => address ?? ''],
  ['security.device', ({ device }) => device ?? ''],
  [
    'security.details',
    ({ data }) =>
      Object.entries(data)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
  ],
  ['security.hash', ({ hash }) => hash],
];

export const securityCsvHeader = ({ separator, words }: CsvFormat): string =>
  csvLine(
    columns.map(([heading]) => words.say(heading)),
    separator,
  );
export const securityCsvLine = (
  row: LineRow,
  { separator, timeZone }: CsvFormat & { readonly timeZone: string },
): string =>
  csvLine(
    columns.map(([, contentOf]) => cell(contentOf(row, timeZone))),
    separator,
  );
