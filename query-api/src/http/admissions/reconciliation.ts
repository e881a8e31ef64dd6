/** Medicines from home, and the decisions about medicines at the stages of a stay (docs/product.md, "Reconciliation"). */
import * as admissionCalls from 'language/contract/calls/admissions';
import type { HomeMedication, ReconciledLine, Reconciliation } from 'language/contract/reconciliation';
import { newestVersion } from 'language/contract/render/reconciliation';
import { admissionStream } from 'language/domain/admission/events';
import { homeMedicationFields, reconciledFields } from 'language/domain/admission/fields';
import { Id } from 'language/domain/values/fields';
import * as z from 'zod';
import { tradeName } from '../catalogue/names.ts';
import { asColumns, valuesOf } from '../field-values.ts';
import { read } from '../read-route.ts';
import { readableTeam } from '../readable-team.ts';
import { day, personName, type RowOf, utc, versioned } from '../rows.ts';

/** $1 admission */
const homeMedications = /* sql */ `
select h.home_medication_id as "_id", h.admission_id as admission,
       ${asColumns({ ...valuesOf(homeMedicationFields, 'h'), drugLabel: tradeName('h.drug', 'h.drug_label') })},
       h.author_id as "userId", ${personName('u')} as "userName", ${utc('h.created_at')} as "createdAt", h.version::text
from home_medication h left join app_user u on u.user_id = h.author_id
where h.admission_id = $1 order by h.position`;

/** $1 admission */
const decisions = /* sql */ `
select ${asColumns(valuesOf(reconciledFields, 'l'))},
       jsonb_build_object('kind', l.line_kind, 'id', l.line_id) as line, l.author_id as "userId",
       ${personName('u')} as "userName", ${utc('l.decided_at')} as "decidedAt", l.version::text
from reconciled_line l left join app_user u on u.user_id = l.author_id
where l.admission_id = $1 order by l.version`;

/** $1 admission */
const newestTransfer = /* sql */ `
select ${day('s.transfer_date')} as day from transferred_stay s
where s.admission_id = $1 order by s.revision desc limit 1`;

export const reconciliationRoutes = [
  read(admissionCalls.getReconciliation, {
    input: z.object({ id: Id }),
    from: ({ id }) => [admissionStream(id), 'team-', 'user-', 'drug-'],
    async answer(request): Promise<Reconciliation> {
      const { id } = request.input;
      await readableTeam(request, 'admission', id);
      const [home, decided, transfers] = [
        await request.db.query<RowOf<HomeMedication>>(homeMedications, [id]),
        await request.db.query<RowOf<ReconciledLine>>(decisions, [id]),
        await request.db.query<{ day: string }>(newestTransfer, [id]),
      ];
      const parts = { homeMedications: home.rows.map(versioned), decisions: decided.rows.map(versioned) };
      return { _id: id, transferDate: transfers.rows[0]?.day ?? null, ...parts, version: newestVersion(parts) };
    },
  }),
];
