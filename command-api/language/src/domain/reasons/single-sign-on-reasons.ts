/** Refusals of single sign-on. */
import { conflict, type Family, forbidden, invalid, unavailable } from './sentence.ts';

export const singleSignOnReasons = {
  'local-accounts-off': forbidden('Here people sign in with their hospital account only'),
  'provider-away': unavailable('The sign-in of your hospital account does not answer, please try again in a moment'),
  'provider-sign-in-expired': invalid(
    'This sign-in has expired, was used already or was begun in another browser: please begin again',
  ),
  'provider-sign-in-refused': forbidden('Your hospital account was not signed in ({code:text}): please try again'),
  'provider-did-not-ask-again': forbidden(
    'Your hospital account did not say that you have just signed in again: please try again, or ask its administrators',
  ),
  'provider-email-missing': forbidden('Your hospital account has no e-mail address that can be used here'),
  'provider-name-refused': forbidden('The name of your hospital account cannot be used here: {why:text}'),
  'provider-groups-missing': forbidden(
    'You are in so many groups that your hospital account does not list them: ' +
      'its administrators can list those of this product only',
  ),
  'provider-email-taken': conflict(
    'There is an account with the e-mail address of your hospital account already, and it is not certain that both ' +
      'are yours: log in with its password, or ask the administrators of your hospital accounts',
  ),
  'provider-admin-account': forbidden(
    'The e-mail address of your hospital account is that of the admin account, which has a password of its own',
  ),
  'return-outside': invalid('returnFrom must be a path of this product'),
  'logout-token-refused': invalid('This logout token is not valid here'),
} as const satisfies Family;
