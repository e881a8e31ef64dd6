/**
 * The check that somebody is a person: the browser works for it while the form is being filled in, so that mostly
 * nobody waits. A proof is good for one sign-up and for half an hour; another is made when that has passed.
 */
import type { Challenge } from 'altcha-lib';
import type { CaptchaConfig } from 'command-api/contract/profiles';
import { signUpText } from './messages.ts';

export interface CaptchaSolution {
  counter: number;
  derivedKey: string;
}
/** What the check needs of the world. */
export interface CaptchaDependencies {
  captcha: () => Promise<CaptchaConfig>;
  challenge: (path: string) => Promise<Challenge>;
  /** @returns null when it could not be solved */
  solve: (challenge: Challenge) => Promise<CaptchaSolution | null>;
  now: () => number;
}
interface Proof {
  token: string | undefined;
  goodUntil: number;
}

/** A proof has to arrive before its challenge has run out. */
const SPARE_MS = 60_000;

export interface CaptchaSolver {
  /** Begins to work where nothing is under way. @returns whether sign-up asks for a proof @throws ApiError */
  isRequired(): Promise<boolean>;
  /** A proof for one sign-up; undefined where none is asked for. @throws ApiError, or Error with a sentence */
  proof(): Promise<string | undefined>;
}

export function createCaptchaSolver({ captcha, challenge, solve, now }: CaptchaDependencies): CaptchaSolver {
  let underWay: Promise<Proof> | undefined;
  let config: Promise<CaptchaConfig> | undefined;

  const work = async (): Promise<Proof> => {
    config = captcha();
    const { challenge: path } = await config;
    if (path === undefined) return { token: undefined, goodUntil: Infinity };
    const asked = await challenge(path);
    const solution = await solve(asked);
    if (!solution) throw new Error(signUpText.checkFailed);
    return {
      token: btoa(JSON.stringify({ challenge: asked, solution })),
      goodUntil: (asked.parameters.expiresAt ?? Infinity) * 1000 - SPARE_MS,
    };
  };
  const begin = (): Promise<Proof> => {
    if (underWay) return underWay;
    const run = work();
    underWay = run;
    // A failure is no news yet: it is tried again for the proof. The setting is read again where no check was asked
    // for.
    const isWorthKeeping = run.then(
      ({ token }) => token !== undefined,
      () => false,
    );
    void isWorthKeeping.then((keep) => {
      if (!keep && underWay === run) underWay = undefined;
    });
    return run;
  };
  return {
    async isRequired() {
      void begin();
      return (await config)?.challenge !== undefined;
    },
    async proof() {
      const early = await begin().catch(() => undefined);
      underWay = undefined;
      const proof = early !== undefined && early.goodUntil > now() ? early : await work();
      return proof.token;
    },
  };
}
