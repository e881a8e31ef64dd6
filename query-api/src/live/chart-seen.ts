/**
 * Records how far a person has looked at a chart and which findings it showed, and notifies their other windows (`projections/schema/chart-seen`,
 * `projections/schema/finding-shown`,
 * docs/decisions/read-side/chart-news.md).
 */
import type { Pool } from 'pg';
import type { ShownFinding } from 'language/contract/live';
import { CHART_SEEN } from 'projections/schema/chart-seen';
import { FINDING_SHOWN } from 'projections/schema/finding-shown';
import { READ_SCHEMA } from 'projections/schema/version';

/** NOTIFY channel; the payload names the person and the chart. */
export const CHART_SEEN_CHANNEL = 'chart_seen';

/**
 * Idempotent: the revision only grows, at most to the projected one. The instant moves only when the whole chart was
 * seen: it is when the person "last looked". $1 user · $2 admission · $3 team · $4 revision · $5 channel
 */
const recordSeen = /* sql */ `
with looked as (
  insert into ${CHART_SEEN} as held (user_id, admission_id, team_id, revision, at)
  select $1, a.admission_id, $3, least($4, c.revision), now()
  from ${READ_SCHEMA}.admission a
  join ${READ_SCHEMA}.projection_checkpoint c on c.projection = 'clinical' and c.stream = 'admission-' || a.admission_id
  where a.admission_id = $2
  on conflict (user_id, admission_id) do update
  set revision = excluded.revision,
      at = case
        when excluded.revision >= (
          select c.revision from ${READ_SCHEMA}.projection_checkpoint c
          where c.projection = 'clinical' and c.stream = 'admission-' || held.admission_id
        ) then excluded.at
        else held.at
      end
  where excluded.revision >= held.revision
  returning user_id, admission_id
)
select pg_notify($5, jsonb_build_object('userId', user_id, 'admission', admission_id)::text) from looked`;

export async function markSeen(
  pool: Pool,
  { userId, teamId, admission, revision }: { userId: string; teamId: string; admission: string; revision: number },
): Promise<void> {
  await pool.query(recordSeen, [userId, admission, teamId, revision, CHART_SEEN_CHANNEL]);
}

/**
 * Counts findings of approved statements only, in the version that is approved. One that was shown before the approval
 * counts again.
 * $1 admission · $2 statements · $3 their versions · $4 keys of the findings
 */
const recordShown = /* sql */ `
insert into ${FINDING_SHOWN} as held (admission_id, statement_id, statement_version, finding_hash, at)
select distinct a.admission_id, s.statement_id, s.statement_version, md5(shown.key), now()
from unnest($2::text[], $3::int[], $4::text[]) as shown (statement_id, statement_version, key)
join ${READ_SCHEMA}.statement s on s.statement_id = shown.statement_id
  and s.statement_version = shown.statement_version and s.approved_at is not null
join ${READ_SCHEMA}.admission a on a.admission_id = $1
on conflict (admission_id, statement_id, statement_version, finding_hash) do update set at = excluded.at
where held.at < (select approved_at from ${READ_SCHEMA}.statement s where s.statement_id = held.statement_id)`;

export async function markShown(pool: Pool, admission: string, findings: readonly ShownFinding[]): Promise<void> {
  if (findings.length === 0) return;
  await pool.query(recordShown, [
    admission,
    findings.map(({ statementId }) => statementId),
    findings.map(({ statementVersion }) => statementVersion),
    findings.map(({ key }) => key),
  ]);
}
