import type { SignedIn, SignedInByCookie } from 'language/contract/entities';
import { adoptLanguage } from '../language/language.ts';
import type { SessionUser } from './session.machine.ts';
import { sessionUserOf } from './stored-session.ts';

/**
 * Each sign-in and sign-up ends here, with the server's answer. On a device where no language was chosen, the page gets
 * the language of the account.
 */
export function begunSession(answer: SignedIn | SignedInByCookie): SessionUser {
  // The page stays as it is if the words do not load, and the next sign-in tries again.
  if (answer.language) adoptLanguage(answer.language).catch(() => undefined);
  return sessionUserOf(answer);
}
