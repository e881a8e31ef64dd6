/** `npm run keys -- status`: which master keys wrap how many patients' keys, and which processes hold which. */
import type { Pool } from 'pg';
import { grouped } from 'service-kit/process/progress';

/** @returns lines for a person */
export async function keyStatus(pool: Pool): Promise<readonly string[]> {
  const [masters, holders, erased] = await Promise.all([
    pool.query<{ key_id: string | null; is_current: boolean; keys: string }>(
      `select key_id, coalesce(bool_or(is_current), false) as is_current, coalesce(sum(keys), 0)::text as keys
       from (
         select key_id, is_current, 0 as keys from accounts.master_key
         union all
         select key_id, null, count(*) from accounts.patient_key where wrapped_key is not null group by key_id
       ) as each group by key_id order by is_current desc, key_id`,
    ),
    pool.query<{ name: string; key_ids: readonly string[] }>(
      `select name, key_ids from accounts.master_key_holder where seen_at > now() - interval '100 seconds' order by name`,
    ),
    pool.query<{ count: string }>(
      'select count(*)::text as count from accounts.patient_key where destroyed_at is not null',
    ),
  ]);
  return [
    ...masters.rows.map(
      ({ key_id: id, is_current: isCurrent, keys }) =>
        `${id ?? 'no id    '}  ${grouped(Number(keys))} keys of patients and people${isCurrent ? ', current' : ''}`,
    ),
    `erased     ${grouped(Number(erased.rows[0]?.count ?? 0))} keys`,
    ...holders.rows.map(({ name, key_ids: ids }) => `${name} holds ${ids.join(' and ')}`),
  ];
}
