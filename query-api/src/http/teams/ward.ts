/**
 * The ward board: the team's inpatients, whether they were reviewed today, their pending errors, and their priority with
 * its reasons (docs/decisions/read-side/priority.md).
 */
import * as wardCalls from 'language/contract/calls/ward';
import type { SavedView, WardBoard, WardPatient } from 'language/contract/handover';
import { allergyBriefOf } from 'language/contract/render/allergies';
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
import { hospitalTime } from '../files/hospital-time.ts';
import { survivorIdOf } from '../patients/merged-patients.ts';
import { type Dependencies, read, WrittenAnswer } from '../read-route.ts';
import { patientsListed, readableTeam } from '../readable-team.ts';
import { personName, type RowOf, versioned } from '../rows.ts';
import { lastReviewOf, type Moment, type WardCatalogue, type WardChart, wardFactsOf } from './priority-facts.ts';
import type { Stay, WardStay } from './ward-charts.ts';

/**
 * $1 team. By name. Merges are rare: without one the patient is found by the id of the admission, and the version names all
 * streams of the row, and changes with a switch to rebuilt rows.
 */
const staysOfTeam = {
  name: 'stays-of-team',
  text: /* sql */ `
select a.admission_id as admission, coalesce(p.patient_id, a.patient_id) as person,
       case when not merge.is_known and chart.revision is not null and known.revision is not null then
         concat_ws(' ', (select string_agg(generation::text, ' ' order by projection) from projection_version
                         where projection in ('clinical', 'patients')),
                   chart.revision, chart.event_id, known.revision, known.event_id)
       end as version
from admission a
cross join lateral (
  select exists (
    select from absorbed_patient known where a.patient_id in (known.patient_id, known.survivor_id)) as is_known
) merge
left join lateral (
  select known.* from patient known
  where known.patient_id = case when merge.is_known then ${survivorIdOf('a.patient_id')} else a.patient_id end limit 1
) p on true
left join projection_checkpoint chart on chart.projection = 'clinical' and chart.stream = 'admission-' || a.admission_id
left join projection_checkpoint known on known.projection = 'patients' and known.stream = 'patient-' || a.patient_id
where a.team_id = $1 and a.discharge_date is null
order by p.first_key, p.middle_key, p.last_key, p.fourth_key, a.patient_id, a.admission_id`,
};

/** $1 people. */
const namesOfPeople = /* sql */ `select u.user_id as id, ${personName('u')} as name from app_user u where u.user_id = any ($1) order by id`;

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

/** Everything that a row is made of beside its stay. */
interface Basis {
  readonly catalogue: WardCatalogue;
  readonly table: PriorityTable;
  readonly moment: Moment;
  readonly names: readonly { readonly id: string; readonly name: string }[];
}
interface Flags {
  readonly isBedShared: boolean;
  readonly isOpenTwice: boolean;
}
/** A row of the board, and its JSON with a comma behind it, which is written once for many reads. */
interface Written {
  readonly patient: WardPatient;
  readonly json: Buffer;
}
interface Kept extends Flags {
  readonly catalogue: WardCatalogue;
  readonly basis: string;
  readonly written: Written;
}
/** The row of each stay that is kept in memory: most are the same from read to read. */
const kept = new WeakMap<WardStay, Kept>();

function rowsBy({ catalogue, table, moment, names }: Basis): (stay: WardStay, flags: Flags) => Written {
  const basis = JSON.stringify([table, moment, names]);
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const named = (userId: string) => ({ userId, userName: nameOf.get(userId) ?? '' });
  const { today } = moment;
  const rowOf = ({ shown, chart, allergies }: WardStay, flags: Flags): WardPatient => {
    const onWard = { row: shown, chart, allergies: allergies.flatMap(({ list }) => list) };
    const { facts, antimicrobials } = wardFactsOf(onWard, catalogue, table, moment);
    const { deferral, level } = chart.marks;
    return {
      ...shown,
      allergyBrief: allergyBriefOf(allergies),
      ...flags,
      lastReviewDate: lastReviewOf(chart),
      reviewedToday: chart.reviewDays.includes(today),
      pending: facts.pending,
      worstSeverity: facts.worstPending,
      overdue: facts.overdue,
      lastBy: chart.last?.by ?? '',
      lastByName: chart.last ? named(chart.last.by).userName : '',
      lastAt: chart.last?.at ?? null,
      facts,
      priority: priorityOf(facts, table, today),
      takenBy: chart.taken.filter((one) => one.day === today).map(({ userId }) => named(userId)),
      deferred:
        deferral && deferral.day > today
          ? { until: deferral.day, reason: deferral.detail, ...named(deferral.userId) }
          : null,
      reviewLevel: level?.day === today ? { level: level.detail as ReviewLevel, ...named(level.userId) } : null,
      antimicrobials,
    };
  };
  return (stay, flags) => {
    const before = kept.get(stay);
    if (
      before?.catalogue === catalogue &&
      before.basis === basis &&
      before.isBedShared === flags.isBedShared &&
      before.isOpenTwice === flags.isOpenTwice
    )
      return before.written;
    const patient = rowOf(stay, flags);
    const written = { patient, json: Buffer.from(`${JSON.stringify(patient)},`) };
    kept.set(stay, { catalogue, basis, ...flags, written });
    return written;
  };
}

/** The board of a team that the caller may read. @param at the present instant */
export async function boardOf(
  { db, wardCharts, timeZone }: Pick<Dependencies, 'db' | 'wardCharts' | 'timeZone'>,
  team: string,
  at: Date,
): Promise<Omit<WardBoard, 'patients'> & { readonly rows: readonly Written[] }> {
  const moment = momentOf(at, timeZone);
  const [{ rows: wanted }, settings, catalogue] = await Promise.all([
    db.query<Stay>({ ...staysOfTeam, values: [team] }),
    settingsOf(db, team),
    wardCharts.catalogue(db),
  ]);
  const stays = await wardCharts.stays(db, wanted, moment.today);
  const people = [...new Set(stays.flatMap(({ chart }) => peopleIn(chart)))];
  const { rows: names } = await db.query<{ id: string; name: string }>(namesOfPeople, [people]);
  const shown = stays.map((stay) => stay.shown);
  const isShared = sharedBeds(shown);
  const isOpenTwice = repeatsIn(shown.map(({ _id }) => _id));
  const rowOf = rowsBy({ catalogue, table: settings.priorityTable, moment, names });
  return {
    team,
    today: moment.today,
    ...settings,
    rows: stays.map((stay) =>
      rowOf(stay, { isBedShared: isShared(stay.shown), isOpenTwice: isOpenTwice.has(stay.shown._id) }),
    ),
  };
}

const END_OF_BOARD = Buffer.from(']}');

export const wardRoutes = [
  read(wardCalls.getWardBoard, {
    input: z.object({ teamId: Id }),
    from: ({ teamId }) => ['patient-', 'admission-', 'user-', 'drug-', catalogueStream, teamStream(teamId)],
    async answer(request) {
      const { db, dependencies, input } = request;
      const { wardCharts, timeZone } = dependencies;
      const team = await readableTeam(request, 'team', input.teamId);
      const { rows, ...board } = await boardOf({ db, wardCharts, timeZone }, team, new Date());
      request.accessed(patientsListed(team, 'ward', rows.length));
      const head = Buffer.from(`${JSON.stringify(board).slice(0, -1)},"patients":[`);
      const patients = rows.map(({ json }, place) => (place === rows.length - 1 ? json.subarray(0, -1) : json));
      return new WrittenAnswer(Buffer.concat([head, ...patients, END_OF_BOARD]), 'json');
    },
  }),
];
