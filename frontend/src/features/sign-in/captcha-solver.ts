/**
 * Solves the CAPTCHA of sign-up, a proof of work (docs/product.md, "CAPTCHA"). The work starts when the form opens, so
 * that most people do not wait for it. A proof is valid for one sign-up and for half an hour.
 */
import type { Challenge } from 'altcha-lib';
import type { CaptchaConfig } from 'language/contract/profiles';
import { type CaptchaSolution, tokenOf } from '../../platform/captcha/solve-challenge.ts';
import { translate } from '../../platform/language/language.ts';

export interface CaptchaDependencies {
  captcha: () => Promise<CaptchaConfig>;
  challenge: (path: string) => Promise<Challenge>;
  /** @returns null if the challenge cannot be solved */
  solve: (challenge: Challenge) => Promise<CaptchaSolution | null>;
  now: () => number;
}
interface Proof {
  token: string | undefined;
  validUntil: number;
}

/** The proof must reach the server before the challenge expires. */
const EXPIRY_MARGIN_MS = 60_000;

export interface CaptchaSolver {
  /**
   * Starts the work, unless it is under way.
   *
   * @returns true if sign-up asks for a proof
   * @throws ApiError
   */
  isRequired(): Promise<boolean>;
  /**
   * @returns a proof for one sign-up; undefined if none is required
   * @throws ApiError, or Error with a sentence for the person
   */
  proof(): Promise<string | undefined>;
}

export function createCaptchaSolver({ captcha, challenge, solve, now }: CaptchaDependencies): CaptchaSolver {
  let current: Promise<Proof> | undefined;
  let config: Promise<CaptchaConfig> | undefined;

  const solveChallenge = async (): Promise<Proof> => {
    config = captcha();
    const { challenge: path } = await config;
    if (path === undefined) return { token: undefined, validUntil: Infinity };
    const received = await challenge(path);
    const solution = await solve(received);
    if (!solution) throw new Error(translate('signUp.checkFailed'));
    return {
      token: tokenOf(received, solution),
      validUntil: (received.parameters.expiresAt ?? Infinity) * 1000 - EXPIRY_MARGIN_MS,
    };
  };
  const start = (): Promise<Proof> => {
    if (current) return current;
    const run = solveChallenge();
    current = run;
    // A failure is not reported here: `proof` tries again. If no proof is required, the setting is read again then.
    const isUsable = run.then(
      ({ token }) => token !== undefined,
      () => false,
    );
    void isUsable.then((usable) => {
      if (!usable && current === run) current = undefined;
    });
    return run;
  };
  return {
    async isRequired() {
      void start();
      return (await config)?.challenge !== undefined;
    },
    async proof() {
      const early = await start().catch(() => undefined);
      current = undefined;
      const proof = early !== undefined && early.validUntil > now() ? early : await solveChallenge();
      return proof.token;
    },
  };
}
