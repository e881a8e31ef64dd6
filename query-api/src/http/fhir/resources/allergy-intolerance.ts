/**
 * Allergies of the patients of the teams, and that a person was asked and has none. A team that has transferred a patient does
 * not read the list any more.
 */
import type { AllergyIntolerance } from 'fhir/r4.js';
import type { AllergyCertainty, AllergySeverity } from 'language/domain/values/codes';
import { utc } from '../../rows.ts';
import { drugConcept, hl7Code, type Kind, metaOf, ownSystem, patientReference, type ResourceRow } from '../kind.ts';
import { forAll, ofPatient } from '../search.ts';

interface AllergyRow extends ResourceRow {
  readonly drug: string;
  readonly drug_label: string;
  readonly tag: string;
  readonly tag_label: string;
  readonly agent_text: string;
  readonly reaction: string;
  readonly severity: AllergySeverity;
  readonly certainty: AllergyCertainty;
  readonly source: string;
  readonly onset: string;
  readonly atc: string | null;
  /** That a person has none; null for an allergy. */
  readonly none_since: string | null;
}

const verifications: Readonly<Record<string, string>> = { confirmed: 'confirmed', suspected: 'unconfirmed' };
/** SNOMED CT, as in the value set of R4 (http://hl7.org/fhir/ValueSet/allergyintolerance-code). */
const noneKnown = { system: 'http://snomed.info/sct', code: '716186003', display: 'No known allergy' };

export const allergies: Kind<AllergyRow> = {
  type: 'AllergyIntolerance',
  parameters: { ...forAll, ...ofPatient },
  rows: /* sql */ `
    select stays.patient_id as place, stays.patient_id as person, ids.patient_id, null::text as encounter_id, stays.team_id,
           each.*, greatest(own.updated_at, known.updated_at, stays.since) as updated
    from patient stays
    cross join lateral (
      select stays.patient_id union all select merged.patient_id from merged where merged.survivor_id = stays.patient_id
    ) ids
    cross join lateral (
      select al.allergy_id as id, al.drug, al.drug_label, al.tag, al.tag_label, al.agent_text, al.reaction, al.severity,
             al.certainty, al.source, al.onset, d.atc, null::text as none_since, al.version::text
      from allergy al left join drug d on d.drug_id = al.drug
      where al.patient_id = ids.patient_id
      union all
      select 'none.' || asked.patient_id, '', '', '', '', '', '', '', '', '', '', null, ${utc('asked.confirmed_at')}, asked.version::text
      from allergy_list asked
      where asked.patient_id = ids.patient_id and asked.confirmed_at is not null
        and not exists (
          select from allergy al where al.patient_id = stays.patient_id
            or al.patient_id in (select merged.patient_id from merged where merged.survivor_id = stays.patient_id))
    ) each
    left join projection_checkpoint own on own.projection = 'patients' and own.stream = 'patient-' || ids.patient_id
    left join projection_checkpoint known on known.projection = 'patients' and known.stream = 'patient-' || stays.patient_id
    where stays.team_id = any ($1) and $2::text is not null
      and not exists (select from merged where merged.patient_id = stays.patient_id)`,
  resourceOf(row, base): AllergyIntolerance {
    const common = {
      resourceType: 'AllergyIntolerance' as const,
      id: row.id,
      meta: metaOf(row),
      clinicalStatus: { coding: [hl7Code('allergyintolerance-clinical', 'active')] },
      patient: patientReference(row),
    };
    const verification = verifications[row.certainty];
    const verified = (code: string) => ({
      verificationStatus: { coding: [hl7Code('allergyintolerance-verification', code)] },
    });
    if (row.none_since !== null)
      return { ...common, ...verified('confirmed'), code: { coding: [noneKnown] }, recordedDate: row.none_since };
    return {
      ...common,
      ...(verification !== undefined && verified(verification)),
      code:
        row.tag === ''
          ? drugConcept(row.drug_label || row.agent_text, row.drug, row.atc, base)
          : {
              coding: [{ system: ownSystem(base, 'drug-tag'), code: row.tag, display: row.tag_label }],
              text: row.tag_label,
            },
      ...(row.onset !== '' && { onsetString: row.onset }),
      ...(row.reaction !== '' && {
        reaction: [{ manifestation: [{ text: row.reaction }], ...(row.severity !== '' && { severity: row.severity }) }],
      }),
      // A severity without a reaction has no place of its own.
      ...(row.reaction === '' && row.severity !== '' && { note: [{ text: `Severity: ${row.severity}` }] }),
    };
  },
};
