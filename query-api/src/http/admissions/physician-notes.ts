/** The physicians' notes of an admission, for the Notes tab. */
import * as noteCalls from 'command-api/contract/calls/physician-notes';
import type { MovedFrom, PhysicianNote } from 'command-api/contract/entities';
import { admissionStream } from 'command-api/domain/admission/events';
import { Id } from 'command-api/domain/values/fields';
import { revisionToJson } from 'command-api/domain/values/revision';
import * as z from 'zod';
import { survivorIdOf } from '../patients/merged-patients.ts';
import { read } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';

/** By date, then in order of writing. */
const notesOfAdmission = /* sql */ `
select n.note_id, n.admission_id, ${survivorIdOf('n.patient_id')} as patient_id, n.team_id, to_char(n.note_date, 'YYYY-MM-DD') as note_date, n.note,
       n.author_id, n.version::text, n.moved_from,
       to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
       concat_ws(' ', u.first_name, u.last_name) as author_name, u.phone_normalised
from physician_note n
left join app_user u on u.user_id = n.author_id
where n.admission_id = $1
order by n.note_date, n.created_at, n.note_id`;

interface NoteRow {
  note_id: string;
  admission_id: string;
  patient_id: string;
  team_id: string;
  note_date: string;
  note: string;
  author_id: string;
  version: string;
  created_at: string;
  moved_from: MovedFrom | null;
  author_name: string;
  phone_normalised: string | null;
}

const noteOf = (row: NoteRow): PhysicianNote => ({
  _id: row.note_id,
  admissionId: row.admission_id,
  patientId: row.patient_id,
  teamId: row.team_id,
  noteDate: row.note_date,
  note: row.note,
  userId: row.author_id,
  userName: row.author_name,
  userPhone: row.phone_normalised ?? '',
  createdAt: row.created_at,
  version: revisionToJson(BigInt(row.version)),
  ...(row.moved_from === null ? {} : { movedFrom: row.moved_from }),
});

export const physicianNoteRoutes = [
  read(noteCalls.listNotes, {
    input: z.object({ admissionId: Id }),
    from: ({ admissionId }) => [admissionStream(admissionId), 'user-', 'team-'],
    async answer(request): Promise<PhysicianNote[]> {
      await readableTeam(request, 'admission', request.input.admissionId);
      const { rows } = await request.db.query<NoteRow>(notesOfAdmission, [request.input.admissionId]);
      return rows.map(noteOf);
    },
  }),
];
