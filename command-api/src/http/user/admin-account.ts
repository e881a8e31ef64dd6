/**
 * Who may be the admin account. Only two ways lead there: the link that is mailed to ADMIN_EMAIL, and ADMIN_PASSWORD,
 * which only whoever runs the installation can set. Signing up with the e-mail first is no way.
 */
import { randomUUID } from 'node:crypto';
import { derivedId } from '../../commands/derived-id.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordEmailVerified } from './own-account.ts';
import { registerReserved } from './registration.ts';

/**
 * Makes the account of ADMIN_EMAIL with ADMIN_PASSWORD, or takes it over from whoever signed up with that e-mail
 * before. Once it has been proven the password is its owner's business, and the setting changes nothing any more.
 * Idempotent; several processes may start at once.
 * @param password as long as the settings ask for
 * @throws whatever the database or the log says
 */
export async function installAdminAccount(dependencies: Dependencies, email: string, password: string): Promise<void> {
  const known = await dependencies.credentials.findByEmail(email);
  if (known?.emailProven && (await isNoted(dependencies, known.userId))) return;

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
  if (!credential.emailProven) await dependencies.credentials.install(credential.userId, passwordHash);
  await recordEmailVerified(dependencies, credential.userId, derivedId(commandId, 'verified'));
}

async function isNoted({ folds }: Dependencies, userId: string): Promise<boolean> {
  const { state } = await folds.user.load(userId);
  return state.status === 'registered' && state.emailVerified;
}
