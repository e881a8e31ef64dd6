/**
 * The ways of an attempt to sign in, or to ask for a link to a new password
 * (docs/decisions/write-side/rate-limits.md, "Three ways in"): from a device that the account has signed in on, under
 * the limits of address and e-mail, or past those with a proof of work. Each has a bound of its own.
 */
import { DEVICE_COOKIE } from '../../accounts/device-cookies.ts';
import type { Attempt, AttemptOrigin } from '../../accounts/rate-limits.ts';
import { refusal } from '../../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { OpenCommandRequest } from '../command-route.ts';

type Request = Pick<OpenCommandRequest<unknown>, 'client' | 'commandId'> & {
  readonly dependencies: Pick<OpenCommandRequest<unknown>['dependencies'], 'limits' | 'captcha' | 'devices'>;
};

export interface CountedAttempt extends Attempt {
  /** The account has signed in on this device before. */
  readonly isKnown: boolean;
}

/** The device's id, if the account of this e-mail has signed in there. */
export const deviceOf = (
  { dependencies: { devices }, client: { cookies } }: Pick<Request, 'client' | 'dependencies'>,
  email: string,
): string | undefined => devices.deviceOf(cookies.get(DEVICE_COOKIE), email);

interface Tried {
  /** Lower case. */
  readonly email: string;
  /** A solved challenge, which is used up only where the limits refuse. It is good for this guess. */
  readonly token: string | undefined;
  /** The password, if one is tried. */
  readonly guess?: string;
  readonly at?: AttemptOrigin['at'];
}

/**
 * @throws HttpProblem 429, with the reason `proof-lets-pass` where a solved challenge would let the attempt pass
 */
export async function countAttempt(
  request: Request,
  action: 'login' | 'forgotten',
  { email, token, guess = '', at }: Tried,
): Promise<CountedAttempt> {
  const {
    dependencies: { limits, captcha },
    client: { address },
    commandId,
  } = request;
  const device = deviceOf(request, email);
  if (device !== undefined) {
    const origin = { caller: `${device} ${email}`, email, at };
    const attempt = await limits.count(`${action}AtDevice`, origin).catch(undefinedIfTooMany);
    if (attempt) return { ...attempt, isKnown: true };
  }
  const origin = { address, email, at };
  try {
    return { ...(await limits.count(action, origin)), isKnown: false };
  } catch (refused) {
    if (!isTooMany(refused) || !captcha || limits.isRefused(`${action}WithProof`, origin)) throw refused;
    const call = { commandId, tries: [action, email, guess] };
    if (token === undefined || !(await captcha.verify(token, call, 'signIn'))) throw proofLetsPass(refused);
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
