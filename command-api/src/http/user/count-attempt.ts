/**
 * The ways of an attempt to sign in, to prove a second factor, or to ask for a link to a new password
 * (docs/decisions/write-side/rate-limits.md, "Three ways in"): from a device that the account has signed in on, under
 * the limits of address and e-mail, or past those with a proof of work. Each has a bound of its own. A passkey and a
 * return from the provider of single sign-on name no account: a device is known where any account has signed in.
 */
import { DEVICE_COOKIE } from '../../accounts/device-cookies.ts';
import type { Attempt, AttemptOrigin } from '../../accounts/rate-limits.ts';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { OpenCommandRequest } from '../command-route.ts';

type Request = Pick<OpenCommandRequest<unknown>, 'client' | 'commandId'> & {
  readonly dependencies: Pick<OpenCommandRequest<unknown>['dependencies'], 'limits' | 'captcha' | 'devices'>;
};

export interface CountedAttempt extends Attempt {
  /** The account has signed in on this device before. */
  readonly isKnown: boolean;
}

/** The device's id, if the account of this e-mail has signed in there. @param email undefined for any account */
export const deviceOf = (
  { dependencies: { devices }, client: { cookies } }: Pick<Request, 'client' | 'dependencies'>,
  email: string | undefined,
): string | undefined => devices.deviceOf(cookies.get(DEVICE_COOKIE), email);

/**
 * True if the client has solved a challenge, which is used up.
 * @param token as the client sent it
 * @param tries for what
 */
export const isSolved = async (
  { dependencies: { captcha }, commandId }: Pick<Request, 'commandId' | 'dependencies'>,
  token: string | undefined,
  tries: readonly string[],
): Promise<boolean> =>
  token !== undefined && captcha !== undefined && captcha.verify(token, { commandId, tries }, 'signIn');

interface Tried extends Pick<AttemptOrigin, 'email' | 'at'> {
  /** A sign-in under way at the provider. */
  readonly flow?: string;
  /** True if a challenge was solved for what is tried. Asked only where the limits refuse. */
  readonly isProved: () => Promise<boolean>;
}

/**
 * @throws HttpProblem 429, with the reason `proof-lets-pass` where a solved challenge would let the attempt pass
 */
export async function countAttempt(
  request: Request,
  action: 'login' | 'secondFactor' | 'forgotten' | 'passkey' | 'singleSignOn',
  { email, at, flow, isProved }: Tried,
): Promise<CountedAttempt> {
  const {
    dependencies: { limits, captcha },
    client: { address },
  } = request;
  const device = deviceOf(request, email);
  if (device !== undefined) {
    const origin = { caller: email === undefined ? device : `${device} ${email}`, email, at };
    const attempt = await limits.count(`${action}AtDevice`, origin).catch(undefinedIfTooMany);
    if (attempt) return { ...attempt, isKnown: true };
  }
  const origin = { address, email, caller: flow, at };
  try {
    return { ...(await limits.count(action, origin)), isKnown: false };
  } catch (refused) {
    if (!isTooMany(refused) || !captcha || limits.isRefused(`${action}WithProof`, origin)) throw refused;
    if (!(await isProved())) throw proofLetsPass(refused);
    const attempt = await limits.count(`${action}WithProof`, origin).catch(undefinedIfTooMany);
    if (!attempt) throw refused;
    return { ...attempt, isKnown: false };
  }
}

const isTooMany = (error: unknown): error is HttpProblem =>
  error instanceof HttpProblem && error.problem.code === 'tooMany';

function undefinedIfTooMany(error: unknown): undefined {
  if (!isTooMany(error)) throw error;
}

function proofLetsPass({ retryAfterSeconds = 60 }: HttpProblem): HttpProblem {
  return new HttpProblem(refusal('proof-lets-pass', { minutes: Math.ceil(retryAfterSeconds / 60) }), {
    retryAfterSeconds,
  });
}
