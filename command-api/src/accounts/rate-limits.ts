/**
 * How often somebody may try, counted in Postgres for all instances. Addresses, e-mails and callers are kept as keyed
 * hashes. A whole hospital may share one address, so the limits per address are wide. What stops guessing is the count
 * of one e-mail from one address, and, for whoever guesses from many, that of one e-mail from everywhere; the latter
 * shuts nobody out where the account is signed in to as a rule.
 */
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { isIPv6 } from 'node:net';
import { refusal } from '../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';
import { derivedKey, keyedHash } from 'service-kit/security/derived-key';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const every = (points: number, minutes: number) => ({ points, duration: minutes * MINUTE });
/**
 * Attempts in so many seconds, by what they are counted. `there`: one e-mail from one address. Of signing in, of
 * current passwords and of looking people up by their e-mails only those that fail count.
 */
const limits = {
  login: { address: every(100, 15), there: every(10, 15), email: every(30, 60) },
  currentPassword: { caller: every(10, 15) },
  signUp: { address: every(60, 60), there: every(10, 60) },
  forgotten: { address: every(60, 60), email: every(5, 60) },
  reset: { address: every(30, 15) },
  confirm: { caller: every(10, 15) },
  confirmationMail: { caller: every(5, 60) },
  findPerson: { address: every(60, 60), caller: every(20, 60) },
} as const satisfies Record<string, Partial<Record<CountedBy, { points: number; duration: number }>>>;
export type Limited = keyof typeof limits;

/** In this order: where the address is refused, nobody else's e-mail is counted against. */
const countedBy = ['address', 'there', 'caller', 'email'] as const;
type CountedBy = (typeof countedBy)[number];

/** From where an account was signed in to stays known for so long. */
const KNOWN_DAYS = 90;

/** Who tries. Of what is unknown nothing is counted. */
export interface Trying {
  readonly address?: string | undefined;
  /** Lower case. */
  readonly email?: string | undefined;
  /** The session or the person, where somebody is signed in. */
  readonly caller?: string | undefined;
  /**
   * The hash of the password that is tried: whatever was tried at an earlier one is forgotten once there is a new one.
   */
  readonly at?: string | undefined;
}

/** One attempt, counted. */
export interface Attempt {
  /** It was no guess. What others have tried stays counted. */
  takeBack(): Promise<void>;
}

export interface RateLimits {
  /**
   * Counts one attempt.
   * @throws HttpProblem 429 with the time to wait; the database's own error when it is away, so that nobody gets in
   * uncounted
   */
  count(what: Limited, trying: Trying): Promise<Attempt>;
  /** This e-mail's account is signed in to from here: what strangers try elsewhere shuts nobody out here. */
  welcome(from: { readonly address: string; readonly email: string }): Promise<void>;
  removeExpired(): Promise<void>;
}

export const noLimits: RateLimits = {
  count: async () => ({ takeBack: async () => undefined }),
  welcome: async () => undefined,
  removeExpired: async () => undefined,
};

export function createRateLimits(pool: Pool, masterKey: Buffer): RateLimits {
  const secret = derivedKey(masterKey, 'rate limits');
  const hashed = (...parts: readonly string[]): string => keyedHash(secret, parts.join(' '));
  const limiterOf = (keyPrefix: string, { points, duration }: { points: number; duration: number }) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'accounts',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    });
  const limiters = new Map(
    Object.entries(limits).flatMap(([what, by]) =>
      Object.entries(by).map(
        ([counted, limit]) => [`${what} ${counted}`, limiterOf(`${what}-${counted}`, limit)] as const,
      ),
    ),
  );
  const known = limiterOf('known', { points: 1, duration: KNOWN_DAYS * DAY });
  const place = ({ address, email }: { address: string; email: string }): string => hashed(email, networkOf(address));

  const keysOf = async (
    what: Limited,
    { address, email, caller, at = '' }: Trying,
  ): Promise<Partial<Record<CountedBy, string>>> => {
    const there = address !== undefined && email !== undefined ? { address, email } : undefined;
    // Known places have their own count of this e-mail, and take no part in everybody's.
    const isKnown = what === 'login' && there !== undefined && (await known.get(place(there))) !== null;
    return {
      ...(address !== undefined && { address: hashed(networkOf(address)) }),
      ...(there && { there: hashed(there.email, networkOf(there.address), at) }),
      ...(caller !== undefined && { caller: hashed(caller) }),
      ...(email !== undefined && !isKnown && { email: hashed(email, at) }),
    };
  };

  return {
    async count(what, trying) {
      const keys = await keysOf(what, trying);
      const counted: { limiter: RateLimiterPostgres; key: string }[] = [];
      for (const by of countedBy) {
        const limiter = limiters.get(`${what} ${by}`);
        const key = keys[by];
        if (limiter === undefined || key === undefined) continue;
        await consume(limiter, key);
        counted.push({ limiter, key });
      }
      return {
        async takeBack() {
          await Promise.all(counted.map(({ limiter, key }) => limiter.reward(key, 1)));
        },
      };
    },
    async welcome(from) {
      await known.set(place(from), 1, KNOWN_DAYS * DAY);
    },
    async removeExpired() {
      await pool.query('delete from accounts.rate_limit where expire < $1', [Date.now()]);
    },
  };
}

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key, 1);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    throw new HttpProblem(refusal('too-many-attempts', { minutes: Math.ceil(seconds / 60) }), {
      retryAfterSeconds: seconds,
    });
  }
}

/**
 * What one person can easily change of their address does not count: of an IPv6 address the network, its first 64 bits.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const filled =
    tail === undefined
      ? groups(head)
      : [
          ...groups(head),
          ...Array<string>(Math.max(0, 8 - groups(head).length - groups(tail).length)).fill('0'),
          ...groups(tail),
        ];
  return filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
