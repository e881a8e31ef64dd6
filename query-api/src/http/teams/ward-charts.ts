/**
 * The memory of the ward board: of each inpatient the patient, the rows of the chart and the allergies, and the catalogue.
 * Each is kept by the revisions that it comes from, and days are applied to it at each read
 * (docs/decisions/read-side/priority.md).
 */
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { PatientIdentity } from 'language/contract/entities';
import type { WardPatient } from 'language/contract/handover';
import type { AllergyRecord } from 'language/contract/render/allergies';
import { careFields } from 'language/domain/admission/care-fields';
import { drugOfTradeLabel } from 'language/domain/drug/trade-label';
import { kindRow, type MeasurementKind, measurementKinds } from 'language/domain/measurements/kinds';
import { kindNamed } from 'language/domain/measurements/names';
import { parseDose, parseRoute, understood } from 'language/domain/orders/parse-order';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import { isOfChart } from '../admissions/is-of-chart.ts';
import { catalogueVersion } from '../catalogue/catalogue-version.ts';
import { tagNames } from '../catalogue/names.ts';
import { allergyRecords, type AllergyRecordsRow, recordsOf } from '../patients/allergy-rows.ts';
import { asColumns, valuesOf } from '../field-values.ts';
import { identityColumns } from '../patients/patient-rows.ts';
import { isPending } from '../reports/is-error.ts';
import { day, utc } from '../rows.ts';
import { type ChartMedication, emptyChart, type WardCatalogue, type WardChart } from './priority-facts.ts';

export interface Stay {
  readonly admission: string;
  /** The patient who stays, of merged ones. */
  readonly person: string;
  /** The version of the chart and the patient. Null: their revisions are not known, and nothing is kept. */
  readonly version: string | null;
}
/** The same object as long as nothing of it has changed. */
export interface WardStay {
  readonly shown: PatientIdentity & Pick<WardPatient, '_id' | 'admission' | 'admissionDate' | keyof typeof careFields>;
  readonly chart: WardChart;
  readonly allergies: readonly AllergyRecord[];
}
export interface WardCharts {
  /** In the order of the stays, without an admission that is gone meanwhile. */
  stays(db: Pool, wanted: readonly Stay[], today: CalendarDate): Promise<WardStay[]>;
  catalogue(db: Pool): Promise<WardCatalogue>;
}

/** About 6 kB each with the row of the board: the inpatients of some hospitals. */
const MAX_KEPT = 5_000;
/** An erased patient is gone from here as well, an hour later at the latest. */
const KEPT_MS = 3_600_000;
const READING_DAYS = 30;

const kinds = (Object.keys(measurementKinds) as MeasurementKind[]).filter(
  (kind) => kind === 'creatinine' || kind === 'temperature' || kindRow(kind).isLevel,
);

/**
 * $1 admissions · $2 today · $3 kinds of measurements. What was stopped by today can not become current by itself. The last
 * author comes from the announced changes of the chart, which include ratings, notes and images, and not the marks of the
 * board. Without `offset 0` Postgres reads the pending errors of all teams for each chart.
 */
const chartsOf = /* sql */ `
select a.admission,
  (select coalesce(jsonb_agg(jsonb_build_object(
     '_id', m.medication_id, 'drug', m.drug, 'label', m.drug_label, 'dose', m.dose, 'route', m.route,
     'startDate', m.start_date, 'stopDate', m.stop_date, 'hold', m.hold, 'indication', m.indication,
     'culture', m.culture) order by m.start_date, m.position), '[]')
   from admission_medication m
   where m.admission_id = a.admission and (m.stop_date is null or m.stop_date > $2::date)) as medications,
  (select coalesce(jsonb_agg(jsonb_build_object(
     'kind', v.kind, 'value', v.canonical, 'day', v.taken_on, 'at', v.taken_at) order by v.version), '[]')
   from measurement v
   where v.admission_id = a.admission and v.kind = any ($3::text[]) and v.taken_on >= $2::date - ${READING_DAYS}) as readings,
  (select coalesce(jsonb_agg(distinct r.review_date), '[]') from review r where r.admission_id = a.admission) as "reviewDays",
  (select coalesce(jsonb_agg(distinct jsonb_build_object('day', e.review_date, 'drug', e.err_drug)), '[]')
   from review_entry e where e.admission_id = a.admission and e.review_date >= $2::date) as reviewed,
  (select coalesce(jsonb_agg(jsonb_build_object('severity', e.err_severity, 'followUp', e.follow_up_date)), '[]')
   from (select * from review_entry own where own.admission_id = a.admission offset 0) e where ${isPending('e')}) as pending,
  (select jsonb_build_object('by', c.actor_id, 'at', ${utc('c.at')})
   from change c where c.stream = 'admission-' || a.admission and ${isOfChart('c')}
     -- A reminder is no change by a person.
     and c.actor_id <> 'product'
   order by c.revision desc limit 1) as last,
  (select max(s.transfer_date) from transferred_stay s
   where s.admission_id = a.admission and s.to_team_id = (
     select stay.team_id from admission stay where stay.admission_id = a.admission))::text as "receivedOn",
  (select coalesce(jsonb_agg(jsonb_build_object('userId', t.user_id, 'day', t.day) order by t.version), '[]')
   from taken_patient t where t.admission_id = a.admission) as taken,
  (select coalesce(jsonb_object_agg(m.kind, jsonb_build_object('day', m.day, 'detail', m.detail, 'userId', m.user_id)), '{}')
   from ward_mark m where m.admission_id = a.admission) as marks
from unnest($1::text[]) as a(admission)`;

