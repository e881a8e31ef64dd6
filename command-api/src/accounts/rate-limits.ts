/**
 * How often somebody may try: per address and per e-mail, counted in Postgres for all instances. Addresses and e-mails are kept as keyed
 * hashes. A whole hospital may share one address, so the limits per address are wide; those per e-mail are what stops guessing.
 */
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { isIPv6 } from 'node:net';
import { HttpProblem } from '../service/http.ts';
import { derivedKey, keyedHash } from './derived-key.ts';

export const rateLimitTables = /* sql */ `
-- Of rate-limiter-flexible, which knows these three columns.
create table accounts.rate_limit (
  key     varchar(255) primary key,
  points  integer not null default 0,
  expire  bigint
);
create index rate_limit_expire on accounts.rate_limit (expire);
`;

const MINUTE = 60;
/** Attempts in so many seconds. Of signing in, only those that fail count. */
const limits = {
  login: { email: { points: 10, duration: 15 * MINUTE }, address: { points: 100, duration: 15 * MINUTE } },
  signUp: { email: { points: 10, duration: 60 * MINUTE }, address: { points: 60, duration: 60 * MINUTE } },
  forgotten: { email: { points: 5, duration: 60 * MINUTE }, address: { points: 60, duration: 60 * MINUTE } },
  reset: { email: undefined, address: { points: 30, duration: 15 * MINUTE } },
} as const;
export type Limited = keyof typeof limits;

/** Who tries. Of an address that is unknown nothing is counted. */
export interface Trying {
  readonly address?: string | undefined;
  /** Lower case. */
  readonly email?: string | undefined;
}

export interface RateLimits {
  /** Counts one attempt. @throws HttpProblem 429 with the time to wait; the database's own error when it is away, so that nobody gets in uncounted */
  count(what: Limited, trying: Trying): Promise<void>;
  /** Takes one attempt back: it was no guess. What others have tried with this e-mail is forgiven with it. */
  forgive(what: Limited, trying: Trying): Promise<void>;
  removeExpired(): Promise<void>;
}

export const noLimits: RateLimits = { count: async () => undefined, forgive: async () => undefined, removeExpired: async () => undefined };

export function createRateLimits(pool: Pool, masterKey: Buffer): RateLimits {
  const key = derivedKey(masterKey, 'rate limits');
  const limiterOf = (keyPrefix: string, { points, duration }: { points: number; duration: number }) =>
    new RateLimiterPostgres({ storeClient: pool, storeType: 'pool', schemaName: 'accounts', tableName: 'rate_limit', tableCreated: true, clearExpiredByTimeout: false, keyPrefix, points, duration });
  const limitersOf = (what: Limited) => {
    const { email, address } = limits[what];
    return { email: email && limiterOf(`${what}-email`, email), address: limiterOf(`${what}-address`, address) };
  };
  const limiters = { login: limitersOf('login'), signUp: limitersOf('signUp'), forgotten: limitersOf('forgotten'), reset: limitersOf('reset') };
  const hashed = (text: string): string => keyedHash(key, text);

  return {
    async count(what, { email, address }) {
      const { email: byEmail, address: byAddress } = limiters[what];
      // The address first: where it is refused, nobody else's e-mail is counted against.
      if (address !== undefined) await consume(byAddress, hashed(networkOf(address)));
      if (email !== undefined && byEmail) await consume(byEmail, hashed(email));
    },
    async forgive(what, { email, address }) {
      const { email: byEmail, address: byAddress } = limiters[what];
      await Promise.all([address === undefined ? undefined : byAddress.reward(hashed(networkOf(address)), 1), email === undefined ? undefined : byEmail?.delete(hashed(email))]);
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
    const minutes = Math.ceil(seconds / 60);
    throw new HttpProblem('tooMany', `Too many attempts: please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`, { retryAfterSeconds: seconds });
  }
}

/** What one person can easily change of their address does not count: of an IPv6 address the network, its first 64 bits. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const filled = tail === undefined ? groups(head) : [...groups(head), ...Array<string>(Math.max(0, 8 - groups(head).length - groups(tail).length)).fill('0'), ...groups(tail)];
  return filled.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}
