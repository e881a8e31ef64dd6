/**
 * The ward board: the team's inpatients, whether they were reviewed today, their pending errors, and their priority with
 * its reasons (docs/decisions/read-side/priority.md).
 */
import * as wardCalls from 'language/contract/calls/ward';
import type { PatientIdentity } from 'language/contract/entities';
import type { SavedView, WardBoard, WardPatient } from 'language/contract/handover';
import { allergyBriefOf, type AllergyRecord } from 'language/contract/render/allergies';
import { careFields } from 'language/domain/admission/care-fields';
import { catalogueStream } from 'language/domain/catalogue/events';
import { priorityOf } from 'language/domain/priority/score';
import { defaultPriorityTable, type PriorityTable } from 'language/domain/priority/table';
import type { ReviewLevel } from 'language/domain/priority/views';
import { teamStream } from 'language/domain/team/events';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import { Id } from 'language/domain/values/fields';
import type { Pool } from 'pg';
import * as z from 'zod';
import { sharedBeds } from '../admissions/beds.ts';
import { asColumns, valuesOf } from '../field-values.ts';
import { hospitalTime } from '../files/hospital-time.ts';
import { survivorIdOf } from '../patients/merged-patients.ts';
import { identityColumns } from '../patients/patient-rows.ts';
import { type Dependencies, read } from '../read-route.ts';
import { patientsListed, readableTeam } from '../readable-team.ts';
import { day, personName, type RowOf, versioned } from '../rows.ts';
import {
  emptyChart,
  lastReviewOf,
  type Moment,
  type OnWard,
  type WardCatalogue,
  type WardChart,
  wardFactsOf,
} from './priority-facts.ts';
import { rowsVersion } from './ward-charts.ts';

/**
 * $1 team. By name. A patient without a row (a parked stream) is listed without a name. Merges are rare: without one the
 * patient is found by the id of the admission.
 */
const staysOfTeam = /* sql */ `
select (
         select to_json(shown) from (
           select coalesce(p.patient_id, a.patient_id) as "_id", ${identityColumns('p')}, a.admission_id as admission,
                  ${day('a.admission_date')} as "admissionDate", ${asColumns(valuesOf(careFields, 'a'))}
         ) shown) as shown,
       ${rowsVersion('clinical', "'admission-' || a.admission_id")} as "chartVersion",
       case when not merge.is_known then ${rowsVersion('patients', "'patient-' || a.patient_id")} end as "personVersion"
from admission a
cross join lateral (
  select exists (
    select from absorbed_patient known where a.patient_id in (known.patient_id, known.survivor_id)) as is_known
) merge
left join lateral (
  select known.* from patient known
  where known.patient_id = case when merge.is_known then ${survivorIdOf('a.patient_id')} else a.patient_id end limit 1
) p on true
where a.team_id = $1 and a.discharge_date is null
order by p.first_key, p.middle_key, p.last_key, p.fourth_key, a.patient_id, a.admission_id`;

interface StayRow {
  readonly shown: PatientIdentity & Pick<WardPatient, '_id' | 'admission' | 'admissionDate' | keyof typeof careFields>;
  readonly chartVersion: string | null;
  readonly personVersion: string | null;
}

/** $1 people. */
const namesOfPeople = /* sql */ `select u.user_id as id, ${personName('u')} as name from app_user u where u.user_id = any ($1)`;

/** Everyone whom the board names. */
const peopleIn = ({ last, taken, marks }: WardChart): string[] =>
  [last?.by, ...taken.map(({ userId }) => userId), marks.deferral?.userId, marks.level?.userId].flatMap(
    (id) => id ?? [],
  );

/** $1 team. */
const settingsOfTeam = /* sql */ `
select t.priority_table as "table", t.priority_version::text as version, (
  select coalesce(jsonb_agg(jsonb_build_object(
    '_id', v.view_id, 'name', v.name, 'filter', v.filter, 'userId', v.user_id, 'userName', ${personName('u')}, 'version', v.version::text
  ) order by v.position), '[]')
  from team_view v left join app_user u on u.user_id = v.user_id where v.team_id = t.team_id) as views
from team t where t.team_id = $1`;
interface SettingsRow {
  readonly table: PriorityTable | null;
  readonly version: string;
  readonly views: RowOf<SavedView>[];
}
async function settingsOf(db: Pool, team: string): Promise<Pick<WardBoard, 'priorityTable' | 'views'>> {
  const { rows } = await db.query<SettingsRow>(settingsOfTeam, [team]);
  const { table = null, version = '-1', views = [] } = rows[0] ?? {};
  return {
    priorityTable: versioned({ ...(table ?? defaultPriorityTable), version }),
    views: views.map(versioned),
  };
}

const repeatsIn = (ids: readonly string[]): ReadonlySet<string> => {
  const once = new Set<string>();
  return new Set(ids.filter((id) => once.size === once.add(id).size));
};

