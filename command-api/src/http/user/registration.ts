/** Sign-up: a CAPTCHA, a free e-mail, an account. A registration that a crash interrupted is resumed. */
import type { RegisterUser } from 'language/contract/bodies/users';
import type { LanguageChoice } from 'language/contract/languages';
import type { Credential } from '../../accounts/credentials.ts';
import { Rejection } from 'language/domain/command';
import { refusal } from 'language/domain/reasons/refusal';
import { registerUser } from 'language/domain/user/decide';
import type { User } from 'language/domain/user/state';
import type { Outcome } from '../../commands/intent.ts';
import { HttpProblem } from 'service-kit/http/http-problem';
import type * as z from 'zod';
import { derivedId } from '../../commands/derived-id.ts';
import { type OpenCommandRequest, originOf } from '../command-route.ts';
import type { Dependencies } from '../dependencies.ts';
import { noteRefusedLink, recordEmailVerified, refuseLink, selfActor } from './own-account.ts';

type Registration = OpenCommandRequest<z.output<typeof RegisterUser>>;

export interface Registered {
  readonly credential: Credential;
  readonly outcome: Outcome<User>;
}

/** @throws HttpProblem 400, 409, 429 */
export async function register(request: Registration): Promise<Registered> {
  const { dependencies, body, client } = request;
  if (!dependencies.allowsLocalAccounts) throw new HttpProblem(refusal('local-accounts-off'));
  const isInvited = await requireSignUp(request);
  dependencies.passwordPolicy.requireAcceptable(body.password, body);
  dependencies.passwords.requireRoom();
  // Counted after the CAPTCHA: requests without its work must not use up the sign-ups of an address.
  await refuseMachines(request);
  await dependencies.limits.count('signUp', { address: client.address, email: body.email });
  const credential = await reservedFor(request);
  await dependencies.keepOrigin(credential.commandId, originOf(client));
  const outcome = await registerReserved(dependencies, credential, body);
  if (isInvited) {
    await dependencies.credentials.proveEmail(credential.userId);
    const verified = await recordEmailVerified(
      dependencies,
      credential.userId,
      derivedId(request.commandId, 'verified'),
    );
    return { credential: { ...credential, isEmailProven: true }, outcome: verified };
  }
  // Sign-up does not prove that the e-mail is the person's own: the mailed link does.
  if (!credential.isEmailProven)
    await dependencies.mailLink({
      mailId: derivedId(request.commandId, 'mail'),
      kind: 'confirmation',
      email: credential.email,
      language: client.language,
    });
  return { credential, outcome };
}

/**
 * Checks that this person may sign up (`SIGN_UP`).
 * @returns whether a mailed invitation to this e-mail was sent along, which proves the address
 * @throws HttpProblem 403 where sign-up is closed or by invitation, 400 for an invitation that is used, withdrawn or
 * expired, or to another address
 */
async function requireSignUp({ dependencies, body, client }: Registration): Promise<boolean> {
  const { signUp, invitations } = dependencies;
  if (signUp === 'closed') throw new HttpProblem(refusal('sign-up-closed'));
  if (body.invitation === undefined) {
    if (signUp === 'invited') throw new HttpProblem(refusal('sign-up-invited'));
    return false;
  }
  const { email } =
    (await invitations.findByToken(body.invitation)) ??
    (await refuseLink(dependencies, 'invitation', client, new HttpProblem(refusal('invitation-spent'))));
  if (email !== body.email) {
    const refused = new HttpProblem(refusal('invitation-of-another-address', { email }));
    noteRefusedLink(dependencies, client, refused);
    throw refused;
  }
  return true;
}

/** Writes `UserRegistered` once, and turns the reservation into an account. */
export async function registerReserved(
  dependencies: Dependencies,
  credential: Credential,
  person: { firstName: string; lastName: string; phone: string },
): Promise<Outcome<User>> {
  const { userId, email, commandId } = credential;
  const { firstName, lastName, phone } = person;
  const outcome = await dependencies.handle({
    name: 'RegisterUser',
    commandId,
    fold: dependencies.folds.user,
    id: userId,
    payload: { firstName, lastName, email, phone },
    actor: () => selfActor(userId),
    decide: registerUser,
  });
  await dependencies.credentials.confirm(userId);
  return outcome;
}

async function refuseMachines({ dependencies: { captcha }, commandId, body }: Registration): Promise<void> {
  const { token, email, password } = body;
  const call = { commandId, tries: [email, password] };
  if (!captcha || (token !== undefined && (await captcha.verify(token, call, 'signUp')))) return;
  const isMissing = token === undefined || token === '';
  throw new HttpProblem(refusal(isMissing ? 'captcha-missing' : 'captcha-expired'), { field: 'token' });
}

/**
 * The e-mail's reservation: a new one, or the person's own from a registration that was interrupted or is repeated.
 * @throws HttpProblem 409
 */
async function reservedFor({ dependencies, commandId, body, client }: Registration): Promise<Credential> {
  const known = await dependencies.credentials.findByEmail(body.email);
  // For an existing account no hash is computed, unless this command made it.
  if (known?.isConfirmed && known.commandId !== commandId) throw new HttpProblem(refusal('email-taken'));
  const passwordHash = await dependencies.passwords.hash(body.password);
  const reservation = await dependencies.credentials.reserve({
    userId: derivedId(commandId, 'user'),
    email: body.email,
    passwordHash,
    commandId,
    language: client.chosenLanguage,
  });
  if (reservation.outcome === 'reserved') return reservation.credential;
  if (reservation.outcome === 'idTaken') throw new Rejection(refusal('idempotency-key-reused'));
  const { credential } = reservation;
  const mayBeTheirs = !credential.isConfirmed || credential.commandId === commandId;
  if (mayBeTheirs && (await dependencies.passwords.matches(credential.passwordHash, body.password))) return credential;
  const renewed = await renewAbandoned(dependencies, credential, passwordHash, client.chosenLanguage);
  if (!renewed) throw new HttpProblem(refusal('email-taken'));
  return renewed;
}

/**
 * A reservation without an account would block its e-mail for ever. If the log has the user, it is an account,
 * confirmed or not.
 */
export async function renewAbandoned(
  dependencies: Dependencies,
  credential: Credential,
  passwordHash: string,
  language: LanguageChoice | undefined,
): Promise<Credential | undefined> {
  if (credential.isConfirmed) return undefined;
  const { state } = await dependencies.folds.user.load(credential.userId);
  return state.status === 'none'
    ? dependencies.credentials.renew(credential.userId, passwordHash, language)
    : undefined;
}
