/** The security log as lines of an exported file (docs/product.md, "Exported files"): kinds as codes, no patient's name. */
import type { Column } from '../files/columns.ts';
import { lineOf, type LineRow, otherTeamIdOf } from './search.ts';

export const securityColumns: readonly Column<LineRow>[] = [
  ['security.number', 'number', ({ number }) => Number(number)],
  ['security.at', 'utc', ({ at }) => at],
  ['security.atHospital', 'hospitalTime', ({ at }) => at],
  ['security.kind', 'name', ({ kind }) => kind],
  ['security.outcome', 'code', (row) => (lineOf(row)?.isRefused ? 'refused' : 'done')],
  ['security.by', 'code', ({ actor_kind: by }) => by],
  ['security.actor', 'name', ({ actor_name: name }) => name],
  ['security.actorId', 'id', ({ actor_id: id }) => id],
  ['security.user', 'name', ({ user_name: name }) => name],
  ['security.userId', 'id', ({ user_id: id }) => id],
  ['security.team', 'name', ({ team_name: name }) => name],
  ['security.teamId', 'id', ({ team_id: id }) => id],
  ['security.otherTeam', 'name', (row) => row.other_team_name || otherTeamIdOf(row)],
  ['security.patientId', 'id', ({ patient_id: id }) => id],
  ['security.emailMark', 'id', ({ email_mark: mark }) => mark],
  ['security.address', 'code', ({ address }) => address],
  ['security.device', 'longText', ({ device }) => device],
  [
    'security.details',
    'longText',
    ({ data }) =>
      Object.entries(data)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
  ],
  ['security.hash', 'longText', ({ hash }) => hash],
];