interface ChartRow extends Omit<WardChart, 'medications' | 'reviewed'> {
  readonly admission: string;
  readonly medications: (Omit<ChartMedication, 'root' | 'route' | 'writtenRoute'> &
    Readonly<Record<'dose' | 'route', string>>)[];
  readonly reviewed: { readonly day: string; readonly drug: string }[];
}

const chartOf = ({ medications, reviewed, ...row }: ChartRow): WardChart => ({
  ...row,
  medications: medications.map(({ dose, route, ...medication }) => ({
    ...medication,
    root: drugOfTradeLabel(medication.drug),
    writtenRoute: route,
    route: understood(parseRoute(route))?.route ?? understood(parseDose(dose))?.route,
  })),
  reviewed: reviewed.map(({ day, drug }) => ({ day, root: drugOfTradeLabel(drug) })),
});

/** $1 admissions · $2 the patient who stays of each. A patient without a row (a parked stream) has no name. */
const staysOf = /* sql */ `
select to_json(shown) as shown, ${allergyRecords('stay.person')} as allergies
from unnest($1::text[], $2::text[]) as stay(admission, person)
join admission a on a.admission_id = stay.admission
left join patient p on p.patient_id = stay.person
cross join lateral (
  select stay.person as "_id", ${identityColumns('p')}, a.admission_id as admission,
         ${day('a.admission_date')} as "admissionDate", ${asColumns(valuesOf(careFields, 'a'))}
) shown`;

const drugsOfCatalogue = /* sql */ `
select d.drug_id, d.label, d.tags,
       (select coalesce(jsonb_agg(jsonb_build_object(
          '_id', l.trade_label_id, 'label', l.label, 'isWithdrawn', l.withdrawn)), '[]')
        from trade_label l where l.drug_id = d.drug_id) as names
from drug d`;
interface DrugRow {
  readonly drug_id: string;
  readonly label: string;
  readonly tags: string[];
  readonly names: { readonly _id: string; readonly label: string; readonly isWithdrawn: boolean }[];
}
/** The words of trade labels that name a form to swallow, and the sample catalogue's tag of drugs that have one. */
const ORAL_FORM = /\b(?:tab(?:let)?s?|cap(?:sule)?s?|syrup|suspension|sachets?|oral)\b|أقراص|قرص|كبسول|شراب|معلق/iu;
const ORAL_TAG = 'iv to oral';

async function readCatalogue(db: Pool): Promise<WardCatalogue> {
  const [{ rows }, { rows: names }] = await Promise.all([
    db.query<DrugRow>(drugsOfCatalogue),
    db.query<{ key: string; tag_id: string }>(`select named.key, named.tag_id from ${tagNames()} named`),
  ]);
  const tagIds = new Map(names.map(({ key, tag_id }) => [key, tag_id]));
  const oral = tagIds.get(ORAL_TAG);
  const levelOf = (label: string): MeasurementKind | undefined => {
    const kind = kindNamed(label)?.kind;
    return kind !== undefined && kindRow(kind).isLevel ? kind : undefined;
  };
  return {
    tagIds,
    tradeNames: new Map(rows.flatMap((row) => row.names.map(({ _id, label }) => [_id, label] as const))),
    drugs: new Map(
      rows.map(({ drug_id, label, tags, names: labels }) => [
        drug_id,
        {
          tags,
          level: levelOf(label),
          hasOralForm:
            (oral !== undefined && tags.includes(oral)) ||
            labels.some((one) => !one.isWithdrawn && ORAL_FORM.test(one.label)),
        },
      ]),
    ),
  };
}

async function readStays(db: Pool, missing: readonly Stay[], today: CalendarDate): Promise<WardStay[]> {
  const admissions = missing.map(({ admission }) => admission);
  const [{ rows: charts }, { rows: stays }] = await Promise.all([
    db.query<ChartRow>(chartsOf, [admissions, today, kinds]),
    db.query<{ shown: WardStay['shown']; allergies: AllergyRecordsRow }>(staysOf, [
      admissions,
      missing.map(({ person }) => person),
    ]),
  ]);
  const chartsRead = new Map(charts.map((row) => [row.admission, chartOf(row)]));
  return stays.map(({ shown, allergies }) => ({
    shown,
    chart: chartsRead.get(shown.admission) ?? emptyChart,
    allergies: recordsOf(allergies),
  }));
}

export function createWardCharts(): WardCharts {
  const kept = new LRUCache<string, { readonly version: string; readonly stay: WardStay }>({
    max: MAX_KEPT,
    ttl: KEPT_MS,
    ttlAutopurge: true,
  });
  let known: { readonly version: string; readonly catalogue: WardCatalogue } | undefined;
  return {
    async stays(db, wanted, today) {
      const found = new Map<string, WardStay>();
      const missing = wanted.filter(({ admission, version }) => {
        const before = kept.get(admission);
        if (before && before.version === version) found.set(admission, before.stay);
        return !found.has(admission);
      });
      const versions = new Map(missing.map(({ admission, version }) => [admission, version]));
      for (const stay of missing.length === 0 ? [] : await readStays(db, missing, today)) {
        const { admission } = stay.shown;
        found.set(admission, stay);
        const version = versions.get(admission) ?? null;
        if (version !== null) kept.set(admission, { version, stay });
      }
      return wanted.flatMap(({ admission }) => found.get(admission) ?? []);
    },
    async catalogue(db) {
      const { rows } = await db.query<{ version: string }>(catalogueVersion);
      const version = rows[0]?.version ?? '';
      if (known?.version !== version) known = { version, catalogue: await readCatalogue(db) };
      return known.catalogue;
    },
  };
}
