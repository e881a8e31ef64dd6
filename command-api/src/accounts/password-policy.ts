/**
 * Which new passwords are accepted (docs/product.md, "Passwords"). There are no rules of composition: length, and with
 * `COMMON_PASSWORDS=refuse` neither the most common passwords nor the owner's own name or e-mail address (NIST SP
 * 800-63B, "Password Verifiers").
 */
import { createRequire } from 'node:module';
import { refusal, type Refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';

export interface PasswordPolicySettings {
  readonly minLength: number;
  readonly commonPasswords: 'accept' | 'refuse';
}

/** A person who sets a password for their account. */
export interface PasswordOwner {
  readonly email: string;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
}

export interface PasswordPolicy {
  /** True if `requireAcceptable` needs to know the owner. */
  readonly comparesWithOwner: boolean;
  /** @throws HttpProblem 400 on the field `password` */
  requireAcceptable(password: string, owner: PasswordOwner | undefined): void;
}

/** The number of passwords from the list, which begins with the most frequent one. */
const MOST_COMMON = 10_000;

export function createPasswordPolicy({ minLength, commonPasswords }: PasswordPolicySettings): PasswordPolicy {
  const refusesCommon = commonPasswords === 'refuse';
  return {
    comparesWithOwner: refusesCommon,
    requireAcceptable(password, owner) {
      const refused = refusalOf(password, minLength, refusesCommon ? owner : undefined, refusesCommon);
      if (refused) throw new HttpProblem(refused, { field: 'password' });
    },
  };
}

function refusalOf(
  password: string,
  minLength: number,
  owner: PasswordOwner | undefined,
  refusesCommon: boolean,
): Refusal<'invalid'> | undefined {
  if (password.length < minLength) return refusal('password-too-short', { limit: minLength });
  if (refusesCommon && isCommon(password)) return refusal('password-too-common');
  if (owner && isNameOf(password, owner)) return refusal('password-is-own-name');
  return undefined;
}

let common: ReadonlySet<string> | undefined;

/**
 * Compares without regard to case and to the width of letters. The list is loaded with the first
 * question, because most installations do not ask.
 */
export function isCommon(password: string): boolean {
  common ??= new Set(commonPasswordList().slice(0, MOST_COMMON));
  return common.has(foldedOf(password));
}

function commonPasswordList(): readonly string[] {
  const load = createRequire(import.meta.url);
  const { dictionary } = load('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'];
}

/**
 * Also with digits or signs before, behind or within it: `Mona.Adel-2026`. Of a mailbox that has digits, such as a number of
 * staff, only the same ones.
 */
export function isNameOf(password: string, { email, firstName = '', lastName = '' }: PasswordOwner): boolean {
  const [mailbox = ''] = email.split('@');
  const names = [email, mailbox, firstName, lastName, firstName + lastName, lastName + firstName];
  return [lettersOf, lettersAndDigitsOf].some((partOf) => {
    const said = partOf(password);
    return said !== '' && names.some((name) => partOf(name) === said);
  });
}

const foldedOf = (text: string): string => text.normalize('NFKC').toLowerCase();
const lettersOf = (text: string): string => foldedOf(text).replaceAll(/[^\p{L}\p{M}]/gu, '');
const lettersAndDigitsOf = (text: string): string => foldedOf(text).replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');
