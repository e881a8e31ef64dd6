/**
 * Makes an anchor statement every day and brings it to each destination, until that has taken it
 * (docs/decisions/write-side/anchor-statements.md).
 */
import type { AnchorStatements } from 'service-kit/event-log/anchor-statements';
import type { Logger } from 'service-kit/process/logger';
import type { Signing } from 'service-kit/security/signing';
import { type FollowerParts, pause, runFollower } from '../followers/run-follower.ts';
import type { Destination } from './destinations.ts';

const ANCHOR_STATEMENTS = 'anchor-statements';

const ROUND_MS = 60_000;

export interface StatementParts {
  readonly statements: AnchorStatements;
  readonly signing: Signing;
  readonly destinations: readonly Destination[];
  /** The time between two statements. */
  readonly everyMs: number;
}

/** Runs until `signal` aborts. A destination that does not answer holds nothing else up. */
export const sendAnchorStatements = (parts: FollowerParts & StatementParts, signal: AbortSignal): Promise<void> =>
  runFollower(
    parts,
    ANCHOR_STATEMENTS,
    async (leading) => {
      while (!leading.signal.aborted) {
        const now = new Date();
        await statementRound(parts, now);
        await leading.caughtUp(now);
        await pause(ROUND_MS, leading.signal);
      }
    },
    signal,
  );

/** One round. @throws the database's errors; a destination's are logged and tried again with the next round */
export async function statementRound(
  { statements, signing, destinations, everyMs, logger }: StatementParts & { readonly logger: Logger },
  now: Date,
): Promise<void> {
  const last = await statements.newestAt();
  const isDue = !last || now.getTime() - last.getTime() >= everyMs;
  const statement = await (isDue ? statements.make(signing, now) : statements.newest(signing));
  if (!statement) return;
  for (const { name, take } of destinations) {
    if (await statements.isDelivered(name)) continue;
    try {
      await take(statement);
      await statements.delivered(name, statement, now);
      logger.info({ destination: name }, 'an anchor statement was delivered');
    } catch (error) {
      // A mail server's message may quote addresses: only its code is logged.
      const { code, responseCode, message } = error as { code?: unknown; responseCode?: unknown; message?: unknown };
      const why = name.startsWith('mailto:') ? { code, responseCode } : { code, message };
      logger.warn({ destination: name, ...why }, 'an anchor statement could not be delivered and is tried again');
    }
  }
}
