/** Admissions of a patient, one admission with its banner, and its medications. */
import * as admissionCalls from 'command-api/contract/calls/admissions';
import type {
  Admission,
  AdmissionDetails,
  AdmissionMedication,
  DeclinedTransfer,
  GalleryGroup,
  OpenTransfer,
  OpenAdmission,
  MovedOut,
} from 'command-api/contract/entities';
import { admissionStream } from 'command-api/domain/admission/events';
import type { DischargeStatus } from 'command-api/domain/values/codes';
import { Id } from 'command-api/domain/values/fields';
import { revisionToJson } from 'command-api/domain/values/revision';
import { notFound } from 'service-kit/http/http-problem';
import * as z from 'zod';
import { bedNeighbours } from './beds.ts';
import { otherOpenAdmissions } from './other-open.ts';
import { tradeName } from '../catalogue/names.ts';
import { careColumns, careDetailsOf, type CareRow } from './care-rows.ts';
import { idsOfPatient, survivorIdOf } from '../patients/merged-patients.ts';
import { patientColumns, patientOf, type PatientRow, placeOfPatient } from '../patients/patient-rows.ts';
import { read } from '../read-route.ts';
import { patientOpened, readableTeam } from '../readable-team.ts';

const admissionColumns = /* sql */ `
a.admission_id, ${survivorIdOf('a.patient_id')} as admitted_patient, a.team_id as admission_team,
to_char(a.admission_date, 'YYYY-MM-DD') as admission_date, a.admission_details,
${careColumns('a')},
to_char(a.discharge_date, 'YYYY-MM-DD') as discharge_date, a.discharge_status, a.discharge_note,
a.version::text as admission_version,
(select count(*)::int from review r where r.admission_id = a.admission_id) as reviews_count,
(select count(*)::int from physician_note n where n.admission_id = a.admission_id) as notes_count,
(
  select coalesce(jsonb_agg(jsonb_build_object('_id', g.group_id, 'title', g.title, 'images', (
    select coalesce(jsonb_agg(jsonb_build_object('image', i.image) order by i.position), '[]')
    from gallery_image i where i.group_id = g.group_id
  ), 'userId', g.author_id, 'createdAt', to_char(g.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) || case when g.moved_from is null then '{}' else jsonb_build_object('movedFrom', g.moved_from) end
  order by g.version), '[]')
  from gallery_group g where g.admission_id = a.admission_id
) as gallery,
(
  select jsonb_build_object(
    'offer', o.offer_id, 'toTeam', o.to_team_id, 'toTeamName', o.to_team_name, 'note', o.note,
    'offeredBy', o.offered_by,
    'offeredAt', to_char(o.offered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from transfer_offer o where o.admission_id = a.admission_id and o.declined_at is null
) as transfer,
(
  select jsonb_build_object(
    'toTeamName', o.to_team_name, 'reason', o.decline_reason,
    'declinedAt', to_char(o.declined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from transfer_offer o where o.admission_id = a.admission_id and o.declined_at is not null
) as transfer_declined,
(
  select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    '_id', m.move_id, 'kind', m.kind, 'thing', m.thing, 'review', m.review, 'reason', m.reason, 'userId', m.user_id,
    'at', to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'to', m.place,
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
select ${admissionColumns}, t.name as team_name, ${patientColumns}, ${placeOfPatient},
       ${otherOpenAdmissions('a')} as also_open
from admission a
join team t on t.team_id = a.team_id
join patient p on ${survivorIdOf('a.patient_id')} = p.patient_id
where a.admission_id = $1`;

/** In the order of the list. */
const medicationsOfAdmission = /* sql */ `
select m.medication_id, m.admission_id, m.drug, ${tradeName('m.drug', 'm.drug_label')} as drug_label, m.dose, m.route, m.frequency,
       to_char(m.start_date, 'YYYY-MM-DD') as start_date, to_char(m.stop_date, 'YYYY-MM-DD') as stop_date, m.note,
       (row_number() over (order by m.position))::int as place, m.version::text
from admission_medication m where m.admission_id = $1 order by m.position`;

interface MedicationRow {
  medication_id: string;
  admission_id: string;
  drug: string;
  drug_label: string;
  dose: string;
  route: string;
  frequency: string;
  start_date: string;
  stop_date: string | null;
  note: string;
  place: number;
  version: string;
}

const medicationOf = (row: MedicationRow): AdmissionMedication => ({
  _id: row.medication_id,
  admission: row.admission_id,
  drug: row.drug,
  drugLabel: row.drug_label,
  dose: row.dose,
  route: row.route,
  frequency: row.frequency,
  startDate: row.start_date,
  stopDate: row.stop_date,
  note: row.note,
  order: row.place,
  version: revisionToJson(BigInt(row.version)),
});

interface AdmissionRow extends CareRow {
  admission_id: string;
  admitted_patient: string;
  admission_team: string;
  admission_date: string;
  admission_details: string;
  discharge_date: string | null;
  discharge_status: DischargeStatus | null;
  discharge_note: string;
  admission_version: string;
  reviews_count: number;
  notes_count: number;
  gallery: GalleryGroup[];
  transfer: OpenTransfer | null;
  transfer_declined: DeclinedTransfer | null;
  moves: MovedOut[] | null;
}

interface DetailsRow {
  team_name: string;
  also_open: OpenAdmission[];
}

const admissionOf = (row: AdmissionRow): Admission => ({
  _id: row.admission_id,
  patient: row.admitted_patient,
  team: row.admission_team,
  admissionDate: row.admission_date,
  admissionDetails: row.admission_details,
  ...careDetailsOf(row),
  dischargeDate: row.discharge_date,
  dischargeStatus: row.discharge_status,
  dischargeNote: row.discharge_note,
  reviewsCount: row.reviews_count,
  notesCount: row.notes_count,
  gallery: row.gallery,
  ...(row.transfer ? { transfer: row.transfer } : {}),
  ...(row.transfer_declined ? { transferDeclined: row.transfer_declined } : {}),
  ...(row.moves === null ? {} : { moves: row.moves }),
  version: revisionToJson(BigInt(row.admission_version)),
});

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
      for (const owner of new Set(rows.map((row) => row.admission_team)))
        if (owner !== team) request.accessed(patientOpened(owner, patientId));
      return rows.map(admissionOf);
    },
  }),
  read(admissionCalls.getAdmission, {
    input: z.object({ id: Id }),
    from: ({ id }) => [admissionStream(id), 'patient-', 'team-'],
    async answer(request): Promise<AdmissionDetails> {
      await readableTeam(request, 'admission', request.input.id);
      const { rows } = await request.db.query<AdmissionRow & PatientRow & DetailsRow>(admissionWithPatient, [
        request.input.id,
      ]);
      const row = rows[0];
      if (!row) throw notFound();
      const admission = admissionOf(row);
      return {
        ...admission,
        patientDetails: patientOf(row),
        teamName: row.team_name,
        alsoInBed: await bedNeighbours(request.db, admission),
        alsoOpen: row.also_open,
      };
    },
  }),
  read(admissionCalls.listMedications, {
    input: z.object({ id: Id }),
    from: ({ id }) => [admissionStream(id), 'team-', 'drug-'],
    async answer(request): Promise<AdmissionMedication[]> {
      await readableTeam(request, 'admission', request.input.id);
      const { rows } = await request.db.query<MedicationRow>(medicationsOfAdmission, [request.input.id]);
      return rows.map(medicationOf);
    },
  }),
];
