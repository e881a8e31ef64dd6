/**
 * The use of substances in a period, and their errors, by the ATC codes of the hospital's file
 * (docs/decisions/read-side/classification.md). As of now: orders keep no past rows.
 */
import * as reportCalls from 'language/contract/calls/reports';
import type { MedicineOfPeriod, MedicineUse } from 'language/contract/reports';
import { bedDaysOf, consumed, daysFromTo, type DefinedDose } from 'language/domain/drug/defined-doses';
import { isHeld, type Hold } from 'language/domain/admission/medication-course';
import { parseDose, parseFrequency, parseRoute, understood } from 'language/domain/orders/parse-order';
import type { Order } from 'language/domain/orders/order';
import { type CalendarDate, calendarDateIn } from 'language/domain/values/calendar-date';
import type * as z from 'zod';
import { type ReadRequest, read } from '../read-route.ts';
import { day } from '../rows.ts';
import { isError, isRepeated } from './is-error.ts';
import { reportStreams, reportedTeam, TeamPeriodNow } from './report.ts';

/** $1 team · $2 first day · $3 last day. The first day in the next team ends a stay, as a discharge does. */
const staysWithOrders = /* sql */ `
with stay as materialized (
  select a.admission_id,
         coalesce((select max(t.transfer_date) from transferred_stay t where t.admission_id = a.admission_id),
                  a.admission_date) as from_date,
         a.discharge_date as to_date
  from admission a where a.team_id = $1
  union all
  select t.admission_id, t.start_date, t.transfer_date from transferred_stay t where t.team_id = $1
)
select s.admission_id as admission, ${day('s.from_date')} as "cameOn", ${day('s.to_date')} as "leftOn", (
  select coalesce(json_agg(json_build_object(
    'drug', l.drug_id, 'dose', m.dose, 'route', m.route, 'frequency', m.frequency,
    'start', ${day('m.start_date')}, 'stop', ${day('m.stop_date')}, 'hold', m.hold) order by m.position), '[]')
  from admission_medication m join trade_label l on l.trade_label_id = m.drug
  where m.admission_id = s.admission_id and m.start_date <= least($3::date, coalesce(s.to_date, $3::date))
    and coalesce(m.stop_date, 'infinity') >= greatest($2::date, s.from_date)
) as orders
from stay s
where s.from_date <= $3::date and coalesce(s.to_date, 'infinity') >= $2::date`;

const errorsByDrug = /* sql */ `
select l.drug_id as drug, count(*)::int as errors
from review_entry e join trade_label l on l.trade_label_id = e.err_drug
where e.team_id = $1 and e.review_date between $2 and $3 and ${isError('e.err_type')} and not ${isRepeated('e')}
group by l.drug_id`;

const drugs = /* sql */ `select drug_id as drug, label, atc, ddds from drug`;

interface StayRow {
  readonly admission: string;
  readonly cameOn: CalendarDate;
  readonly leftOn: CalendarDate | null;
  readonly orders: readonly {
    readonly drug: string;
    readonly dose: string;
    readonly route: string;
    readonly frequency: string;
    readonly start: CalendarDate;
    readonly stop: CalendarDate | null;
    readonly hold: Hold | null;
  }[];
}

/** Undefined where a part of the text was not understood. An empty route is none. */
function orderOf({ dose, route, frequency }: StayRow['orders'][number]): Order | undefined {
  const [ofDose, ofFrequency] = [understood(parseDose(dose)), understood(parseFrequency(frequency))];
  const ofRoute = route === '' ? undefined : understood(parseRoute(route));
  if (!ofDose || !ofFrequency || (route !== '' && !ofRoute)) return undefined;
  return { ...ofDose, ...ofFrequency, ...(ofRoute?.route === undefined ? {} : { route: ofRoute.route }) };
}

/** @throws HttpProblem as `reportedTeam` */
export async function medicineUseOf(request: ReadRequest<z.output<typeof TeamPeriodNow>>): Promise<MedicineUse> {
  const { db, dependencies, input } = request;
  const values = [await reportedTeam(request), input.startDate, input.endDate];
  const [stays, errors, catalogue] = await Promise.all([
    db.query<StayRow>(staysWithOrders, values),
    db.query<{ drug: string; errors: number }>(errorsByDrug, values),
    db.query<{ drug: string; label: string; atc: string; ddds: DefinedDose[] }>(drugs),
  ]);
  const known = new Map(catalogue.rows.map((row) => [row.drug, row]));
  const found = new Map<string, MedicineOfPeriod>();
  const medicineOf = (drug: string): MedicineOfPeriod => {
    const { atc = '', label = '' } = known.get(drug) ?? {};
    const before = found.get(atc);
    const of = before ?? { ...nothing, atc, labels: [] };
    if (!before) found.set(atc, of);
    if (atc !== '' && !of.labels.includes(label)) of.labels.push(label);
    return of;
  };
  const today = calendarDateIn(dependencies.timeZone, new Date());
  const end = input.endDate < today ? input.endDate : today;
  let [bedDays, daysPresent] = [0, 0];
  for (const { cameOn, leftOn, orders } of stays.rows) {
    const from = cameOn > input.startDate ? cameOn : input.startDate;
    const present = daysFromTo(from, leftOn !== null && leftOn < end ? leftOn : end);
    bedDays += bedDaysOf(present, cameOn, leftOn);
    daysPresent += present.length;
    // An agent has one day of therapy a day, with however many orders.
    const therapy = new Map<MedicineOfPeriod, Set<string>>();
    for (const order of orders) {
      const medicine = medicineOf(order.drug);
      const course = {
        ...order,
        order: orderOf(order),
        isHeld: (on: CalendarDate) => isHeld({ hold: order.hold }, on),
      };
      const { ddd, daysOfTherapy } = consumed(course, present, known.get(order.drug)?.ddds ?? []);
      medicine.orders += 1;
      medicine.ddd += ddd ?? 0;
      if (ddd === undefined) medicine.unknownAmount += 1;
      if (ddd === undefined && daysOfTherapy.length === 0) medicine.unknownDays += 1;
      therapy.set(medicine, new Set([...(therapy.get(medicine) ?? []), ...daysOfTherapy]));
    }
    for (const [medicine, days] of therapy) medicine.daysOfTherapy += medicine.atc === '' ? 0 : days.size;
  }
  for (const { drug, errors: count } of errors.rows) medicineOf(drug).errors += count;
  const medicines = [...found.values()].toSorted((one, other) => (one.atc < other.atc ? -1 : 1));
  return { bedDays, daysPresent, medicines };
}

export const medicineUseRoutes = [
  read(reportCalls.getMedicineUse, { input: TeamPeriodNow, from: reportStreams, answer: medicineUseOf }),
];

const nothing = { errors: 0, orders: 0, unknownAmount: 0, unknownDays: 0, ddd: 0, daysOfTherapy: 0 };
