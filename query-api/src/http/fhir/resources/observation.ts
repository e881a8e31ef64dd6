/** Measurements: weight, height, temperature, results of the laboratory, levels of drugs. LOINC and UCUM. */
import type { Observation } from 'fhir/r4.js';
import { isMeasurementKind } from 'language/domain/admission/measured-values';
import type { MeasurementKind } from 'language/domain/measurements/kinds';
import { loincOf } from 'language/domain/measurements/loinc';
import { unitCodeOf } from 'language/domain/measurements/ucum';
import { day, utc } from '../../rows.ts';
import {
  beginOf,
  chartColumns,
  encounterReference,
  endOf,
  hl7Code,
  type Kind,
  metaOf,
  ofCharts,
  ownSystem,
  patientReference,
  type ResourceRow,
} from '../kind.ts';
import { forAll, ofEncounter, ofPatient } from '../search.ts';

interface ObservationRow extends ResourceRow {
  readonly kind: string;
  readonly value: number;
  readonly unit: string;
  readonly taken_on: string;
  /** The instant; null where only the day is known. */
  readonly taken_at: string | null;
  readonly last_dose: string | null;
  readonly source: string;
  readonly note: string;
}

/** The vital signs, with their profiles of R4, in the units of these profiles. */
const vitalSigns: Readonly<
  Partial<Record<MeasurementKind, { readonly profile: string; readonly units: readonly string[] }>>
> = {
  weight: { profile: 'bodyweight', units: ['kg', 'g'] },
  height: { profile: 'bodyheight', units: ['cm'] },
  temperature: { profile: 'bodytemp', units: ['Cel', '[degF]'] },
};

export const observations: Kind<ObservationRow> = {
  type: 'Observation',
  parameters: { ...forAll, ...ofPatient, ...ofEncounter('encounter'), date: { as: 'period' } },
  rows: /* sql */ `
    select ${chartColumns}, m.measurement_id as id, m.kind, m.value, m.unit, ${day('m.taken_on')} as taken_on, m.source, m.note,
           m.version::text, ${utc('m.sample')} as taken_at,
           nullif(concat_ws(' ', ${day('m.last_dose_on')}, nullif(m.last_dose_at, '')), '') as last_dose,
           coalesce(m.sample, ${beginOf('m.taken_on')}) as from_at,
           coalesce(m.sample + interval '1 minute', ${endOf('m.taken_on')}) as to_at
    ${ofCharts}
    cross join lateral (
      select of.*, case when of.taken_at <> '' then (of.taken_on + of.taken_at::time) at time zone $2 end as sample
      from measurement of where of.admission_id = a.admission_id
    ) m
    where a.team_id = any ($1)`,
  resourceOf(row, base): Observation {
    const kind = isMeasurementKind(row.kind) ? row.kind : undefined;
    const unit = unitCodeOf(row.unit);
    const loinc = kind && unit && loincOf(kind, unit);
    const vital = kind && vitalSigns[kind];
    const hasProfile = vital?.units.includes(row.unit) === true;
    const comment = [row.note, row.last_dose === null ? '' : `Last dose: ${row.last_dose}`].filter(
      (part) => part !== '',
    );
    return {
      resourceType: 'Observation',
      id: row.id,
      meta: {
        ...metaOf(row),
        ...(hasProfile && { profile: [`http://hl7.org/fhir/StructureDefinition/${vital.profile}`] }),
      },
      status: 'final',
      category: [{ coding: [hl7Code('observation-category', vital ? 'vital-signs' : 'laboratory')] }],
      code: {
        coding: [
          ...(loinc === undefined ? [] : [{ system: 'http://loinc.org', code: loinc }]),
          { system: ownSystem(base, 'measurement'), code: row.kind },
        ],
        text: row.kind,
      },
      subject: patientReference(row),
      encounter: encounterReference(row),
      effectiveDateTime: row.taken_at ?? row.taken_on,
      valueQuantity: {
        value: row.value,
        unit: row.unit,
        ...(unit !== undefined && { system: 'http://unitsofmeasure.org', code: unit }),
      },
      // Measured, reported or estimated.
      ...(row.source !== '' && { method: { text: row.source } }),
      ...(comment.length > 0 && { note: [{ text: comment.join('\n') }] }),
    };
  },
};
