/** A kind of resource that comes from rows: its statement, and how a row becomes a resource. */
import type { CodeableConcept, Coding, FhirResource, Meta, Reference } from 'fhir/r4.js';
import type { ResourceType } from './clients.ts';
import type { Parameters } from './search.ts';

/** Columns that each statement has. `place` and `id` are the order of pages. */
export interface ResourceRow {
  readonly place: string;
  readonly id: string;
  /** The patient who stays. */
  readonly person: string;
  readonly encounter_id: string | null;
  readonly team_id: string;
  readonly team: string;
  /** ISO 8601, UTC. */
  readonly last_updated: string;
  readonly version: string;
}

export interface Kind<Row extends ResourceRow = ResourceRow> {
  readonly type: ResourceType;
  readonly parameters: Parameters;
  /**
   * SQL: $1 teams · $2 time zone. Columns of `ResourceRow` with `updated` in place of `last_updated` and without `team`, those of its
   * parameters, and its own. It may read `merged`: each merged patient with the patient who stays.
   */
  readonly rows: string;
  resourceOf(row: Row, base: string): FhirResource;
}

/** SQL of the admissions of the teams. `updated`: when rows of the chart or of its patient were last written. */
export const ofCharts = /* sql */ `
  from admission a
  left join merged on merged.patient_id = a.patient_id
  left join projection_checkpoint chart on chart.projection = 'clinical' and chart.stream = 'admission-' || a.admission_id
  left join projection_checkpoint known
    on known.projection = 'patients' and known.stream = 'patient-' || coalesce(merged.survivor_id, a.patient_id)`;
export const chartColumns = /* sql */ `
  a.admission_id as place, a.patient_id, coalesce(merged.survivor_id, a.patient_id) as person,
  a.admission_id as encounter_id, a.team_id, greatest(chart.updated_at, known.updated_at, a.since) as updated`;
/** SQL: the beginning of a day of the hospital. */
export const beginOf = (date: string): string => /* sql */ `((${date})::timestamp at time zone $2)`;
/** SQL: the end of a day of the hospital, which is open where there is no day. */
export const endOf = (date: string): string => /* sql */ `coalesce(${beginOf(`${date} + 1`)}, 'infinity')`;

export const metaOf = ({ version, last_updated }: ResourceRow): Meta => ({
  versionId: version,
  lastUpdated: last_updated,
});
export const patientReference = ({ person }: ResourceRow): Reference => ({ reference: `Patient/${person}` });
export const encounterReference = ({ encounter_id }: ResourceRow): Reference => ({
  reference: `Encounter/${encounter_id}`,
});

/** A list of the product, as a code system of this installation. */
export const ownSystem = (base: string, name: string): string => `${base}/CodeSystem/${name}`;
export const ownIdentifier = (base: string, name: string, value: string) => ({
  system: `${base}/identifier/${name}`,
  value,
});
/** A team is no resource of this server: it is named by its identifier. */
export const teamReference = ({ team_id, team }: ResourceRow, base: string): Reference => ({
  type: 'Organization',
  identifier: ownIdentifier(base, 'team', team_id),
  display: team || team_id,
});
/** A person of the hospital. */
export const staffReference = (id: string, name: string, base: string): Reference => ({
  type: 'Practitioner',
  identifier: ownIdentifier(base, 'user', id),
  ...(name !== '' && { display: name }),
});
export const hl7Code = (system: string, code: string): Coding => ({
  system: `http://terminology.hl7.org/CodeSystem/${system}`,
  code,
});

/** A drug of the catalogue: its ATC code where the hospital has given it (docs/interfaces.md, "ATC and DDD file"). */
export function drugConcept(label: string, drug: string, atc: string | null, base: string): CodeableConcept {
  const coding = [
    ...(atc ? [{ system: 'http://www.whocc.no/atc', code: atc }] : []),
    ...(drug === '' ? [] : [{ system: ownSystem(base, 'drug'), code: drug, display: label }]),
  ];
  return { ...(coding.length > 0 && { coding }), text: label };
}
/** SQL: the ATC code of a trade label. */
export const atcOf = (tradeLabel: string): string => /* sql */ `(
  select d.atc from trade_label l join drug d on d.drug_id = l.drug_id where l.trade_label_id = ${tradeLabel})`;

/** Leaves out texts that are empty: FHIR has no empty ones. */
export const withText = <Name extends string>(name: Name, text: string): { readonly [Each in Name]?: string } =>
  (text.trim() === '' ? {} : { [name]: text }) as { readonly [Each in Name]?: string };
