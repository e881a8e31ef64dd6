/**
 * Refused attempts in the security log. A flood of them must not fill it: the first one is a line at once, and further
 * ones of the same reason, person and address within a minute are counted and become one line. Past a number of lines in
 * a minute, the rest is counted together. A crash loses the counts of its last minute, not the first lines.
 */
import type { Pool } from 'pg';
import type { Reason } from 'language/domain/reasons/catalogue';
import type { Logger } from 'service-kit/process/logger';
import { recordSecurityEvent, type SecurityOrigin } from 'service-kit/security-log/record';
import { refusedReasons } from 'language/contract/security-log';
import { networkOf } from './rate-limits.ts';

export type RefusedKind = 'SignInRefused' | 'UnlockRefused' | 'ProofRefused' | 'LinkRefused' | 'PageRefused';

const reasons: ReadonlySet<Reason> = new Set<Reason>(refusedReasons);
export const isRefusedAttempt = (reason: Reason): boolean => reasons.has(reason);

/** Refused by a limit: the account was not looked at. */
const isOfLimit = (reason: RefusedAttempt['reason']): boolean =>
  reason === 'too-many-attempts' || reason === 'proof-lets-pass' || reason === MANY;

export interface RefusedAttempt {
  readonly kind: RefusedKind;
  readonly reason: Reason | typeof MANY;
  readonly origin: SecurityOrigin;
  /** The account that was tried, as far as it is known. */
  readonly userId?: string | undefined;
  /** As it was typed; what is stored is the account, or a mark. */
  readonly email?: string | undefined;
}

export interface RefusedAttempts {
  /** Returns at once. */
  note(attempt: RefusedAttempt): void;
  /** Writes the counts, and ends. */
  stop(): Promise<void>;
}

const WINDOW_MS = 60_000;
const LOOK_MS = 5_000;
/** For one process. Under an attack from more addresses than these one line a minute has the rest. */
const LINES_MAX = 60;
/** The reason of that line. */
const MANY = 'many-addresses';

interface Counted {
  readonly attempt: RefusedAttempt;
  attempts: number;
  readonly until: number;
}

/** @param pool the one of callers who are not signed in */
export function createRefusedAttempts(
  pool: Pool,
  { markOf, logger, now = Date.now }: { markOf: (email: string) => string; logger: Logger; now?: () => number },
): RefusedAttempts {
  /** The attempts of the last minute. */
  const counted = new Map<string, Counted>();
  const writing = new Set<Promise<void>>();

  const write = (attempt: RefusedAttempt, attempts: number): void => {
    const written = writeLine(pool, attempt, { attempts, at: new Date(now()) }, markOf)
      .catch((error: unknown) => logger.error({ error, attempts }, 'refused attempts are not in the security log'))
      .finally(() => writing.delete(written));
    writing.add(written);
  };
  const writeCounts = (until: number): void => {
    for (const [key, one] of counted) {
      if (one.until > until) continue;
      counted.delete(key);
      if (one.attempts > 0) write(one.attempt, one.attempts);
    }
  };
  const looking = setInterval(() => writeCounts(now()), LOOK_MS);
  looking.unref();

  return {
    note(attempt) {
      const key = keyOf(attempt);
      const known = counted.get(key);
      if (known && known.until > now()) {
        known.attempts += 1;
        return;
      }
      writeCounts(now());
      if (counted.size < LINES_MAX) {
        counted.set(key, { attempt, attempts: 0, until: now() + WINDOW_MS });
        write(attempt, 1);
        return;
      }
      const rest = counted.get(MANY);
      if (rest) rest.attempts += 1;
      else counted.set(MANY, { attempt: manyOf(attempt), attempts: 1, until: now() + WINDOW_MS });
    },
    async stop() {
      clearInterval(looking);
      writeCounts(Number.POSITIVE_INFINITY);
      await Promise.all(writing);
    },
  };
}

const manyOf = ({ kind }: RefusedAttempt): RefusedAttempt => ({ kind, reason: MANY, origin: {} });

const keyOf = ({ kind, reason, origin, userId = '', email = '' }: RefusedAttempt): string =>
  [kind, reason, networkOf(origin.address ?? ''), ...(isOfLimit(reason) ? [] : [userId, email])].join('\n');

async function writeLine(
  pool: Pool,
  { kind, reason, origin, userId, email }: RefusedAttempt,
  { attempts, at }: { attempts: number; at: Date },
  markOf: (email: string) => string,
): Promise<void> {
  const tried = email === undefined || isOfLimit(reason) ? undefined : await accountOf(pool, email);
  const user = userId ?? tried;
  await recordSecurityEvent(pool, {
    kind,
    by: 'unknown',
    userId: user,
    emailMark: user === undefined && email !== undefined && !isOfLimit(reason) ? markOf(email) : undefined,
    origin,
    at,
    data: { reason, attempts },
  });
}

async function accountOf(pool: Pool, email: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ user_id: string }>(
    'select user_id from accounts.credential where lower(email) = lower($1)',
    [email],
  );
  return rows[0]?.user_id;
}
