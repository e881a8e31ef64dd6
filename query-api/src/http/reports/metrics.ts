/**
 * A person's own work in a period, across teams (docs/product.md, "Metrics"). Only that person may read it. The counts
 * of a public profile come with `userDetails`.
 */
import * as accountCalls from 'language/contract/calls/account';
import type { Metrics } from 'language/contract/reports';
import { CalendarDate } from 'language/domain/values/calendar-date';
import { catalogueStream } from 'language/domain/catalogue/events';
import { Id } from 'language/domain/values/fields';
import { userStream } from 'language/domain/user/events';
import { forbidden } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { survivors } from '../patients/merged-patients.ts';
import { read } from '../read-route.ts';
import { isError, isRepeated } from './is-error.ts';
import { isInOrder, outOfOrder } from './report.ts';

/** $1 author · $2 first day or null · $3 last day or null. Reviews and errors of erased patients count, the patients do not. */
const workOfAuthor = /* sql */ `
with work as materialized (
  select r.review_id, coalesce(s.survivor_id, r.patient_id) as patient_id
  from review r left join ${survivors()} s on s.patient_id = r.patient_id
  where r.author_id = $1
    and r.review_date between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
), erased_work as materialized (
  select r.review_id from erased_review r
  where r.author_id = $1 and r.known_until = 'infinity'
    and r.review_date between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
), counted as (
  select e.type, max(e.label) as label, count(*)::int as count
  from (
    select e.err_type as type, e.err_type_label as label
    from work join review_entry e on e.review_id = work.review_id
    where ${isError('e.err_type')} and not ${isRepeated('e')}
    union all
    select e.err_type, e.err_type_label
    from erased_work join erased_error e on e.review_id = erased_work.review_id
    where e.known_until = 'infinity' and not e.is_repeated
  ) e
  group by e.type
)
select (select count(distinct patient_id)::int from work) as patients,
       (select count(*)::int from work) + (select count(*)::int from erased_work) as reviews,
       coalesce((
         select jsonb_agg(jsonb_build_object('type', c.type, 'label', coalesce(t.label, c.label), 'count', c.count)
                          order by c.count desc, coalesce(t.label, c.label), c.type)
         from counted c left join error_type t on t.err_type_id = c.type
       ), '[]') as "revMetricsPerType"`;

export const metricsRoutes = [
  /** Counts all time if there are no dates. @throws HttpProblem 403 for another person's */
  read(accountCalls.getMetrics, {
    input: z
      .object({ id: Id, startDate: CalendarDate.optional(), endDate: CalendarDate.optional() })
      .refine(isInOrder, outOfOrder),
    from: ({ id }) => ['admission-', catalogueStream, userStream(id)],
    async answer({ db, caller, input }): Promise<Metrics> {
      if (input.id !== caller.userId) throw forbidden();
      const { rows } = await db.query<Metrics>(workOfAuthor, [
        input.id,
        input.startDate ?? null,
        input.endDate ?? null,
      ]);
      return rows[0] ?? { patients: 0, reviews: 0, revMetricsPerType: [] };
    },
  }),
];
