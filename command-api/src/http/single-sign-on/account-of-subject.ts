/**
 * The account of a person at the provider: made at their first sign-in, or an account that they had already
 * (docs/decisions/write-side/single-sign-on.md). An address that is not proven on both sides never opens an account.
 */
import { randomBytes } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import type { Credential } from '../../accounts/credentials.ts';
import { emailIn, namesIn, type SignedInThere } from '../../accounts/single-sign-on/claims.ts';
import type { Identities, Subject } from '../../accounts/single-sign-on/identities.ts';
import type { LanguageChoice } from 'language/contract/languages';
import { derivedId } from '../../commands/derived-id.ts';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import type { Dependencies } from '../dependencies.ts';
import { recordEmailVerified } from '../user/own-account.ts';
import { registerReserved, renewAbandoned } from '../user/registration.ts';
import type { SingleSignOn } from './single-sign-on.ts';

const ACCOUNTS = '2f0d4a0e-6c0b-5c55-9f7b-6a1f5c1d0b93';

interface Request {
  /** The command of this sign-in. */
  readonly commandId: string;
  /** A mail for a new account is in it. */
  readonly language: string;
  /** A new account gets it. Undefined where none was chosen on the device. */
  readonly chosenLanguage: LanguageChoice | undefined;
}

/**
 * @throws HttpProblem 403 for claims that cannot be used and for a disabled account, 409 for the e-mail of another account
 */
export async function accountOfSubject(
  dependencies: Dependencies,
  { identities }: SingleSignOn,
  signedIn: SignedInThere,
  request: Request,
): Promise<Credential> {
  const who: Subject = { issuer: signedIn.issuer, subject: signedIn.claims.subject };
  const account =
    (await linkedAccount(dependencies, identities, who, signedIn)) ??
    (await newlyLinked(dependencies, identities, who, signedIn, request)) ??
    // Another sign-in of the same person has made it in the meantime.
    (await linkedAccount(dependencies, identities, who, signedIn));
  if (!account) throw new HttpProblem(refusal('provider-email-taken'));
  if (account.isDisabled) throw new HttpProblem(refusal('account-disabled'));
  return provenBy(dependencies, identities, who, signedIn, account, request.commandId);
}

async function linkedAccount(
  dependencies: Dependencies,
  identities: Identities,
  who: Subject,
  { claims }: SignedInThere,
): Promise<Credential | undefined> {
  const identity = await identities.find(who);
  const known = identity && (await dependencies.credentials.findByUser(identity.userId));
  // Its registration was interrupted.
  if (known && !known.isConfirmed) await registerReserved(dependencies, known, { ...namesIn(claims), phone: '' });
  return known;
}

/** @returns undefined if the e-mail is that of an account that may not be opened */
async function newlyLinked(
  dependencies: Dependencies,
  identities: Identities,
  who: Subject,
  { claims }: SignedInThere,
  { language, chosenLanguage }: Request,
): Promise<Credential | undefined> {
  const { email, isVerified } = emailIn(claims);
  if (email === dependencies.adminEmail) throw new HttpProblem(refusal('provider-admin-account'));
  const person = { ...namesIn(claims), phone: '' };
  const account = await reservedFor(dependencies, who, email, chosenLanguage);
  if (!account) return undefined;
  const isNew = !account.isConfirmed;
  const mayBeLinked =
    isNew || (isVerified && account.isEmailProven && !(await identities.hasOther(account.userId, who)));
  // Linked before the account is complete: then only this person can complete it.
  if (!mayBeLinked || !(await identities.link(who, account.userId, isVerified))) return undefined;
  if (isNew) {
    await registerReserved(dependencies, account, person);
    if (!isVerified)
      await dependencies.mailLink({
        mailId: derivedId(account.commandId, 'mail'),
        kind: 'confirmation',
        email,
        language,
      });
  }
  return account;
}

/** The existing account of this e-mail, or a reservation for a new one; undefined where another person holds it. */
async function reservedFor(
  dependencies: Dependencies,
  who: Subject,
  email: string,
  language: LanguageChoice | undefined,
): Promise<Credential | undefined> {
  const { credentials, passwords } = dependencies;
  const known = await credentials.findByEmail(email);
  if (known?.isConfirmed) return known;
  // The same for each attempt of this person, so that attempts at the same moment make one account.
  const commandId = uuidv5(JSON.stringify([who.issuer, who.subject, email]), ACCOUNTS);
  const userId = derivedId(commandId, 'user');
  // No one knows it: a mailed link can set another one.
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'));
  const reservation = await credentials.reserve({ userId, email, passwordHash, commandId, language });
  if (reservation.outcome === 'idTaken') return undefined;
  const { credential } = reservation;
  if (credential.userId === userId || credential.isConfirmed) return credential;
  // A sign-up of another person was interrupted before its account was made.
  return renewAbandoned(dependencies, credential, passwordHash, language);
}

/** Records that the provider has proven the account's own address, if it says so. */
async function provenBy(
  dependencies: Dependencies,
  identities: Identities,
  who: Subject,
  { claims }: SignedInThere,
  account: Credential,
  commandId: string,
): Promise<Credential> {
  const isProven = claims.all['email_verified'] === true && emailIn(claims).email === account.email;
  if (!isProven) return account;
  await identities.markVerified(who);
  if (!account.isEmailProven) await dependencies.credentials.proveEmail(account.userId);
  await recordEmailVerified(dependencies, account.userId, derivedId(commandId, 'verified'));
  return { ...account, isEmailProven: true };
}
