/**
 * Patients of the teams, and those with an admission in them. A merged patient is inactive, and replaced by the patient who
 * stays.
 */
import type { Patient } from 'fhir/r4.js';
import { day } from '../../rows.ts';
import { type Kind, metaOf, ownIdentifier, type ResourceRow, teamReference, withText } from '../kind.ts';
import { forAll } from '../search.ts';

interface PatientRow extends ResourceRow {
  readonly first_name: string;
  readonly middle_name: string;
  readonly last_name: string;
  readonly fourth_name: string;
  readonly birthdate: string;
  readonly record_number: string;
  readonly sex: string;
}

const hl7Type = 'http://terminology.hl7.org/CodeSystem/v2-0203';

export const patients: Kind<PatientRow> = {
  type: 'Patient',
  parameters: { ...forAll, identifier: { as: 'record number' } },
  rows: /* sql */ `
    select p.patient_id as place, p.patient_id as id, p.patient_id, seen.person, null::text as encounter_id, seen.team_id,
           p.first_name, p.middle_name, p.last_name, p.fourth_name, ${day('p.birthdate')} as birthdate,
           p.medical_record_number as record_number, p.sex, p.version::text,
           greatest(own.updated_at, known.updated_at, p.since) as updated
    from (
      select of.person, coalesce(min(of.team_id) filter (where not of.is_stay), min(of.team_id)) as team_id
      from (
        select coalesce(merged.survivor_id, each.patient_id) as person, each.patient_id, each.team_id, each.is_stay
        from (
          select p.patient_id, p.team_id, false as is_stay from patient p where p.team_id = any ($1)
          union all
          select a.patient_id, a.team_id, true from admission a where a.team_id = any ($1)
        ) each
        left join merged on merged.patient_id = each.patient_id
      ) of
      -- A patient's team is that of the patient who stays.
      where of.is_stay or of.person = of.patient_id
      group by of.person
    ) seen
    cross join lateral (
      select seen.person as patient_id
      union all select merged.patient_id from merged where merged.survivor_id = seen.person
    ) ids
    join patient p on p.patient_id = ids.patient_id
    left join projection_checkpoint own on own.projection = 'patients' and own.stream = 'patient-' || p.patient_id
    left join projection_checkpoint known on known.projection = 'patients' and known.stream = 'patient-' || seen.person
    where $2::text is not null`,
  resourceOf(row, base): Patient {
    const given = [row.first_name, row.middle_name].filter((name) => name !== '');
    const family = [row.last_name, row.fourth_name].filter((name) => name !== '').join(' ');
    const isMerged = row.id !== row.person;
    return {
      resourceType: 'Patient',
      id: row.id,
      meta: metaOf(row),
      ...(row.record_number !== '' && {
        identifier: [
          {
            use: 'usual' as const,
            type: { coding: [{ system: hl7Type, code: 'MR' }] },
            ...ownIdentifier(base, 'record-number', row.record_number),
          },
        ],
      }),
      active: !isMerged,
      name: [
        {
          use: 'official',
          text: [...given, family].join(' ').trim(),
          ...withText('family', family),
          ...(given.length > 0 && { given }),
        },
      ],
      gender: row.sex === 'female' || row.sex === 'male' ? row.sex : 'unknown',
      birthDate: row.birthdate,
      managingOrganization: teamReference(row, base),
      ...(isMerged && { link: [{ other: { reference: `Patient/${row.person}` }, type: 'replaced-by' as const }] }),
    };
  },
};
