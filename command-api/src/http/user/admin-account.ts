/**
 * The admin account (docs/product.md, "Admin account"). Two things prove it: a link that is mailed to ADMIN_EMAIL, and
 * ADMIN_PASSWORD, which only the operator can set. Signing up with the e-mail proves nothing.
 */
import { randomUUID } from 'node:crypto';
import { derivedId } from '../../commands/derived-id.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordEmailVerified } from './own-account.ts';
import { registerReserved } from './registration.ts';

/**
 * Makes the account of ADMIN_EMAIL with ADMIN_PASSWORD, or takes it over from a person who signed up with that e-mail
 * before. Once the account is proven, its owner sets the password and the setting has no effect. Idempotent; several
 * processes may start at once.
 * @param password satisfies MIN_PASSWORD_LENGTH
 * @throws errors of the database and the log
 */
export async function installAdminAccount(dependencies: Dependencies, email: string, password: string): Promise<void> {
  const known = await dependencies.credentials.findByEmail(email);
  if (known?.isEmailProven && (await isNoted(dependencies, known.userId))) return;

  const commandId = randomUUID();
  const passwordHash = await dependencies.passwords.hash(password);
  const reservation = known
    ? undefined
    : await dependencies.credentials.reserve({ userId: derivedId(commandId, 'user'), email, passwordHash, commandId });
  const credential = known ?? (reservation?.outcome === 'idTaken' ? undefined : reservation?.credential);
  if (!credential) throw new Error('The admin account could not be reserved');
  const { state } = await dependencies.folds.user.load(credential.userId);
  if (state.status === 'none')
    await registerReserved(dependencies, credential, { firstName: 'Catalogue', lastName: 'Admin', phone: '' });
  if (!credential.isEmailProven) await dependencies.credentials.setByOperator(credential.userId, passwordHash);
  await recordEmailVerified(dependencies, credential.userId, derivedId(commandId, 'verified'));
}

/** The operator names the admin account: one that the admin account of before has disabled is enabled. */
export async function enableAdminAccount(
  { credentials, accountStates }: Pick<Dependencies, 'credentials' | 'accountStates'>,
  email: string,
): Promise<void> {
  const known = await credentials.findByEmail(email);
  if (known?.isDisabled) await accountStates.enable(known.userId, 'operator');
}

async function isNoted({ folds }: Dependencies, userId: string): Promise<boolean> {
  const { state } = await folds.user.load(userId);
  return state.status === 'registered' && state.emailVerified;
}
