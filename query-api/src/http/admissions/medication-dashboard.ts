/** The medication dashboard of an admission: medicines in rows, days of the stay in columns. */
import * as reviewCalls from 'language/contract/calls/reviews';
import { dashboardOf, daysOf, type Medicine, type Stay } from 'language/contract/render/medication-dashboard';
import type { MedicationDashboard } from 'language/contract/reports';
import { admissionStream } from 'language/domain/admission/events';
import { calendarDateIn } from 'language/domain/values/calendar-date';
import { catalogueStream } from 'language/domain/catalogue/events';
import { Id } from 'language/domain/values/fields';
import { notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { drugLabel, typeLabel } from '../catalogue/names.ts';
import { read } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';

/** Days and medicines of one snapshot. Medicines in order of writing, with today's labels of drugs and types. */
const stayOfAdmission = /* sql */ `
select to_char(a.admission_date, 'YYYY-MM-DD') as admitted, to_char(a.discharge_date, 'YYYY-MM-DD') as discharged,
       array(
         select distinct to_char(r.review_date, 'YYYY-MM-DD') from review r where r.admission_id = a.admission_id
         order by 1
       ) as reviewed,
       coalesce((
         select jsonb_agg(jsonb_build_object(
                  'day', to_char(e.review_date, 'YYYY-MM-DD'),
                  'drug', e.err_drug, 'medication', ${drugLabel('e')},
                  'type', e.err_type, 'type_label', ${typeLabel('e')}, 'response', e.err_res)
                order by e.review_date, r.created_at, r.review_id, e.position)
         from review_entry e
         join review r on r.review_id = e.review_id
         where e.admission_id = a.admission_id), '[]') as medicines
from admission a where a.admission_id = $1`;

export const medicationDashboardRoutes = [
  read(reviewCalls.getMedicationDashboard, {
    input: z.object({ admissionId: Id }),
    from: ({ admissionId }) => [admissionStream(admissionId), 'team-', 'drug-', catalogueStream],
    async answer(request): Promise<MedicationDashboard> {
      const {
        db,
        dependencies,
        input: { admissionId },
      } = request;
      await readableTeam(request, 'admission', admissionId);
      const [stay] = (await db.query<Stay & { medicines: Medicine[] }>(stayOfAdmission, [admissionId])).rows;
      if (!stay) throw notFound();
      return dashboardOf(admissionId, daysOf(stay, calendarDateIn(dependencies.timeZone, new Date())), stay.medicines);
    },
  }),
];
