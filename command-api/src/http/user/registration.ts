/** Signing up: a CAPTCHA, an e-mail that is free, an account. A registration that was cut off is taken up again. */
import type { RegisterUser } from '../../contract/bodies/users.ts';
import type { Credential } from '../../accounts/credentials.ts';
import { Rejection } from '../../domain/command.ts';
import { refusal } from '../../domain/reasons/refusal.ts';
import { registerUser } from '../../domain/user/decide.ts';
import type { User } from '../../domain/user/state.ts';
import type { Outcome } from '../../commands/handle.ts';
import { HttpProblem } from 'service-kit/http/http-problem';
import type * as z from 'zod';
import { madeBy } from '../command-id.ts';
import type { OpenlyAsked } from '../command-route.ts';
import type { House } from '../dependencies.ts';
import { acceptablePassword } from './new-password.ts';
import { oneself } from './oneself.ts';

type Registration = OpenlyAsked<z.output<typeof RegisterUser>>;

export interface Registered {
  readonly credential: Credential;
  readonly outcome: Outcome<User>;
}

/** @throws HttpProblem 400, 409, 429 */
export async function register(asked: Registration): Promise<Registered> {
  const { house, body, address } = asked;
  acceptablePassword(house, body.password);
  await house.limits.count('signUp', { address, email: body.email });
  await refuseMachines(asked);
  const credential = await reservedFor(asked);
  const outcome = await registerReserved(house, credential, body);
  // Whoever signs up with an e-mail first has not shown that it is theirs: the link that is mailed to it does.
  if (!credential.emailProven)
    await house.mailLink({ mailId: madeBy(asked.commandId, 'mail'), kind: 'confirmation', email: credential.email });
  return { credential, outcome };
}

/** `UserRegistered`, once, and the reservation is an account. */
export async function registerReserved(
  house: House,
  credential: Credential,
  person: { firstName: string; lastName: string; phone: string },
): Promise<Outcome<User>> {
  const { userId, email, commandId } = credential;
  const { firstName, lastName, phone } = person;
  const outcome = await house.handle({
    name: 'RegisterUser',
    commandId,
    fold: house.folds.user,
    id: userId,
    payload: { firstName, lastName, email, phone },
    actor: () => oneself(userId),
    decide: registerUser,
  });
  await house.credentials.confirm(userId);
  return outcome;
}

async function refuseMachines({ house: { captcha }, commandId, body: { token } }: Registration): Promise<void> {
  if (!captcha || (token !== undefined && (await captcha.proves(token, commandId)))) return;
  const isMissing = token === undefined || token === '';
  throw new HttpProblem(refusal(isMissing ? 'captcha-missing' : 'captcha-expired'), { field: 'token' });
}

/**
 * The e-mail's reservation: made now, or this person's own from a registration that was cut off or is repeated.
 * @throws HttpProblem 409
 */
async function reservedFor({ house, commandId, body }: Registration): Promise<Credential> {
  const known = await house.credentials.findByEmail(body.email);
  // An account that is there is not worth the cost of a hash, unless this is the command that made it.
  if (known?.confirmed && known.commandId !== commandId) throw new HttpProblem(refusal('email-taken'));
  const passwordHash = await house.passwords.hash(body.password);
  const reservation = await house.credentials.reserve({
    userId: madeBy(commandId, 'user'),
    email: body.email,
    passwordHash,
    commandId,
  });
  if (reservation.outcome === 'reserved') return reservation.credential;
  if (reservation.outcome === 'idTaken') throw new Rejection(refusal('idempotency-key-reused'));
  const { credential } = reservation;
  const mayBeTheirs = !credential.confirmed || credential.commandId === commandId;
  if (mayBeTheirs && (await house.passwords.matches(credential.passwordHash, body.password))) return credential;
  const renewed = await renewedWhereAbandoned(house, credential, passwordHash);
  if (!renewed) throw new HttpProblem(refusal('email-taken'));
  return renewed;
}

/**
 * A reservation without an account behind it would shut its e-mail out for ever. What the log knows of is an account,
 * confirmed or not.
 */
async function renewedWhereAbandoned(
  house: House,
  credential: Credential,
  passwordHash: string,
): Promise<Credential | undefined> {
  if (credential.confirmed) return undefined;
  const { state } = await house.folds.user.now(credential.userId);
  return state.status === 'none' ? house.credentials.renew(credential.userId, passwordHash) : undefined;
}
