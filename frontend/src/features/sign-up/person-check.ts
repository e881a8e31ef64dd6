/**
 * The check that somebody is a person: the browser works for it while the form is being filled in, so that mostly nobody waits.
 * A proof is good for one sign-up and for half an hour; another is made when that has passed.
 */
import type { Challenge } from 'altcha-lib';
import type { CaptchaConfig } from 'command-api/contract/profiles';
import { signUpText } from './messages.ts';

export interface Solution { counter: number; derivedKey: string }
/** What the check needs of the world. */
export interface PersonCheckParts {
  captcha: () => Promise<CaptchaConfig>;
  challenge: (path: string) => Promise<Challenge>;
  /** @returns null when it could not be solved */
  solve: (challenge: Challenge) => Promise<Solution | null>;
  now: () => number;
}
interface Proof { token: string | undefined; goodUntil: number }

/** A proof has to arrive before its challenge has run out. */
const SPARE_MS = 60_000;

export interface PersonCheck {
  /** Begins to work where nothing is under way. */
  begin(): void;
  /** A proof for one sign-up; undefined where none is asked for. @throws ApiError, or Error with a sentence */
  proof(): Promise<string | undefined>;
}

export function createPersonCheck({ captcha, challenge, solve, now }: PersonCheckParts): PersonCheck {
  let underWay: Promise<Proof> | undefined;

  const work = async (): Promise<Proof> => {
    const config = await captcha();
    if (config.challenge === undefined) return { token: undefined, goodUntil: Infinity };
    const asked = await challenge(config.challenge);
    const solution = await solve(asked);
    if (!solution) throw new Error(signUpText.checkFailed);
    return { token: btoa(JSON.stringify({ challenge: asked, solution })), goodUntil: (asked.parameters.expiresAt ?? Infinity) * 1000 - SPARE_MS };
  };
  const begin = (): Promise<Proof> => {
    underWay ??= work();
    // Nobody may be waiting for it yet: whoever asks for the proof hears of what went wrong.
    underWay.catch(() => undefined);
    return underWay;
  };
  return {
    begin: () => void begin(),
    async proof() {
      const early = await begin().catch(() => undefined);
      underWay = undefined;
      const proof = early !== undefined && early.goodUntil > now() ? early : await work();
      return proof.token;
    },
  };
}
