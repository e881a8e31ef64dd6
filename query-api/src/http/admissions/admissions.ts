/** Admissions of a patient, one admission with its banner, and its medications. */
import * as admissionCalls from 'language/contract/calls/admissions';
import type { Admission, AdmissionDetails, AdmissionMedication } from 'language/contract/entities';
import { asColumns, valuesOf } from '../field-values.ts';
import { admissionFields, medicationFields } from 'language/domain/admission/fields';
import { admissionStream } from 'language/domain/admission/events';
import { Id } from 'language/domain/values/fields';
import { notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { bedNeighbours } from './beds.ts';
import { otherOpenAdmissions } from './other-open.ts';
import { tradeName } from '../catalogue/names.ts';
import { allergiesOf } from '../patients/allergy-rows.ts';
import { idsOfPatient, survivorIdOf } from '../patients/merged-patients.ts';
import { patientColumns, patientOf, type PatientRow, placeOfPatient } from '../patients/patient-rows.ts';
import { read } from '../read-route.ts';
import { patientOpened, readableTeam } from '../readable-team.ts';
import { type RowOf, utc, versioned, withoutNull } from '../rows.ts';

const admissionColumns = /* sql */ `
a.admission_id as "_id", ${survivorIdOf('a.patient_id')} as patient, a.team_id as team,
${asColumns(valuesOf(admissionFields, 'a'))}, a.version::text,
(select count(*)::int from review r where r.admission_id = a.admission_id) as "reviewsCount",
(select count(*)::int from physician_note n where n.admission_id = a.admission_id) as "notesCount",
(
  select coalesce(jsonb_agg(jsonb_build_object('_id', g.group_id, 'title', g.title, 'images', (
    select coalesce(jsonb_agg(jsonb_build_object('image', i.image) order by i.position), '[]')
    from gallery_image i where i.group_id = g.group_id
  ), 'userId', g.author_id, 'createdAt', ${utc('g.created_at')}) || case when g.moved_from is null then '{}' else jsonb_build_object('movedFrom', g.moved_from) end
  order by g.version), '[]')
  from gallery_group g where g.admission_id = a.admission_id
) as gallery,
(
  select jsonb_build_object(
    'offer', o.offer_id, 'toTeam', o.to_team_id, 'toTeamName', o.to_team_name, 'note', o.note,
    'offeredBy', o.offered_by,
    'offeredAt', ${utc('o.offered_at')})
  from transfer_offer o where o.admission_id = a.admission_id and o.declined_at is null
) as transfer,
(
  select jsonb_build_object(
    'toTeamName', o.to_team_name, 'reason', o.decline_reason,
    'declinedAt', ${utc('o.declined_at')})
  from transfer_offer o where o.admission_id = a.admission_id and o.declined_at is not null
) as "transferDeclined",
(
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    '_id', m.move_id, 'kind', m.kind, 'thing', m.thing, 'review', m.review, 'reason', m.reason, 'userId', m.user_id,
    'at', ${utc('m.at')}, 'to', m.place,
    'underWay', case when m.under_way then true end)) order by m.version)
  from moved_out m where m.admission_id = a.admission_id
) as moves`;

/**
 * $1 patient · $2 team. All of them for the patient's team; for a team that has transferred the patient, those that
 * stayed with it.
 */
const admissionsOfPatient = /* sql */ `
select ${admissionColumns}
from ${idsOfPatient(survivorIdOf('$1'))} ids
join admission a on a.patient_id = ids.patient_id
where a.team_id = $2
   or exists (select from patient p where p.patient_id = ${survivorIdOf('$1')} and p.team_id = $2)
order by a.admission_date desc, a.admission_id desc`;

const admissionWithPatient = /* sql */ `
select ${admissionColumns}, t.name as "teamName", ${otherOpenAdmissions('a')} as "alsoOpen",
       (select to_jsonb(shown) from (select ${patientColumns}, ${placeOfPatient}) shown) as "patientDetails"
from admission a
join team t on t.team_id = a.team_id
join patient p on ${survivorIdOf('a.patient_id')} = p.patient_id
where a.admission_id = $1`;

/** In the order of the list. */
const medicationsOfAdmission = /* sql */ `
select m.medication_id as "_id", m.admission_id as admission,
       ${asColumns({ ...valuesOf(medicationFields, 'm'), drugLabel: tradeName('m.drug', 'm.drug_label') })},
       m.hold, m.dose_changed_on as "doseChangedOn",
       (row_number() over (order by m.position))::int as "order", m.version::text
from admission_medication m where m.admission_id = $1 order by m.position`;

type AdmissionRow = RowOf<Admission, 'transfer' | 'transferDeclined' | 'moves'>;
type DetailsRow = AdmissionRow & Pick<AdmissionDetails, 'teamName' | 'alsoOpen'> & { patientDetails: PatientRow };

const admissionOf = (row: AdmissionRow): Admission =>
  versioned(withoutNull(row, 'transfer', 'transferDeclined', 'moves'));

export const admissionRoutes = [
  /** Newest first, with those of patients who were merged into the patient. */
  read(admissionCalls.listAdmissions, {
    input: z.object({ patientId: Id }),
    from: () => ['patient-', 'admission-', 'team-'],
    async answer(request): Promise<Admission[]> {
      const { patientId } = request.input;
      const team = await readableTeam(request, 'patient', patientId);
      const { rows } = await request.db.query<AdmissionRow>(admissionsOfPatient, [patientId, team]);
      // The admissions that stayed with another team are read here as well.
      for (const owner of new Set(rows.map((row) => row.team)))
        if (owner !== team) request.accessed(patientOpened(owner, patientId));
      return rows.map(admissionOf);
    },
  }),
  read(admissionCalls.getAdmission, {
    input: z.object({ id: Id }),
    from: ({ id }) => [admissionStream(id), 'patient-', 'team-', 'user-'],
    async answer(request): Promise<AdmissionDetails> {
      const team = await readableTeam(request, 'admission', request.input.id);
      const [found] = (await request.db.query<DetailsRow>(admissionWithPatient, [request.input.id])).rows;
      if (!found) throw notFound();
      const { patientDetails, teamName, alsoOpen, ...row } = found;
      const admission = admissionOf(row);
      return {
        ...admission,
        patientDetails: {
          ...patientOf(patientDetails),
          allergies: await allergiesOf(request.db, admission.patient, team),
        },
        teamName,
        alsoInBed: await bedNeighbours(request.db, admission),
        alsoOpen,
      };
    },
  }),
  read(admissionCalls.listMedications, {
    input: z.object({ id: Id }),
    from: ({ id }) => [admissionStream(id), 'team-', 'drug-'],
    async answer(request): Promise<AdmissionMedication[]> {
      await readableTeam(request, 'admission', request.input.id);
      const { rows } = await request.db.query<RowOf<AdmissionMedication>>(medicationsOfAdmission, [request.input.id]);
      return rows.map(versioned);
    },
  }),
];
