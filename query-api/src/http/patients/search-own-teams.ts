/**
 * The search of every screen (docs/product.md, "Search everywhere"): the patients of the caller's teams by any part of the
 * name, the record number or the bed. The statements find candidates by the beginnings of keys; `fitOf` compares them.
 */
import * as patientCalls from 'language/contract/calls/patients';
import type { TeamsPatient, TeamsSearch } from 'language/contract/today';
import { foldName, nameBeginnings } from 'language/domain/values/arabic';
import { foldLetters, foldPlace, foldRecordNumber } from 'language/domain/values/folding';
import { because } from 'language/domain/reasons/because';
import * as z from 'zod';
import { read } from '../read-route.ts';
import { ownTeams } from '../teams/own-teams.ts';
import { survivors } from './merged-patients.ts';
import { identityColumns } from './patient-rows.ts';
import { likeLiteral } from './patient-search.ts';

const SHOWN = 12;
/** The most candidates of each index and team. More of them for a short text cost time, and the person types on. */
const CANDIDATES = 60;

const keys = /* sql */ `
array[p.first_key, p.middle_key, p.last_key, p.fourth_key] as keys, p.record_key as "recordKey"`;

/** $1 teams. One row for each inpatient, with the newest open admission. */
const inpatients = /* sql */ `
select distinct on (p.patient_id) p.patient_id as "_id", ${identityColumns('p')}, ${keys}, a.team_id as team,
       a.admission_id as admission, a.room, a.bed
from admission a
left join ${survivors()} s on s.patient_id = a.patient_id
join patient p on p.patient_id = coalesce(s.survivor_id, a.patient_id)
where a.team_id = any ($1) and a.discharge_date is null
order by p.patient_id, a.admission_date desc, a.admission_id desc`;

const beginning = (key: string): string => /* sql */ `
  (select p.patient_id from patient p
   where p.team_id = mine.team_id and p.${key}_key like $2
     and ($3::text is null or p.first_key like $3 or p.middle_key like $3 or p.last_key like $3)
   limit ${CANDIDATES})`;

/**
 * Each branch reads one index and stops at its limit. A fourth name has no index: it finds inpatients only. $1 teams · $2 pattern of the
 * first word · $3 pattern of the second one, or null · $4 pattern of the record number, or null
 */
const others = /* sql */ `
select distinct p.patient_id as "_id", ${identityColumns('p')}, ${keys}, p.team_id as team, null as admission,
       '' as room, '' as bed
from unnest($1::text[]) mine (team_id)
cross join lateral (
  ${['first', 'middle', 'last'].map(beginning).join(' union all ')}
  union all
  (select p.patient_id from patient p where p.team_id = mine.team_id and p.record_key like $4 limit ${CANDIDATES})
) found
left join ${survivors()} s on s.patient_id = found.patient_id
join patient p on p.patient_id = coalesce(s.survivor_id, found.patient_id) and p.team_id = any ($1)`;

interface Candidate extends Omit<TeamsPatient, 'teamName'> {
  readonly keys: readonly string[];
  readonly recordKey: string;
}

interface Sought {
  /** For each word the beginnings of keys that it may be. */
  readonly words: readonly (readonly string[])[];
  /** Empty for a text without a digit. */
  readonly number: string;
  /** Empty for a text that can be no bed. */
  readonly bed: string;
}

function soughtIn(text: string): Sought {
  const number = /\d/.test(foldLetters(text)) ? foldRecordNumber(text) : '';
  const bed = number === '' ? '' : foldPlace(text);
  const words = foldName(text)
    .split(' ')
    .filter((word) => word !== '');
  return { words: words.map(nameBeginnings), number, bed };
}

/** The best first: 0 for the bed or the whole number, 1 for the beginning of the first name. Undefined: it does not fit. */
function fitOf({ keys, recordKey, bed, admission }: Candidate, sought: Sought): number | undefined {
  const { words, number } = sought;
  if (sought.bed !== '' && admission !== null && foldPlace(bed) === sought.bed) return 0;
  if (number !== '' && recordKey.startsWith(number)) return recordKey === number ? 0 : 2;
  if (words.length === 0) return undefined;
  const named = keys.flatMap((key) => key.split(' '));
  const isPart = (beginnings: readonly string[], of: readonly string[]): boolean =>
    of.some((key) => beginnings.some((one) => key.startsWith(one)));
  if (!words.every((beginnings) => isPart(beginnings, named))) return undefined;
  return isPart(words[0] ?? [], [keys[0] ?? '']) ? 1 : 2;
}

/** The common beginning of the keys as a pattern; null without one, which finds nothing. */
function patternOf(beginnings: readonly string[] = []): string | null {
  const [first = '', ...rest] = beginnings;
  let length = first.length;
  for (const other of rest) while (!other.startsWith(first.slice(0, length))) length -= 1;
  return length === 0 ? null : `${likeLiteral(first.slice(0, length))}%`;
}

export const searchRoutes = [
  /** Recorded as a patient search in the access log of each team. */
  read(patientCalls.searchOwnTeams, {
    input: z.object({ q: z.string().trim().min(2, because('search-too-short')).max(80, because('name-too-long')) }),
    from: () => ['patient-', 'admission-', 'team-'],
    async answer(request): Promise<TeamsSearch> {
      const { db, input } = request;
      const teams = await ownTeams(request);
      const ids = teams.map(({ team }) => team);
      const sought = soughtIn(input.q);
      const number = sought.number === '' ? null : `${likeLiteral(sought.number)}%`;
      const [inHospital, elsewhere] = await Promise.all([
        db.query<Candidate>(inpatients, [ids]),
        db.query<Candidate>(others, [ids, patternOf(sought.words[0]), patternOf(sought.words[1]), number]),
      ]);
      const candidates = new Map([...inHospital.rows, ...elsewhere.rows].toReversed().map((row) => [row._id, row]));
      const found = [...candidates.values()]
        .flatMap((row) => {
          const fit = fitOf(row, sought);
          return fit === undefined ? [] : [{ row, order: [row.admission === null ? 1 : 0, fit] as const }];
        })
        .toSorted(
          (a, b) =>
            a.order[0] - b.order[0] ||
            a.order[1] - b.order[1] ||
            a.row.keys.join(' ').localeCompare(b.row.keys.join(' ')) ||
            a.row._id.localeCompare(b.row._id),
        )
        .slice(0, SHOWN);
      const names = new Map(teams.map(({ team, teamName }) => [team, teamName]));
      for (const team of ids)
        request.accessed({
          type: 'PatientsSearched',
          teamId: team,
          data: { searches: 1, found: found.filter(({ row }) => row.team === team).length },
          deduplicationKey: JSON.stringify(input),
        });
      return {
        patients: found.map(({ row: { keys: _keys, recordKey: _record, ...patient } }) => ({
          ...patient,
          teamName: names.get(patient.team) ?? '',
        })),
      };
    },
  }),
];
