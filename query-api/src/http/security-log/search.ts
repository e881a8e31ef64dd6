/** The search over the security log, as statements. */
import type { SecurityLine } from 'language/contract/security-log';
import {
  securityKinds,
  type SecurityKind,
  securityKindNames,
  type SecurityKindOf,
} from 'language/domain/security-log/kinds';
import type { CalendarDate } from 'language/domain/values/calendar-date';

export interface SecuritySearch {
  /** Days of the hospital, both included. */
  readonly from: CalendarDate | undefined;
  readonly to: CalendarDate | undefined;
  readonly kinds: readonly SecurityKind[] | undefined;
  /** Ids of the people who were searched for. */
  readonly people: readonly string[] | undefined;
  /** The mark that stands for that e-mail where no account has it. */
  readonly emailMark: string | undefined;
  readonly team: string | undefined;
  readonly address: string | undefined;
}

interface Where {
  readonly text: string;
  readonly values: readonly unknown[];
}

const nameOf = (person: string): string => `trim(${person}.first_name || ' ' || ${person}.last_name)`;

/** Conditions on `l`. */
function whereOf(search: SecuritySearch, timeZone: string): Where {
  const { from, to, kinds, people, emailMark, team, address } = search;
  const values: unknown[] = [];
  const conditions: string[] = [];
  const add = (value: unknown, condition: (parameter: string) => string): void => {
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  const zone = (): string => `$${values.push(timeZone)}`;
  if (from !== undefined) add(from, (day) => `l.at >= (${day}::date)::timestamp at time zone ${zone()}`);
  if (to !== undefined) add(to, (day) => `l.at < (${day}::date + 1)::timestamp at time zone ${zone()}`);
  if (kinds !== undefined) add(kinds, (names) => `l.kind = any (${names}::text[])`);
  if (people !== undefined) {
    add(people, (ids) => {
      const mark = `$${values.push(emailMark ?? null)}`;
      return `(l.actor_id = any (${ids}::text[]) or l.user_id = any (${ids}::text[]) or l.email_mark = ${mark})`;
    });
  }
  if (team !== undefined) add(team, (id) => `l.team_id = ${id}`);
  if (address !== undefined) add(address, (text) => `l.address = ${text}`);
  return { text: conditions.map((condition) => `and ${condition}`).join('\n'), values };
}

const selected = /* sql */ `
select l.number::text, l.at, l.kind, l.actor_kind, l.actor_id, l.user_id, l.team_id, l.patient_id, l.email_mark,
       l.address, l.device, l.data, encode(l.hash, 'hex') as hash,
       coalesce(${nameOf('actor')}, '') as actor_name, coalesce(${nameOf('concerned')}, '') as user_name,
       coalesce(t.name, '') as team_name, coalesce(other.name, '') as other_team_name
from accounts.security_line l
left join app_user actor on actor.user_id = l.actor_id
left join app_user concerned on concerned.user_id = l.user_id
left join team t on t.team_id = l.team_id
left join team other on other.team_id = l.data->>'otherTeam'`;

/** @param before the number of the last line of the page before */
export function pageOfLines(search: SecuritySearch, timeZone: string, most: number, before?: number): Where {
  const { text, values } = whereOf(search, timeZone);
  return {
    text: `${selected} where l.number < $${values.length + 1} ${text} order by l.number desc limit $${values.length + 2}`,
    values: [...values, before ?? Number.MAX_SAFE_INTEGER, most],
  };
}

/** All lines, newest first. */
export function allLines(search: SecuritySearch, timeZone: string): Where {
  const { text, values } = whereOf(search, timeZone);
  return { text: `${selected} where true ${text} order by l.number desc`, values };
}

/** How many lines are newer than a number, counted to a limit. */
export function newerLines(search: SecuritySearch, timeZone: string, than: number, most: number): Where {
  const { text, values } = whereOf(search, timeZone);
  return {
    text: `select count(*)::int as newer from (select from accounts.security_line l
           where l.number > $${values.length + 1} ${text} limit $${values.length + 2}) found`,
    values: [...values, than, most],
  };
}

export interface LineRow {
  number: string;
  at: Date;
  kind: string;
  actor_kind: SecurityLine['by'];
  actor_id: string | null;
  actor_name: string;
  user_id: string | null;
  user_name: string;
  team_id: string | null;
  team_name: string;
  other_team_name: string;
  patient_id: string | null;
  email_mark: string | null;
  address: string | null;
  device: string | null;
  data: Record<string, string | number>;
  hash: string;
}

/** Null for all lines but those of transfers. */
export const otherTeamIdOf = ({ data }: LineRow): string | null =>
  data['otherTeam'] === undefined ? null : String(data['otherTeam']);

const isKnownKind = (kind: string): kind is SecurityKind => Object.hasOwn(securityKinds, kind);
export const kindsWhere = (fits: (name: SecurityKind, kind: SecurityKindOf) => boolean): SecurityKind[] =>
  securityKindNames.filter((name) => fits(name, securityKinds[name]));

/** @returns undefined for a kind of a newer program */
export function lineOf(row: LineRow): SecurityLine | undefined {
  if (!isKnownKind(row.kind)) return undefined;
  const kind: SecurityKindOf = securityKinds[row.kind];
  const named = (id: string | null, name: string) => (id === null ? null : { _id: id, name });
  return {
    number: Number(row.number),
    at: row.at.toISOString(),
    kind: row.kind,
    group: kind.group,
    isRefused: kind.isRefused === true,
    by: row.actor_kind,
    actor: named(row.actor_id, row.actor_name),
    user: row.user_id === row.actor_id ? null : named(row.user_id, row.user_name),
    team: named(row.team_id, row.team_name),
    otherTeam: named(otherTeamIdOf(row), row.other_team_name),
    patient: row.patient_id,
    emailMark: row.email_mark,
    address: row.address,
    device: row.device,
    data: row.data,
  };
}
