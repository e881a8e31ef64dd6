/**
 * Fresh proofs in pages (docs/decisions/write-side/second-factor.md): erasing, exporting, handing over and changes of
 * rights need a password, code or passkey of the last ten minutes. A page says at sign-in that it is one. Sessions of other
 * API clients need no fresh proof.
 */
import { refusal } from 'language/domain/reasons/refusal';
import type { Pool } from 'pg';
import { HttpProblem } from '../http/http-problem.ts';

const PROOF_MINUTES = 10;

export interface SessionProofs {
  /**
   * The session that was just opened is one of a page.
   * @param provenAt when its person proved who they are: the provider of single sign-on says an instant, and a later
   * one than now counts as now
   */
  begin(sessionId: string, provenAt: Date | 'now' | 'never'): Promise<void>;
  /** The person has proved who they are. @returns until when it is fresh */
  renew(sessionId: string): Promise<Date>;
  /** @throws HttpProblem 403 `proof-needed` in a page whose last proof is too old */
  requireFresh(sessionId: string): Promise<void>;
}

export const createSessionProofs = (pool: Pool): SessionProofs => ({
  async begin(sessionId, provenAt) {
    const latest = provenAt === 'now' ? 'infinity' : provenAt === 'never' ? '-infinity' : provenAt;
    await pool.query(
      'insert into accounts.session_proof (session_id, proven_at) values ($1, least(now(), $2::timestamptz))',
      [sessionId, latest],
    );
  },
  async renew(sessionId) {
    const { rows } = await pool.query<{ until: Date }>(
      `with renewed as (update accounts.session_proof set proven_at = now() where session_id = $1)
       select now() + make_interval(mins => ${PROOF_MINUTES}) as until`,
      [sessionId],
    );
    return rows[0]?.until ?? new Date();
  },
  async requireFresh(sessionId) {
    const { rowCount } = await pool.query(
      `select from accounts.session_proof
       where session_id = $1 and proven_at <= now() - make_interval(mins => ${PROOF_MINUTES})`,
      [sessionId],
    );
    if (rowCount !== 0) throw new HttpProblem(refusal('proof-needed'));
  },
});
