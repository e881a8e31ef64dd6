/** The decisions on the findings of a chart (docs/product.md, "Proposals"). The browser computes the findings. */
import * as admissionCalls from 'language/contract/calls/admissions';
import type { FindingDecision, FindingDecisions } from 'language/contract/findings';
import { admissionStream } from 'language/domain/admission/events';
import { Id } from 'language/domain/values/fields';
import * as z from 'zod';
import { read } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';
import { day, personName, utc } from '../rows.ts';

/** $1 admission */
const decisionsOfAdmission = /* sql */ `
select d.key, d.fingerprint, d.statement_id as "statementId", d.statement_version as "statementVersion", d.kind,
       ${day('d.until')} as until, d.reason, d.entry_id as "entryId", d.decided_by as "userId",
       ${personName('u')} as "userName", ${utc('d.decided_at')} as at
from finding_decision d
left join app_user u on u.user_id = d.decided_by
where d.admission_id = $1
order by d.version, d.finding_hash`;

export const findingRoutes = [
  read(admissionCalls.listFindingDecisions, {
    input: z.object({ id: Id }),
    from: ({ id }) => [admissionStream(id), 'user-', 'team-'],
    async answer(request): Promise<FindingDecisions> {
      const { id } = request.input;
      await readableTeam(request, 'admission', id);
      return {
        admission: id,
        decisions: (await request.db.query<FindingDecision>(decisionsOfAdmission, [id])).rows,
      };
    },
  }),
];
