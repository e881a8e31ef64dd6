/** argon2id with the parameters of OWASP and ASVS: 19 MiB, two passes, one lane (about 26 ms of one core). */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { refusal } from '../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';

/** The library's default algorithm is argon2id. */
const recommendedCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** More would leave no core for other commands. */
const CONCURRENT_MAX = 2;
const WAITING_MAX = 50;

export interface Passwords {
  /** @returns a PHC string @throws HttpProblem 503 when too many are waiting */
  hash(password: string): Promise<string>;
  /**
   * False without a hash (no such account), after the same time, so that the time does not reveal accounts.
   * @throws HttpProblem 503
   */
  matches(hashed: string | undefined, password: string): Promise<boolean>;
}

/** @param cost only for specs with thousands of sign-ups */
export async function createPasswords(cost = recommendedCost): Promise<Passwords> {
  const dummyHash = await hash(randomBytes(32).toString('base64'), cost);
  const waiting: (() => void)[] = [];
  let running = 0;
  const limited = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < CONCURRENT_MAX) running += 1;
    else if (waiting.length >= WAITING_MAX) throw new HttpProblem(refusal('too-many-signing-in'));
    else await new Promise<void>((turn) => waiting.push(turn));
    try {
      return await work();
    } finally {
      // The next one takes over this place, so that no later call overtakes the queue.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return {
    hash: (password) => limited(() => hash(password, cost)),
    matches: (hashed, password) =>
      limited(async () => (await verify(hashed ?? dummyHash, password)) && hashed !== undefined),
  };
}
