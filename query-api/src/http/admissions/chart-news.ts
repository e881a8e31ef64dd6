/** Changes of a chart by teammates since the caller last looked, and the charts of a team with such changes. */
import * as admissionCalls from 'language/contract/calls/admissions';
import * as teamCalls from 'language/contract/calls/teams';
import type { ChartNews, ChartNewsItem, TeamNews } from 'language/contract/news';
import { admissionStream } from 'language/domain/admission/events';
import { Id } from 'language/domain/values/fields';
import { revisionToJson } from 'language/domain/values/revision';
import { teamStream } from 'language/domain/team/events';
import { CHART_SEEN } from 'projections/schema/chart-seen';
import * as z from 'zod';
import { survivorIdOf } from '../patients/merged-patients.ts';
import { isOfChart } from './is-of-chart.ts';
import { read } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';
import { personName, utc, withoutNull } from '../rows.ts';

/** SQL: true if another person has changed the chart of a `reading.chart_seen` row since; one index lookup. */
export const changedSinceSeen = (seen: string): string => /* sql */ `exists (
  select 1 from change news
  where news.stream = 'admission-' || ${seen}.admission_id
    and news.revision > ${seen}.revision and news.actor_id <> ${seen}.user_id
    and ${isOfChart('news')})`;

/**
 * The things that others have touched since, if their version is newer than the seen revision: a change row covers a
 * run of events, of which a part may have been seen. The patient's tag means a change of the stay itself. Measurements are
 * listed as one thing, and so is the reconciliation; decisions on findings and marks of the ward board not at all. A review is
 * listed for changes of its head or removed entries; changed entries are listed themselves. $1 admission · $2 user
 */
const newsOfChart = /* sql */ `
with seen as (
  select revision, at from ${CHART_SEEN} where admission_id = $1 and user_id = $2
), noted as (
  select tag.thing, max(c.revision) as revision, max(c.at) as at,
         (array_agg(c.actor_id order by c.revision desc))[1] as actor_id
  from seen
  join change c on c.stream = 'admission-' || $1 and c.revision > seen.revision and c.actor_id <> $2
  cross join lateral (
    select distinct case
      when word like 'patient:%' then 'stay'
      when word like 'measurement:%' then 'measurements:' || $1
      when word like 'homeMedication:%' or word like 'reconciled:%' then 'reconciliation:' || $1
      else word
    end as thing
    from unnest(c.touched) word
    where word not like 'admission:%' and word not like 'findings:%' and word not like 'ward:%'
  ) tag
  group by tag.thing
), known as (
  select distinct word as thing
  from seen
  join change c on c.stream = 'admission-' || $1 and c.revision <= seen.revision
  cross join unnest(c.touched) word
), versioned as (
  select noted.*, known.thing is not null as was_known, e.review_id as holder,
         case
           when noted.thing = 'stay' or noted.thing like 'measurements:%' or noted.thing like 'reconciliation:%'
             then noted.revision
           when e.entry_id is not null then e.version
           when r.review_id is not null then case
             when exists (
               select 1 from review_entry newer, seen
               where newer.review_id = r.review_id and newer.version > seen.revision
             ) then r.version
             else greatest(r.version, r.entries_version)
           end
           else coalesce(n.version, g.version, m.version)
         end as version
  from noted
  left join known on known.thing = noted.thing
  left join review r on noted.thing = 'review:' || r.review_id and r.admission_id = $1
  left join review_entry e on noted.thing = 'entry:' || e.entry_id and e.admission_id = $1
  left join physician_note n on noted.thing = 'note:' || n.note_id and n.admission_id = $1
  left join gallery_group g on noted.thing = 'gallery:' || g.group_id and g.admission_id = $1
  left join admission_medication m on noted.thing = 'medication:' || m.medication_id and m.admission_id = $1
)
select news.thing, news.holder as review,
       case
         when news.version is null then 'removed'
         when news.was_known or news.thing = 'stay' then 'changed'
         else 'added'
       end as what,
       news.revision::text, ${personName('u')} as "userName",
       ${utc('news.at')} as at
from versioned news cross join seen
left join app_user u on u.user_id = news.actor_id
where case
        when news.version is null then news.was_known and news.thing not like 'entry:%'
        else news.version > seen.revision
      end
  and not (
    news.holder is not null and not exists (select 1 from known where known.thing = 'review:' || news.holder)
  )
order by news.revision, news.thing`;

/** The projected revision of the chart, and when the user last saw all of it. $1 admission · $2 user */
const seenUpTo = /* sql */ `
select c.revision::text, ${utc('s.at')} as seen_at
from projection_checkpoint c left join ${CHART_SEEN} s on s.admission_id = $1 and s.user_id = $2
where c.projection = 'clinical' and c.stream = 'admission-' || $1`;

/** $1 team · $2 user */
const chartsWithNews = /* sql */ `
select s.admission_id as admission, ${survivorIdOf('a.patient_id')} as patient
from ${CHART_SEEN} s join admission a on a.admission_id = s.admission_id
where s.team_id = $1 and s.user_id = $2 and ${changedSinceSeen('s')}
order by s.admission_id`;

type ItemRow = Omit<ChartNewsItem, 'review' | 'revision'> & { review: string | null; revision: string };

const itemOf = ({ revision, ...row }: ItemRow): ChartNewsItem => ({
  ...withoutNull(row, 'review'),
  revision: revisionToJson(BigInt(revision)),
});

export const chartNewsRoutes = [
  read(admissionCalls.getChartNews, {
    input: z.object({ id: Id }),
    from: ({ id }) => [admissionStream(id), 'user-', 'team-'],
    async answer(request): Promise<ChartNews> {
      const {
        db,
        caller,
        input: { id },
      } = request;
      await readableTeam(request, 'admission', id);
      // The revision is read first. A change that is projected in between is not in it, so it is not recorded as seen.
      const {
        rows: [far],
      } = await db.query<{ revision: string; seen_at: string | null }>(seenUpTo, [id, caller.userId]);
      const { rows } = await db.query<ItemRow>(newsOfChart, [id, caller.userId]);
      return {
        _id: id,
        seenAt: far?.seen_at ?? null,
        revision: revisionToJson(BigInt(far?.revision ?? 0)),
        items: rows.map(itemOf),
      };
    },
  }),
  read(teamCalls.getTeamNews, {
    input: z.object({ id: Id }),
    from: ({ id }) => ['admission-', teamStream(id)],
    async answer(request): Promise<TeamNews> {
      const team = await readableTeam(request, 'team', request.input.id);
      return {
        charts: (await request.db.query<TeamNews['charts'][number]>(chartsWithNews, [team, request.caller.userId]))
          .rows,
      };
    },
  }),
];
