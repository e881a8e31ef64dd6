/** The statements of the catalogue with their use, for any signed-in person (docs/product.md, "Proposals"). */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import type { ListedStatement, StatementUse } from 'language/contract/statements';
import { catalogueStream } from 'language/domain/catalogue/events';
import type { StatementContent } from 'language/domain/catalogue/statement-fields';
import { noiseOf } from 'language/domain/checks/decisions';
import { FINDING_SHOWN } from 'projections/schema/finding-shown';
import * as z from 'zod';
import { read } from '../read-route.ts';
import { utc, versioned } from '../rows.ts';
import { ownAccountOf } from '../users/users.ts';

/** The use counts from the approval of the newest version: drafts have none. */
const statements = /* sql */ `
with decided as (
  select s.statement_id,
         count(*) filter (where d.kind = 'taken')::int as taken,
         count(*) filter (where d.kind = 'deferred')::int as deferred,
         count(*) filter (where d.kind = 'dismissed')::int as dismissed
  from statement s
  join finding_decision d on d.statement_id = s.statement_id and d.statement_version = s.statement_version
    and d.decided_at >= s.approved_at
  group by s.statement_id
), shown as (
  select s.statement_id, count(*)::int as shown
  from statement s
  join ${FINDING_SHOWN} f on f.statement_id = s.statement_id and f.statement_version = s.statement_version
    and f.at >= s.approved_at
  group by s.statement_id
)
select s.statement_id as "_id", s.content, s.statement_version as "statementVersion", s.approved_by as "approvedBy",
       coalesce(${utc('s.approved_at')}, '') as "approvedAt", s.version::text,
       jsonb_build_object('shown', coalesce(shown.shown, 0), 'taken', coalesce(decided.taken, 0),
         'deferred', coalesce(decided.deferred, 0), 'dismissed', coalesce(decided.dismissed, 0)) as use
from statement s
left join decided on decided.statement_id = s.statement_id
left join shown on shown.statement_id = s.statement_id
order by s.position`;

type StatementRow = Pick<ListedStatement, '_id' | 'statementVersion' | 'approvedBy' | 'approvedAt'> & {
  content: StatementContent;
  use: StatementUse;
  version: string;
};
const listed = ({ content, ...row }: StatementRow): ListedStatement => ({
  ...content,
  ...versioned(row),
  state: row.approvedBy === '' ? 'draft' : noiseOf(row.use),
});

export const statementRoutes = [
  read(catalogueCalls.listStatements, {
    input: z.object({}),
    from: () => [catalogueStream],
    async answer(request) {
      const { db, dependencies } = request;
      if (!dependencies.proposals && !(await ownAccountOf(request)).isAdminAccount) return [];
      return (await db.query<StatementRow>(statements)).rows.map(listed);
    },
  }),
];
