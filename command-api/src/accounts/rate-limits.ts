/**
 * Limits of attempts, counted in Postgres for all instances (docs/decisions/write-side/rate-limits.md). Addresses,
 * e-mails and callers are stored as keyed hashes. A whole hospital may share one address, so limits per address are
 * high. Two counts stop guessing: of one e-mail from one address, and of one e-mail from all addresses. The second does
 * not apply where the account usually signs in. A key that is refused is refused again without a statement.
 */
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { isIPv6 } from 'node:net';
import { refusal } from 'language/domain/reasons/refusal';
import { createRememberedRefusals, type RememberedRefusals } from 'service-kit/concurrency/remembered-refusals';
import { HttpProblem } from 'service-kit/http/http-problem';
import { derivedKey, keyedHash } from 'service-kit/security/derived-key';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const every = (points: number, minutes: number) => ({ points, duration: minutes * MINUTE });
/**
 * Attempts in a period. `there` counts one e-mail from one address. For `login`, `secondFactor`, `passkey`, `proof`,
 * `currentPassword`, `unlock`, `singleSignOn`, `reset`, `invitation` and `findPerson` only failed attempts count. The
 * caller of `singleSignOnWithProof` is one sign-in under way: a proof is good for one return from the provider.
 */
const limits = {
  login: { address: every(100, 15), there: every(10, 15), email: every(30, 60) },
  secondFactor: { address: every(100, 15), there: every(5, 15), email: every(15, 60) },
  secondFactorAtDevice: { caller: every(5, 60) },
  secondFactorWithProof: { address: every(300, 60), there: every(5, 60), email: every(15, 60) },
  passkey: { address: every(100, 15) },
  passkeyAtDevice: { caller: every(10, 60) },
  passkeyWithProof: { address: every(100, 15) },
  proof: { caller: every(10, 15) },
  confirmFactor: { caller: every(10, 15) },
  loginAtDevice: { caller: every(10, 60) },
  loginWithProof: { address: every(300, 60), there: every(10, 60), email: every(30, 60) },
  currentPassword: { caller: every(10, 15) },
  unlock: { caller: every(10, 15) },
  signUp: { address: every(60, 60), there: every(10, 60) },
  forgotten: { address: every(60, 60), email: every(5, 60) },
  forgottenAtDevice: { caller: every(3, 60) },
  forgottenWithProof: { email: every(5, 60) },
  reset: { address: every(30, 15) },
  confirm: { caller: every(10, 15) },
  confirmationMail: { caller: every(5, 60) },
  singleSignOn: { address: every(100, 15) },
  singleSignOnAtDevice: { caller: every(10, 60) },
  singleSignOnWithProof: { address: every(100, 15), caller: every(1, 15) },
  invite: { address: every(60, 60), caller: every(20, 60), email: every(5, 24 * 60) },
  invitation: { address: every(30, 15) },
  findPerson: { address: every(60, 60), caller: every(20, 60) },
} as const satisfies Record<string, Partial<Record<CountedBy, { points: number; duration: number }>>>;
export type LimitedAction = keyof typeof limits;

/** In this order: a refused address does not count against the e-mail. */
const countedBy = ['address', 'there', 'caller', 'email'] as const;
type CountedBy = (typeof countedBy)[number];

/** How long the network of a sign-in stays known. */
const KNOWN_DAYS = 90;
/** Networks of e-mails in memory. One that is not known is looked up again after a few seconds. */
const KNOWN_MAX = 20_000;
const UNKNOWN_MS = 10_000;

/** The origin of an attempt. Absent fields are not counted. */
export interface AttemptOrigin {
  readonly address?: string | undefined;
  /** Lower case. */
  readonly email?: string | undefined;
  /** The session, the signed-in person, the device, or a sign-in under way at the provider. */
  readonly caller?: string | undefined;
  /**
   * Reads the hash of the current password: a new password starts a new count. Not called for an attempt that is
   * refused from memory.
   */
  readonly at?: (() => Promise<string | undefined>) | undefined;
}

/** A counted attempt. */
export interface Attempt {
  /** Removes this attempt from the counts. Other attempts stay counted. */
  undo(): Promise<void>;
}

export interface RateLimits {
  /**
   * Counts one attempt. A refused one is not counted.
   * @throws HttpProblem 429 with the time to wait; the database's error when it is down, so that no attempt is
   * uncounted
   */
  count(what: LimitedAction, trying: AttemptOrigin): Promise<Attempt>;
  /** True if this process knows that an attempt would be refused. It counts and asks nothing. */
  isRefused(what: LimitedAction, trying: Omit<AttemptOrigin, 'at'>): boolean;
  /** Notes a sign-in: attempts from other networks do not lock this e-mail here. */
  remember(from: { readonly address: string; readonly email: string }): Promise<void>;
  /** Call it after a change of the password. Other processes notice within seconds. */
  passwordChanged(email: string): void;
  removeExpired(): Promise<void>;
}

