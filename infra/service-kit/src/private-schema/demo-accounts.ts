/** The demo's accounts. Their password is in the README, so they are for a machine that no other one reaches. */
import type { Client, Pool, PoolClient } from 'pg';
import { DEMO_DOMAIN } from 'language/contract/seed';
import { isLoopback } from '../http/loopback.ts';
import type { Logger } from '../process/logger.ts';

type Queries = Pick<Pool | PoolClient | Client, 'query'>;

/** The pattern of addresses of the demo, for `like`. */
export const DEMO_EMAILS = `%${DEMO_DOMAIN}`;

/**
 * Warns where accounts of the demo can sign in from other machines.
 * @param address `host`: where the product listens; `publicUrl`: where people find it
 */
export async function warnOfDemoAccounts(
  db: Queries,
  { host, publicUrl }: { readonly host: string; readonly publicUrl?: string | undefined },
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  if (isLoopback(host) && (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname))) return;
  const { rows } = await db.query<{ accounts: number }>(
    'select count(*)::int as accounts from accounts.credential where email ilike $1 and disabled_at is null',
    [DEMO_EMAILS],
  );
  const accounts = rows[0]?.accounts ?? 0;
  if (accounts > 0)
    logger.warn(
      { accounts },
      `ACCOUNTS OF THE DEMO CAN SIGN IN HERE FROM OTHER MACHINES, and their password is public: disable every account ` +
        `that ends with ${DEMO_DOMAIN} (page "Accounts"), or listen on this machine only (HOST=127.0.0.1)`,
    );
}
