/**
 * The language that a person chose in the profile (docs/decisions/browser/languages.md). This is no command of the log:
 * it is a preference, which a further choice replaces.
 */
import * as accountCalls from 'language/contract/calls/account';
import type * as z from 'zod';
import { ChooseLanguage } from 'language/contract/bodies/users';
import type { LanguageChoice } from 'language/contract/languages';
import { command, type CommandRequest } from '../command-route.ts';

/** `PUT /api/users/me/language` */
async function choose({
  dependencies,
  caller,
  body,
}: CommandRequest<z.output<typeof ChooseLanguage>>): Promise<LanguageChoice> {
  await dependencies.credentials.chooseLanguage(caller.userId, body);
  return body;
}

export const languageRoutes = [command(accountCalls.chooseLanguage, { body: ChooseLanguage, answer: choose })];