export const noLimits: RateLimits = {
  count: async () => ({ undo: async () => undefined }),
  isRefused: () => false,
  remember: async () => undefined,
  passwordChanged: () => undefined,
  removeExpired: async () => undefined,
};

/** @param refusals of the process, where several limits share them */
export function createRateLimits(
  pool: Pool,
  rootKey: Buffer,
  refusals: RememberedRefusals = createRememberedRefusals(),
): RateLimits {
  const secret = derivedKey(rootKey, 'rate limits');
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
  const knownPlaces = new LRUCache<string, boolean>({ max: KNOWN_MAX });

  const isKnownPlace = async (place: string): Promise<boolean> => {
    const remembered = knownPlaces.get(place);
    if (remembered !== undefined) return remembered;
    const isKnown = (await known.get(place)) !== null;
    knownPlaces.set(place, isKnown, { ttl: isKnown ? 0 : UNKNOWN_MS });
    return isKnown;
  };

  const keysOf = ({ address, email, caller }: AttemptOrigin, at = ''): Partial<Record<CountedBy, string>> => ({
    ...(address !== undefined && { address: hashed(networkOf(address)) }),
    ...(address !== undefined && email !== undefined && { there: hashed(email, networkOf(address), at) }),
    ...(caller !== undefined && { caller: hashed(caller, at) }),
    ...(email !== undefined && { email: hashed(email, at) }),
  });

  return {
    async count(what, trying) {
      const { address, email } = trying;
      /** The keys without the password's hash, which takes a statement. */
      const rememberedAs = keysOf(trying);
      const place = address === undefined || email === undefined ? undefined : hashed(email, networkOf(address));
      /** A known network has its own count of this e-mail and is not part of the common count. */
      const isExempt = async (by: CountedBy): Promise<boolean> =>
        by === 'email' && what === 'login' && place !== undefined && (await isKnownPlace(place));

      const counting: { by: CountedBy; name: string; limiter: RateLimiterPostgres }[] = [];
      for (const by of countedBy) {
        const limiter = limiters.get(`${what} ${by}`);
        const key = rememberedAs[by];
        if (limiter === undefined || key === undefined) continue;
        const name = `${what} ${by} ${key}`;
        const leftMs = refusals.leftMs(name);
        if (leftMs !== undefined && !(await isExempt(by))) throw tooManyAttempts(leftMs);
        counting.push({ by, name, limiter });
      }
      const keys = keysOf(trying, await trying.at?.());
      const counted: { limiter: RateLimiterPostgres; key: string }[] = [];
      const undo = async (): Promise<void> => {
        await Promise.all(counted.map(({ limiter, key }) => limiter.reward(key, 1)));
      };
      for (const { by, name, limiter } of counting) {
        const key = keys[by];
        if (key === undefined || (await isExempt(by))) continue;
        counted.push({ limiter, key });
        const leftMs = await consume(limiter, key);
        if (leftMs === undefined) {
          refusals.lift(name);
          continue;
        }
        refusals.refuse(name, leftMs, email === undefined ? undefined : hashed(email));
        await undo();
        throw tooManyAttempts(leftMs);
      }
      return { undo };
    },
    isRefused(what, trying) {
      const keys = keysOf(trying);
      return countedBy.some((by) => keys[by] !== undefined && refusals.isRefused(`${what} ${by} ${keys[by]}`));
    },
    async remember({ address, email }) {
      const place = hashed(email, networkOf(address));
      await known.set(place, 1, KNOWN_DAYS * DAY);
      knownPlaces.set(place, true);
    },
    passwordChanged: (email) => refusals.liftGroup(hashed(email)),
    async removeExpired() {
      await pool.query('delete from accounts.rate_limit where expire < $1', [Date.now()]);
    },
  };
}

/** @returns undefined, or for how many milliseconds the key is refused */
async function consume(limiter: RateLimiterPostgres, key: string): Promise<number | undefined> {
  try {
    await limiter.consume(key, 1);
    return undefined;
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return refused.msBeforeNext;
  }
}

function tooManyAttempts(leftMs: number): HttpProblem {
  const seconds = Math.max(1, Math.ceil(leftMs / 1000));
  return new HttpProblem(refusal('too-many-attempts', { minutes: Math.ceil(seconds / 60) }), {
    retryAfterSeconds: seconds,
  });
}

/** The part of an address that one person cannot easily change: the first 64 bits of IPv6. */
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
