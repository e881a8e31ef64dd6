/** The medication dashboard of an admission: medicines in rows, days of the stay in columns. */
import * as reviewCalls from 'language/contract/calls/reviews';
import type { MedicationDashboard, MedicationDay } from 'language/contract/reports';
import { admissionStream } from 'language/domain/admission/events';
import { addDays, type CalendarDate, calendarDateIn, daysBetween } from 'language/domain/values/calendar-date';
import { catalogueStream } from 'language/domain/catalogue/events';
import { isNoError, type Response } from 'language/domain/values/codes';
import { Id } from 'language/domain/values/fields';
import { notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { drugLabel, typeLabel } from '../catalogue/names.ts';
import { read } from '../read-route.ts';
import { nameOfResponse } from '../reports/report.ts';
import { readableTeam } from '../readable-team.ts';

/** A stay up to this many days has a column for every day; a longer one only for the days with a review. */
const LONGEST_FULL_STAY = 366;

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

export interface Stay {
  admitted: CalendarDate;
  discharged: CalendarDate | null;
  /** Ascending. */
  reviewed: CalendarDate[];
}
export interface Medicine {
  day: CalendarDate;
  drug: string;
  medication: string;
  type: string;
  type_label: string;
  response: Response | null;
}

/** The days from admission to discharge, or to today without a discharge, and the days of reviews outside of them. */
export function daysOf({ admitted, discharged, reviewed }: Stay, today: CalendarDate): CalendarDate[] {
  const last = [discharged ?? today, ...reviewed].reduce((a, b) => (a > b ? a : b));
  const first = [admitted, ...reviewed].reduce((a, b) => (a < b ? a : b));
  const days = daysBetween(first, last) + 1;
  return days > LONGEST_FULL_STAY
    ? reviewed
    : Array.from({ length: Math.max(days, 1) }, (_, day) => addDays(first, day));
}

/**
 * The cell of several entries of a medicine on one day shows an error before "No error", and the last written first.
 */
export function dashboardOf(
  admission: string,
  dayList: CalendarDate[],
  medicines: readonly Medicine[],
): MedicationDashboard {
  const rows = new Map<string, { medication: string; days: Map<string, Medicine[]> }>();
  for (const medicine of medicines) {
    const row = rows.get(medicine.drug) ?? { medication: '', days: new Map<string, Medicine[]>() };
    row.medication = medicine.medication;
    row.days.set(medicine.day, [...(row.days.get(medicine.day) ?? []), medicine]);
    rows.set(medicine.drug, row);
  }
  return {
    admission,
    dayList,
    zMedications: [...rows].map(([drug, { medication, days }]) => ({
      medication,
      drug,
      days: dayList.map((day) => cellOf(day, days.get(day) ?? [])),
    })),
  };
}

function cellOf(dayDate: string, medicines: readonly Medicine[]): MedicationDay {
  const shown = medicines.findLast(({ type }) => !isNoError(type)) ?? medicines.at(-1);
  if (!shown)
    return { isChecked: false, dayDate, zType: null, zTypeLabel: '', zResp: null, zRespLabel: '', entries: 0 };
  return {
    isChecked: true,
    dayDate,
    zType: shown.type,
    zTypeLabel: shown.type_label,
    zResp: shown.response,
    zRespLabel: isNoError(shown.type) ? '' : nameOfResponse(shown.response),
    entries: medicines.length,
  };
}

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
