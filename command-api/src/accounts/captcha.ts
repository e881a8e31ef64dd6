/**
 * ALTCHA: a proof of work in the browser, so that thousands of sign-ups are expensive, without a third party
 * (docs/product.md, "CAPTCHA"). A harder one lets a person sign in past the limits of attempts. Challenges are signed and not stored. A used solution is stored for all instances.
 */
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { type Challenge, createChallenge, HmacAlgorithm, randomInt, verifySolution } from 'altcha-lib';
import type { Pool } from 'pg';
import * as z from 'zod';
import { derivedKey, keyedHash } from 'service-kit/security/derived-key';
import { derivedId } from '../commands/derived-id.ts';

/** Enough to fill in the form. */
const VALID_MINUTES = 30;
/**
 * Plain SHA-256, many times: pages without TLS, which some hospitals use, have no Web Crypto for PBKDF2. The counter is
 * between these bounds, so that the time varies little: 80,000 to 160,000 hashes, measured as 0.2 to 0.5 s of one core
 * in plain JavaScript. A sign-in past the limits takes ten times as many.
 */
const WORK = { algorithm: 'SHA-256', least: 8_000, most: 16_000 } as const;
/** Hashes for each try of the counter. */
const COSTS = { signUp: 10, signIn: 100 } as const;
/** The purpose of a solved challenge. */
export type CaptchaPurpose = keyof typeof COSTS;

const Text = z.string().min(1).max(200);
/** The exact form of our challenges. The signature covers all of it. */
const Solved = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal(WORK.algorithm),
      cost: z.number(),
      keyLength: z.literal(32),
      nonce: Text,
      salt: Text,
      keyPrefix: Text,
      keySignature: Text,
      expiresAt: z.number(),
    }),
    signature: Text,
  }),
  solution: z.object({ counter: z.number(), derivedKey: Text }),
});
type Solved = z.output<typeof Solved>;

/**
 * The call that a solution is sent along with. The same call may be repeated with it, because its
 * answer may have been lost.
 */
export interface ProvedCall {
  readonly commandId: string;
  /** The values of the call, such as e-mail and password. Others need another solution. */
  readonly tries: readonly string[];
}

export interface Captcha {
  challenge(purpose: CaptchaPurpose): Promise<Challenge>;
  /**
   * @param token base64 of the challenge with its solution, as the browser sends it
   * @param call a solution is valid for one call, which may be repeated
   */
  verify(token: string, call: ProvedCall, purpose: CaptchaPurpose): Promise<boolean>;
  removeExpired(): Promise<void>;
}

/** The counter of a solution is between these bounds. */
export interface CaptchaWork {
  readonly least: number;
  readonly most: number;
}

/** @param work for specs that solve many */
export function createCaptcha(pool: Pool, rootKey: Buffer, work: CaptchaWork = WORK): Captcha {
  const hmacSignatureSecret = derivedKey(rootKey, 'captcha challenge').toString('hex');
  const hmacKeySignatureSecret = derivedKey(rootKey, 'captcha solution').toString('hex');
  const callSecret = derivedKey(rootKey, 'captcha call');
  /** The client chooses its command id and may send it again with another guess. The hash has a key: it covers a password. */
  const callId = ({ commandId, tries }: ProvedCall): string =>
    derivedId(commandId, keyedHash(callSecret, JSON.stringify(tries)));
  return {
    challenge: (purpose) =>
      createChallenge({
        algorithm: WORK.algorithm,
        cost: COSTS[purpose],
        counter: randomInt(work.most, work.least),
        deriveKey,
        expiresAt: new Date(Date.now() + VALID_MINUTES * 60_000),
        hmacAlgorithm: HmacAlgorithm.SHA_256,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      }),
    async verify(token, call, purpose) {
      const solved = solvedIn(token);
      if (solved?.challenge.parameters.cost !== COSTS[purpose]) return false;
      const { challenge, solution } = solved;
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      return verified && useOnce(pool, challenge, callId(call));
    },
    async removeExpired() {
      await pool.query('delete from accounts.captcha_used where expires_at < now()');
    },
  };
}

/** Undefined where the token is not a solved challenge. */
function solvedIn(token: string): Solved | undefined {
  try {
    return Solved.safeParse(JSON.parse(Buffer.from(token, 'base64').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

/** One statement decides a race. @returns false when another call has used it */
async function useOnce(pool: Pool, { parameters, signature }: Solved['challenge'], callId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `insert into accounts.captcha_used as used (signature, command_id, expires_at) values ($1, $2, to_timestamp($3))
     on conflict (signature) do update set command_id = used.command_id where used.command_id = excluded.command_id`,
    [signature, callId, parameters.expiresAt],
  );
  return rowCount === 1;
}
