/** The medications of a stay, and the medicines that the patient took at home before it. */
import type { Dosage, DosageDoseAndRate, MedicationStatement, Quantity, Timing } from 'fhir/r4.js';
import { isForm, type Schedule, type Unit } from 'language/domain/orders/order';
import { parseDose, parseFrequency, understood } from 'language/domain/orders/parse-order';
import { day } from '../../rows.ts';
import {
  atcOf,
  beginOf,
  chartColumns,
  drugConcept,
  encounterReference,
  endOf,
  hl7Code,
  type Kind,
  metaOf,
  ofCharts,
  patientReference,
  type ResourceRow,
} from '../kind.ts';
import { forAll, ofEncounter, ofPatient } from '../search.ts';

interface MedicationRow extends ResourceRow {
  readonly is_home: boolean;
  readonly drug: string;
  readonly label: string;
  readonly atc: string | null;
  readonly dose: string;
  readonly route: string;
  readonly frequency: string;
  readonly indication: string;
  readonly note: string;
  readonly source: string;
  readonly started: string | null;
  /** The discharge at the latest, where the stay has ended. */
  readonly stopped: string | null;
  readonly is_held: boolean;
}

const fields = 'm.drug, m.drug_label as label, m.dose, m.route, m.frequency, m.indication, m.note, m.version::text';
const stopped = 'least(m.stop_date, a.discharge_date)';

export const medicationStatements: Kind<MedicationRow> = {
  type: 'MedicationStatement',
  parameters: { ...forAll, ...ofPatient, ...ofEncounter('context'), effective: { as: 'period' } },
  rows: /* sql */ `
    select ${chartColumns}, m.medication_id as id, false as is_home, ${fields}, '' as source, ${atcOf('m.drug')} as atc,
           ${beginOf('m.start_date')} as from_at, ${endOf(`greatest(${stopped}, m.start_date)`)} as to_at,
           ${day('m.start_date')} as started, ${day(stopped)} as stopped,
           coalesce((m.hold->>'from')::date <= (now() at time zone $2)::date
             and coalesce((m.hold->>'until')::date > (now() at time zone $2)::date, true), false) as is_held
    ${ofCharts}
    join admission_medication m on m.admission_id = a.admission_id
    where a.team_id = any ($1)
    union all
    select ${chartColumns}, m.home_medication_id, true, ${fields}, m.source, ${atcOf('m.drug')},
           null, null, null, null, false
    ${ofCharts}
    join home_medication m on m.admission_id = a.admission_id
    where a.team_id = any ($1)`,
  resourceOf(row, base): MedicationStatement {
    const dosage = dosageOf(row);
    const hasEnded = row.stopped !== null;
    // A medicine may stop on the day before its start, where the discharge was.
    const stop = hasEnded && row.started !== null && row.stopped < row.started ? row.started : row.stopped;
    return {
      resourceType: 'MedicationStatement',
      id: row.id,
      meta: metaOf(row),
      status: row.is_home ? 'unknown' : hasEnded ? 'completed' : row.is_held ? 'on-hold' : 'active',
      category: { coding: [hl7Code('medication-statement-category', row.is_home ? 'community' : 'inpatient')] },
      medicationCodeableConcept: drugConcept(row.label, row.drug, row.atc, base),
      subject: patientReference(row),
      context: encounterReference(row),
      ...(row.started !== null && { effectivePeriod: { start: row.started, ...(stop !== null && { end: stop }) } }),
      // Who or what says so: the patient, the family, a prescription, packages.
      ...(row.source !== '' && { informationSource: { display: row.source } }),
      ...(row.indication !== '' && { reasonCode: [{ text: row.indication }] }),
      ...(row.note !== '' && { note: [{ text: row.note }] }),
      ...(dosage && { dosage: [dosage] }),
    };
  },
};

/** The order as it is written, and beside it what the product understands of it without a question. */
function dosageOf({ dose, route, frequency }: MedicationRow): Dosage | undefined {
  const text = [dose, route, frequency].filter((part) => part !== '').join(' ');
  if (text === '') return undefined;
  const amount = understood(parseDose(dose))?.dose;
  const schedule = understood(parseFrequency(frequency))?.schedule;
  const timing = schedule && timingOf(schedule);
  const low = amount && quantityOf(amount.amount, amount.unit);
  const high = amount?.amountTo === undefined ? undefined : quantityOf(amount.amountTo, amount.unit);
  const doseAndRate: DosageDoseAndRate | undefined =
    low && (high ? { doseRange: { low, high } } : { doseQuantity: low });
  return {
    text,
    ...(timing && { timing }),
    ...(schedule?.kind === 'as-needed' && { asNeededBoolean: true }),
    ...(route !== '' && { route: { text: route } }),
    ...(doseAndRate && { doseAndRate: [doseAndRate] }),
  };
}

/** UCUM. International units, drops and pieces have no unit of UCUM that says the same. */
const ucum: Readonly<Record<string, string>> = { mg: 'mg', g: 'g', mcg: 'ug', mmol: 'mmol', mEq: 'meq', mL: 'mL' };

/** @returns undefined for a rate, which is no amount of one dose */
function quantityOf(value: number, unit: Unit): Quantity | undefined {
  const [measure = '', ...per] = unit.split('/');
  if (per.some((part) => part !== 'kg' && part !== 'm2')) return undefined;
  const code = ucum[measure];
  if (isForm(unit) || code === undefined) return { value, unit };
  return { value, unit, system: 'http://unitsofmeasure.org', code: [code, ...per].join('/') };
}

function timingOf(schedule: Schedule): Timing | undefined {
  switch (schedule.kind) {
    case 'times':
      return { repeat: { frequency: schedule.times, period: 1, periodUnit: 'd' } };
    case 'interval': {
      const { hours, hoursTo } = schedule;
      return {
        repeat: { frequency: 1, period: hours, ...(hoursTo !== undefined && { periodMax: hoursTo }), periodUnit: 'h' },
      };
    }
    case 'days':
      return { repeat: { frequency: 1, period: schedule.days, periodUnit: 'd' } };
    case 'week':
      return { repeat: { frequency: schedule.times, period: 1, periodUnit: 'wk' } };
    case 'once':
      return { repeat: { count: 1 } };
    case 'continuous':
    case 'as-needed':
      return undefined;
    default:
      return schedule satisfies never;
  }
}
