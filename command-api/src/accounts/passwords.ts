/** argon2id with the parameters of OWASP and ASVS: 19 MiB, two passes, one lane (about 26 ms of one core). */
import { randomBytes } from 'node:crypto';
import { createHashingLane, type HashingBounds, type HashingCost } from './hashing-lane.ts';

/** The library's default algorithm is argon2id. */
const recommendedCost: HashingCost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

export interface Passwords {
  /** @returns a PHC string @throws HttpProblem 503 when too many are waiting */
  hash(password: string): Promise<string>;
  /**
   * False without a hash (no such account), after the same time, so that the time does not reveal accounts.
   * @param isKnown the person has signed in on this device before: others wait
   * @throws HttpProblem 503
   */
  matches(hashed: string | undefined, password: string, isKnown?: boolean): Promise<boolean>;
  /**
   * Before anything else is done for a request that needs a password checked.
   * @throws HttpProblem 503 where it would not be let into the queue now
   */
  requireRoom(isKnown?: boolean): void;
  stop(): Promise<void>;
}

/** @param cost only for specs with thousands of sign-ups @param bounds for specs */
export async function createPasswords(cost = recommendedCost, bounds?: HashingBounds): Promise<Passwords> {
  const lane = createHashingLane(bounds);
  const hash = async (password: string): Promise<string> => String(await lane.run({ password, cost }));
  const dummyHash = await hash(randomBytes(32).toString('base64'));
  return {
    hash,
    matches: async (hashed, password, isKnown) =>
      (await lane.run({ password, hashed: hashed ?? dummyHash }, isKnown)) === true && hashed !== undefined,
    requireRoom: (isKnown) => lane.requireRoom(isKnown),
    stop: () => lane.stop(),
  };
}
