/** Each call of second factors once: set-up, sign-in, proof, removal. */
import type { SignedIn } from 'language/contract/entities';
import type { NewTotpSecret, PasskeyChallenge, SecondFactorsChanged } from 'language/contract/second-factors';
import { codeOf } from 'command-api/testing/authenticator-app';
import { softwareAuthenticator } from 'command-api/testing/software-authenticator';
import type { CheckedCalls } from './checked-calls.ts';

type Challenge = PasskeyChallenge & { options: { challenge: string; user: { id: string } } };

/** @param person without a second factor @param origin where the product believes to be */
export async function callSecondFactors(
  { as, login }: { as: CheckedCalls['as']; login: () => Promise<{ ticket: string }> },
  person: SignedIn,
  origin: string,
): Promise<void> {
  const me = as(person.token);
  const visitor = as(undefined);
  const path = '/api/users/me/second-factors';
  await me('GET', path);
  const { secret } = await me<NewTotpSecret>('POST', `${path}/totp`, {}, {});
  await me('POST', `${path}/totp/confirm`, {}, { code: codeOf(secret) });
  const { newRecoveryCodes = [] } = await me<SecondFactorsChanged>('POST', `${path}/recovery-codes`, {}, {});
  const { ticket } = await login();
  await visitor('POST', '/api/users/login/second-factor', {}, { ticket, recoveryCode: newRecoveryCodes[0] });

  const authenticator = softwareAuthenticator(origin);
  const begun = await me<Challenge>('POST', `${path}/passkeys/options`, {}, {});
  const added = { ticket: begun.ticket, answer: authenticator.create(begun.options), name: 'Key' };
  const { passkeys } = await me<SecondFactorsChanged>('POST', `${path}/passkeys`, {}, added);
  const answered = async (): Promise<object> => {
    const asked = await visitor<Challenge>('POST', '/api/users/login/passkey-options', {}, {});
    return { ticket: asked.ticket, answer: authenticator.get(asked.options) };
  };
  await visitor('POST', '/api/users/login/passkey', {}, await answered());
  await me('POST', '/api/users/me/proof', {}, { passkey: await answered() });
  await me('DELETE', `${path}/totp`);
  await me('DELETE', `${path}/passkeys/:passkeyId`, { passkeyId: passkeys[0]?._id ?? '' });
}
