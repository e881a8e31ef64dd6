/** Refusals around accounts, profiles and teams. */
import { conflict, type Family, forbidden, invalid, notFound, unauthorized } from './sentence.ts';

export const peopleReasons = {
  'first-name-required': invalid('First name is required'),
  'last-name-required': invalid('Last name is required'),
  'email-taken': conflict('An account with this e-mail already exists'),
  'account-exists': conflict('This account already exists'),
  'user-not-found': notFound('User not found'),
  'captcha-missing': invalid('Please let your browser show first that you are a person'),
  'captcha-expired': invalid('The check that you are a person has expired or was used before, please try again'),

  'account-disabled': forbidden('This account is disabled: please ask those who run this product in your hospital'),
  'admin-account-stays': conflict('The admin account cannot disable itself'),
  'reason-required': invalid('Please give a reason'),

  'wrong-login': unauthorized('Invalid email or password'),
  'password-required': invalid('Password is required'),
  'password-too-short': invalid('The password needs at least {limit:number} characters'),
  'password-too-common': invalid('This is one of the most common passwords: please choose another one'),
  'password-is-own-name': invalid('Your name or e-mail address is no password: please choose another one'),
  'current-password-required': invalid('Your current password is needed to change it'),
  'wrong-password': invalid('This is not your current password'),
  'unlock-way-required': invalid('Give your PIN, your password or a passkey'),
  'pin-six-digits': invalid('A PIN has six digits'),
  'pin-too-simple': invalid('This PIN is easy to guess: please choose digits without a pattern'),
  'wrong-pin': invalid('This is not your PIN: {left:number} tries are left', {
    singular: 'This is not your PIN: one try is left',
  }),
  'no-pin': invalid(
    'There is no PIN on this device, or it was typed wrong five times: please use your password or passkey',
  ),
  'link-token-required': invalid('The link’s token is required'),
  'link-spent': invalid('This link has been used already or is too old: please ask for a new one'),
  'link-of-another-account': invalid('This link belongs to another account, has been used already or is too old'),

  'own-recommendation': invalid('You cannot recommend yourself'),
  'already-recommended': conflict('You have already recommended this user'),
  'recommendation-exists': conflict('This recommendation already exists'),
  'recommendation-required': invalid('Recommendation is required'),
  'publish-or-hide': invalid('isAccepted is true or false'),
  'template-exists': conflict('This template already exists'),
  'error-note-required': invalid('Error note is required'),

  'team-name-required': invalid('Team name is required'),
  'view-name-required': invalid('Write a name for the view'),
  'view-exists': conflict('The team has a view with this name already'),
  'too-many-views': conflict('At most {limit:number} views a team'),
  'team-exists': conflict('This team already exists'),
  'member-email-required': invalid('User email is required'),
  'member-already-added': conflict('This member already added'),
  'member-change-required': invalid('Choose a role, whether the member is disabled, or whether they may audit'),
  'member-of-two-roles': invalid('A member is either a clinical pharmacist or a physician'),
  'too-many-members-listed': invalid('At most {limit:number} members'),
  'too-many-members': conflict('A team has at most {limit:number} members'),
  'email-not-confirmed': conflict(
    'The e-mail address {email:text} is not confirmed yet: \
whoever it belongs to does that with the link that was mailed there',
  ),
  'own-invitation': conflict('You cannot invite yourself'),
  'invitation-spent': invalid('This invitation has been used or withdrawn, or is too old: please ask for a new one'),
  'invitation-of-another-address': forbidden('This invitation is for {email:text}: please sign in with that address'),
  'sign-up-closed': forbidden(
    'Accounts of this installation are not made here: please ask those who run this product in your hospital',
  ),
  'sign-up-invited': forbidden('An account needs an invitation: please ask your team’s admin to mail you one'),
  'team-admin-already': conflict('This member is the admin of the team already'),
  'team-admin-disabled': conflict('This member is disabled, and cannot be the admin of the team'),
  'no-team-admin-offer': conflict('The admin of the team has not offered you their place, or has withdrawn the offer'),
  'team-admin-stays': conflict("The team's admin can't remove or change their own membership"),
  'cloud-name-characters': invalid('A cloud name has letters, digits, - and _ only'),
  'chat-switched-off': conflict("The team's admin has switched the chat assistant off"),
  'too-many-reviews-asked': invalid('At most {limit:number} reviews'),
} as const satisfies Family;
