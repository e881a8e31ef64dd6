/** Keeps the security log in order: its newest line is signed now and then, and its oldest lines are removed. */
import type { Pool } from 'pg';
import type { Signing } from '../security/signing.ts';
import { anchorText } from './check.ts';

/** Signs the newest line, if there are new ones. */
export async function anchorSecurityLog(pool: Pool, signing: Signing, now = new Date()): Promise<void> {
  const { rows } = await pool.query<{ number: string; hash: Buffer }>(
    `select l.number::text, l.hash from accounts.security_line l
     where l.number > coalesce((select max(a.number) from accounts.security_anchor a), 0)
     order by l.number desc limit 1`,
  );
  const [newest] = rows;
  if (!newest) return;
  const head = { number: Number(newest.number), at: now, hash: newest.hash };
  await pool.query(
    `insert into accounts.security_anchor (number, at, hash, signature) values ($1, $2, $3, $4)
     on conflict (number) do nothing`,
    [head.number, head.at, head.hash, signing.sign(anchorText(head))],
  );
}

/** Lines that are removed at a time: others wait for the lock for some milliseconds. */
const STEP = 1_000;
/** Not with each look: each removal is a line itself. */
const SLACK_DAYS = 1;

/**
 * Removes what is older than `days`, once a day.
 * @returns how many lines
 */
export async function trimSecurityLog(pool: Pool, days: number, step = STEP): Promise<number> {
  const { rows } = await pool.query<{ is_due: boolean }>(
    `select at < now() - make_interval(days => $1) as is_due from accounts.security_line order by number limit 1`,
    [days + SLACK_DAYS],
  );
  if (!rows[0]?.is_due) return 0;
  for (let removed = 0; ;) {
    const { rows: done } = await pool.query<{ removed: number }>(
      'select accounts.trim_security_log(now() - make_interval(days => $1), $2) as removed',
      [days, step],
    );
    const last = done[0]?.removed ?? 0;
    removed += last;
    if (last < step) return removed;
  }
}
