/** The physicians' notes of an admission, for the Notes tab. */
import * as noteCalls from 'language/contract/calls/physician-notes';
import type { PhysicianNote } from 'language/contract/entities';
import { admissionStream } from 'language/domain/admission/events';
import { noteFields } from 'language/domain/admission/fields';
import { Id } from 'language/domain/values/fields';
import * as z from 'zod';
import { asColumns, valuesOf } from '../field-values.ts';
import { survivorIdOf } from '../patients/merged-patients.ts';
import { read } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';
import { personName, type RowOf, utc, versioned, withoutNull } from '../rows.ts';

/** By date, then in order of writing. */
const notesOfAdmission = /* sql */ `
select n.note_id as "_id", n.admission_id as "admissionId", ${survivorIdOf('n.patient_id')} as "patientId",
       n.team_id as "teamId", ${asColumns(valuesOf(noteFields, 'n'))}, n.author_id as "userId",
       ${personName('u')} as "userName", coalesce(u.phone_normalised, '') as "userPhone",
       ${utc('n.created_at')} as "createdAt", n.version::text, n.moved_from as "movedFrom"
from physician_note n
left join app_user u on u.user_id = n.author_id
where n.admission_id = $1
order by n.note_date, n.created_at, n.note_id`;

export const physicianNoteRoutes = [
  read(noteCalls.listNotes, {
    input: z.object({ admissionId: Id }),
    from: ({ admissionId }) => [admissionStream(admissionId), 'user-', 'team-'],
    async answer(request): Promise<PhysicianNote[]> {
      await readableTeam(request, 'admission', request.input.admissionId);
      const { rows } = await request.db.query<RowOf<PhysicianNote, 'movedFrom'>>(notesOfAdmission, [
        request.input.admissionId,
      ]);
      return rows.map((row) => versioned(withoutNull(row, 'movedFrom')));
    },
  }),
];
