/** argon2id as OWASP and ASVS ask for it: 19 MiB, two passes, one lane (about 26 ms of one core). */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { refusal } from '../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';

/** The library's default algorithm is argon2id. */
const asAdvised = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** More at once would take the cores away from everybody else's commands. */
const AT_ONCE = 2;
const WAITING = 50;

export interface Passwords {
  /** @returns PHC text @throws HttpProblem 503 when too many are waiting */
  hash(password: string): Promise<string>;
  /**
   * Without a hash (no such account) it takes the same time and is false, so that time does not tell who has an
   * account.
   * @throws HttpProblem 503
   */
  matches(hashed: string | undefined, password: string): Promise<boolean>;
}

/** @param cost for specs that sign people up by the thousand only */
export async function createPasswords(cost = asAdvised): Promise<Passwords> {
  const nobodys = await hash(randomBytes(32).toString('base64'), cost);
  const waiting: (() => void)[] = [];
  let running = 0;
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < AT_ONCE) running += 1;
    else if (waiting.length >= WAITING) throw new HttpProblem(refusal('too-many-signing-in'));
    else await new Promise<void>((turn) => waiting.push(turn));
    try {
      return await work();
    } finally {
      // The place is handed over, so that nobody slips in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    matches: (hashed, password) =>
      inTurn(async () => (await verify(hashed ?? nobodys, password)) && hashed !== undefined),
  };
}