/** To the hour, so that what was computed holds for an hour. */
const momentOf = (at: Date, timeZone: string): Moment => ({
  today: calendarDateIn(timeZone, at),
  now: `${hospitalTime(at, timeZone).slice(0, 13)}:00`,
});

interface Basis {
  readonly catalogue: WardCatalogue;
  readonly table: PriorityTable;
  readonly moment: Moment;
}
type Counted = Pick<WardPatient, 'facts' | 'priority' | 'antimicrobials'>;
interface Kept {
  readonly catalogue: WardCatalogue;
  readonly known: readonly AllergyRecord[];
  readonly basis: string;
  readonly counted: Counted;
}
/** The result of each chart that is kept in memory: most charts are the same from read to read. */
const kept = new WeakMap<WardChart, Kept>();

function countedBy({ catalogue, table, moment }: Basis) {
  const basis = JSON.stringify([table, moment]);
  return (row: OnWard['row'], chart: WardChart, known: readonly AllergyRecord[]): Counted => {
    const before = kept.get(chart);
    if (before && before.catalogue === catalogue && before.known === known && before.basis === basis)
      return before.counted;
    const onWard = { row, chart, allergies: known.flatMap(({ list }) => list) };
    const { facts, antimicrobials } = wardFactsOf(onWard, catalogue, table, moment);
    const counted = { facts, antimicrobials, priority: priorityOf(facts, table, moment.today) };
    if (chart !== emptyChart) kept.set(chart, { catalogue, known, basis, counted });
    return counted;
  };
}
const noAllergies: readonly AllergyRecord[] = [];

/** The board of a team that the caller may read. @param at the present instant */
export async function boardOf(
  { db, wardCharts, timeZone }: Pick<Dependencies, 'db' | 'wardCharts' | 'timeZone'>,
  team: string,
  at: Date,
): Promise<WardBoard> {
  const today = calendarDateIn(timeZone, at);
  const [{ rows }, settings, catalogue] = await Promise.all([
    db.query<StayRow>(staysOfTeam, [team]),
    settingsOf(db, team),
    wardCharts.catalogue(db),
  ]);
  const stays = rows.map(({ shown: { admission, _id: person }, ...versions }) => ({
    admission,
    person,
    ...versions,
  }));
  const [charts, allergies] = await Promise.all([wardCharts.charts(db, stays, today), wardCharts.allergies(db, stays)]);
  const people = [...new Set([...charts.values()].flatMap(peopleIn))];
  const names = await db.query<{ id: string; name: string }>(namesOfPeople, [people]);

  const counted = countedBy({ catalogue, table: settings.priorityTable, moment: momentOf(at, timeZone) });
  const nameOf = new Map(names.rows.map(({ id, name }) => [id, name]));
  const named = (userId: string) => ({ userId, userName: nameOf.get(userId) ?? '' });
  const shown = rows.map((row) => row.shown);
  const isShared = sharedBeds(shown);
  const isOpenTwice = repeatsIn(shown.map(({ _id }) => _id));
  return {
    team,
    today,
    ...settings,
    patients: shown.map((row) => {
      const chart = charts.get(row.admission) ?? emptyChart;
      const known = allergies.get(row._id) ?? noAllergies;
      const { facts, priority, antimicrobials } = counted(row, chart, known);
      const { deferral, level } = chart.marks;
      return {
        ...row,
        allergyBrief: allergyBriefOf(known),
        isBedShared: isShared(row),
        isOpenTwice: isOpenTwice.has(row._id),
        lastReviewDate: lastReviewOf(chart),
        reviewedToday: chart.reviewDays.includes(today),
        pending: facts.pending,
        worstSeverity: facts.worstPending,
        overdue: facts.overdue,
        lastBy: chart.last?.by ?? '',
        lastByName: chart.last ? named(chart.last.by).userName : '',
        lastAt: chart.last?.at ?? null,
        facts,
        priority,
        takenBy: chart.taken.filter((one) => one.day === today).map(({ userId }) => named(userId)),
        deferred:
          deferral && deferral.day > today
            ? { until: deferral.day, reason: deferral.detail, ...named(deferral.userId) }
            : null,
        reviewLevel: level?.day === today ? { level: level.detail as ReviewLevel, ...named(level.userId) } : null,
        antimicrobials,
      };
    }),
  };
}

export const wardRoutes = [
  read(wardCalls.getWardBoard, {
    input: z.object({ teamId: Id }),
    from: ({ teamId }) => ['patient-', 'admission-', 'user-', 'drug-', catalogueStream, teamStream(teamId)],
    async answer(request): Promise<WardBoard> {
      const { db, dependencies, input } = request;
      const { wardCharts, timeZone } = dependencies;
      const team = await readableTeam(request, 'team', input.teamId);
      const board = await boardOf({ db, wardCharts, timeZone }, team, new Date());
      request.accessed(patientsListed(team, 'ward', board.patients.length));
      return board;
    },
  }),
];
