/** Patients by their record numbers, for the import of tables: ids that a command then looks at itself. */
import * as importCalls from 'language/contract/calls/imports';
import { importLimits, type NumberedPatients } from 'language/contract/imports';
import { because } from 'language/domain/reasons/because';
import { teamStream } from 'language/domain/team/events';
import { limits } from 'language/domain/values/codes';
import { foldRecordNumber } from 'language/domain/values/folding';
import { Id } from 'language/domain/values/fields';
import * as z from 'zod';
import { findableIn } from './merged-patients.ts';
import { read } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';

/** $1 team · $2 keys of record numbers. At most five of a number, which is one more than a screen could explain. */
const numbered = /* sql */ `
select found._id, found."medicalRecordNumber" from (
  select p.patient_id as _id, p.medical_record_number as "medicalRecordNumber",
         row_number() over (partition by p.record_key order by p.patient_id) as nth
  from ${findableIn('$1')} p
  where p.record_key <> '' and p.record_key = any($2::text[])
) found where found.nth <= 5`;

const Numbers = z
  .string()
  .max(importLimits.rowsAtOnce * (limits.recordNumber + 1), because('too-many-characters'))
  .transform((text) => text.split('\n').map(foldRecordNumber));

export const numberedPatientRoutes = [
  read(importCalls.listNumberedPatients, {
    input: z.object({ teamId: Id, numbers: Numbers }),
    from: ({ teamId }) => ['patient-', teamStream(teamId)],
    async answer(request): Promise<NumberedPatients> {
      const { teamId, numbers } = request.input;
      const team = await readableTeam(request, 'team', teamId);
      const { rows } = await request.db.query<NumberedPatients['patients'][number]>(numbered, [team, numbers]);
      request.accessed({
        type: 'PatientsSearched',
        teamId: team,
        data: { searches: 1, found: rows.length },
        deduplicationKey: JSON.stringify(request.input),
      });
      return { patients: rows };
    },
  }),
];
