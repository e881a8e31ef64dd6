/** The patients who were merged into a patient, newest merge first (docs/product.md, "Merging patients"). */
import * as patientCalls from 'language/contract/calls/patients';
import type { MergedPatient, MergedPatients } from 'language/contract/entities';
import { UNDO_MS } from 'language/domain/patient/decide-merge';
import { Id } from 'language/domain/values/fields';
import * as z from 'zod';
import { read } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';
import { idsOfPatient, survivorIdOf } from './merged-patients.ts';
import { personName } from '../rows.ts';
import { identityColumns } from './patient-rows.ts';

/** $1 the patient, or one of the merged patients. Also the merged patients of a merged patient. */
const mergedPatients = /* sql */ `
select merge.patient_id as "_id", merge.survivor_id as into, ${identityColumns('p')}, merge.merged_at as at,
       ${personName('u')} as "mergedByName"
from ${idsOfPatient(survivorIdOf('$1'))} ids
join absorbed_patient merge on merge.survivor_id = ids.patient_id
join patient p on p.patient_id = merge.patient_id
left join app_user u on u.user_id = merge.merged_by
where exists (select from patient stays where stays.patient_id = ${survivorIdOf('$1')} and stays.team_id = $2)
order by merge.merged_at desc, merge.patient_id`;

type MergedRow = Omit<MergedPatient, 'mergedAt' | 'undoUntil'> & { at: Date };

export const mergedPatientRoutes = [
  read(patientCalls.listMergedPatients, {
    input: z.object({ id: Id }),
    from: () => ['patient-', 'user-', 'team-'],
    async answer(request): Promise<MergedPatients> {
      const { id } = request.input;
      const team = await readableTeam(request, 'patient', id);
      const { rows } = await request.db.query<MergedRow>(mergedPatients, [id, team]);
      return {
        merged: rows.map(({ at, ...row }) => ({
          ...row,
          mergedAt: at.toISOString(),
          undoUntil: new Date(at.getTime() + UNDO_MS).toISOString(),
        })),
      };
    },
  }),
];
