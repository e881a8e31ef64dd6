/** Admissions of a patient, and one admission with what its banner shows. */
import type { Admission, AdmissionDetails } from 'command-api/contract/entities';
import { admissionStream } from 'command-api/domain/admission/events';
import type { DischargeStatus } from 'command-api/domain/codes';
import { Id } from 'command-api/domain/fields';
import { patientStream } from 'command-api/domain/patient/events';
import { revisionToJson } from 'command-api/domain/revision';
import { notFound } from 'command-api/service/http';
import * as z from 'zod';
import { patientColumns, patientOf, type PatientRow, placeOfPatient } from './patient-rows.ts';
import { read, type ReadRoute } from './read-route.ts';
import { readableTeam } from './rights.ts';

const admissionColumns = /* sql */ `
a.admission_id, a.patient_id as admitted_patient, a.team_id as admission_team, to_char(a.admission_date, 'YYYY-MM-DD') as admission_date, a.admission_details,
to_char(a.discharge_date, 'YYYY-MM-DD') as discharge_date, a.discharge_status, a.discharge_note, a.version::text as admission_version,
(select count(*)::int from review r where r.admission_id = a.admission_id) as reviews_count,
(select count(*)::int from physician_note n where n.admission_id = a.admission_id) as notes_count`;

const admissionsOfPatient = /* sql */ `
select ${admissionColumns} from admission a where a.patient_id = $1 order by a.admission_date desc, a.admission_id desc`;

const admissionWithPatient = /* sql */ `
select ${admissionColumns}, t.name as team_name, ${patientColumns}, ${placeOfPatient}
from admission a
join team t on t.team_id = a.team_id
join patient p on p.patient_id = a.patient_id
where a.admission_id = $1`;

interface AdmissionRow {
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
}

const admissionOf = (row: AdmissionRow): Admission => ({
  _id: row.admission_id,
  patient: row.admitted_patient,
  team: row.admission_team,
  admissionDate: row.admission_date,
  admissionDetails: row.admission_details,
  dischargeDate: row.discharge_date,
  dischargeStatus: row.discharge_status,
  dischargeNote: row.discharge_note,
  reviewsCount: row.reviews_count,
  notesCount: row.notes_count,
  gallery: [],
  version: revisionToJson(BigInt(row.admission_version)),
});

export const admissionRoutes: readonly ReadRoute[] = [
  /** Newest first. */
  read('/api/admissions/:patientId', {
    input: z.object({ patientId: Id }),
    from: ({ patientId }) => [patientStream(patientId), 'admission-', 'team-'],
    async answer(asked): Promise<Admission[]> {
      await readableTeam(asked, 'patient', asked.input.patientId);
      const { rows } = await asked.db.query<AdmissionRow>(admissionsOfPatient, [asked.input.patientId]);
      return rows.map(admissionOf);
    },
  }),
  read('/api/admissions/:id/details', {
    input: z.object({ id: Id }),
    from: ({ id }) => [admissionStream(id), 'patient-', 'team-'],
    async answer(asked): Promise<AdmissionDetails> {
      await readableTeam(asked, 'admission', asked.input.id);
      const { rows } = await asked.db.query<AdmissionRow & PatientRow & { team_name: string }>(admissionWithPatient, [asked.input.id]);
      const row = rows[0];
      if (!row) throw notFound();
      return { ...admissionOf(row), patientDetails: patientOf(row), teamName: row.team_name };
    },
  }),
];
