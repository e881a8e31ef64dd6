/** The calls of the caller's own account, and of profiles. */
import type { SetPin, Unlock } from '../bodies/locked-sessions.ts';
import type { AddPasskey, ConfirmTotp, Prove } from '../bodies/second-factors.ts';
import type {
  AcceptRecommendation,
  AddRecommendation,
  ChooseLanguage,
  ConfirmEmail,
  EditUser,
  SetPushSubscription,
} from '../bodies/users.ts';
import type { Account, Answer, Me, SentConfirmation } from '../entities.ts';
import type { LanguageChoice } from '../languages.ts';
import type { OwnProfile, ProfileForMembers, PublicProfile, Recommendation } from '../profiles.ts';
import type { Metrics } from '../reports.ts';
import type {
  NewTotpSecret,
  PasskeyChallenge,
  Proven,
  SecondFactorList,
  SecondFactorsChanged,
} from '../second-factors.ts';
import type { DeviceKey, DevicePin, EndedSessions, LockState, PushState, UserSession } from '../sessions.ts';
import type { Today } from '../today.ts';
import { call, type Body, type Nothing, type Query } from './call.ts';

/** Confirm the e-mail of the own account with the token of a mailed link */
export const confirmEmail = call<'the person themself', Answer<Account>, Body<typeof ConfirmEmail>>()(
  'POST',
  '/api/users/confirmEmail',
);
/** Have the link that confirms the own e-mail mailed once more */
export const sendConfirmation = call<'the person themself', SentConfirmation, Nothing>()(
  'POST',
  '/api/users/confirmationMail',
);
/** The caller */
export const getMe = call<'anyone signed in', Me>()('GET', '/api/users/me');
/** The things that wait for the caller today, and the inpatients of the caller's teams who need a review most: 8 at most */
export const getToday = call<'anyone signed in', Today>()('GET', '/api/users/me/today');
/** Where the caller is signed in, the last used first: 100 at most */
export const listOwnSessions = call<'the person themself', UserSession[]>()('GET', '/api/users/me/sessions');
/** End one of the own sessions, at once and everywhere */
export const endOwnSession = call<'the person themself', EndedSessions>()('DELETE', '/api/users/me/sessions/:id');
/** End all own sessions except this one, at once and everywhere */
export const endOtherSessions = call<'the person themself', EndedSessions>()('DELETE', '/api/users/me/sessions');
/** The own second factors */
export const listSecondFactors = call<'the person themself', SecondFactorList>()('GET', '/api/users/me/second-factors');
/** A new secret for an authenticator app; its first code makes it the one in use */
export const beginTotp = call<'the person themself', NewTotpSecret, Nothing>()(
  'POST',
  '/api/users/me/second-factors/totp',
);
/** Use the new secret from now on; with the first factor come recovery codes */
export const confirmTotp = call<'the person themself', SecondFactorsChanged, Body<typeof ConfirmTotp>>()(
  'POST',
  '/api/users/me/second-factors/totp/confirm',
);
/** Remove the authenticator app; recovery codes end with the last factor */
export const removeTotp = call<'the person themself', SecondFactorList>()(
  'DELETE',
  '/api/users/me/second-factors/totp',
);
/** A challenge for a new passkey */
export const beginPasskey = call<'the person themself', PasskeyChallenge, Nothing>()(
  'POST',
  '/api/users/me/second-factors/passkeys/options',
);
/** Add a passkey; with the first factor come recovery codes */
export const addPasskey = call<'the person themself', SecondFactorsChanged, Body<typeof AddPasskey>>()(
  'POST',
  '/api/users/me/second-factors/passkeys',
);
/** Remove a passkey; recovery codes end with the last factor */
export const removePasskey = call<'the person themself', SecondFactorList>()(
  'DELETE',
  '/api/users/me/second-factors/passkeys/:passkeyId',
);
/** New recovery codes; the old ones end */
export const renewRecoveryCodes = call<'the person themself', SecondFactorsChanged, Nothing>()(
  'POST',
  '/api/users/me/second-factors/recovery-codes',
);
/**
 * Prove again who is there, with one of the four: in a page, erasing, exporting, handing over and changes of rights
 * need a proof of the last ten minutes (403 `proof-needed`)
 */
export const proveIdentity = call<'the person themself', Proven, Body<typeof Prove>>()('POST', '/api/users/me/proof');
/**
 * Lock this session: until it is unlocked, its other calls are refused (`session-locked`) and it has no live
 * connection
 */
export const lockSession = call<'the person themself', LockState>()('POST', '/api/users/me/lock');
/** Unlock this session with the password, with the PIN on this device, or with a passkey */
export const unlockSession = call<'the person themself', LockState, Body<typeof Unlock>>()(
  'POST',
  '/api/users/me/unlock',
);
/** A challenge that the own passkeys can answer to unlock this session */
export const getUnlockChallenge = call<'the person themself', PasskeyChallenge, Nothing>()(
  'POST',
  '/api/users/me/unlock/passkey-options',
);
/** Whether the caller has a PIN on this device */
export const getDevicePin = call<'the person themself', DevicePin>()('GET', '/api/users/me/pin');
/** Set the PIN on this device: six digits. The device is known by a cookie */
export const setDevicePin = call<'the person themself', DevicePin, Body<typeof SetPin>>()('PUT', '/api/users/me/pin');
/** Remove the PIN on this device */
export const removeDevicePin = call<'the person themself', DevicePin>()('DELETE', '/api/users/me/pin');
/** The key that encrypts what a page of the caller keeps on a device. A locked session gets none */
export const getDeviceKey = call<'the person themself', DeviceKey>()('GET', '/api/users/me/device-key');
/** The state of pushes to this session's browser, and the key that it subscribes with */
export const getPushSubscription = call<'the person themself', PushState>()('GET', '/api/users/me/pushSubscription');
/** Have reminders pushed to this browser until the session is ended: how many recommendations wait, and nothing clinical */
export const setPushSubscription = call<'the person themself', PushState, Body<typeof SetPushSubscription>>()(
  'PUT',
  '/api/users/me/pushSubscription',
);
/** Have no more pushed to this session's browser */
export const removePushSubscription = call<'the person themself', PushState>()(
  'DELETE',
  '/api/users/me/pushSubscription',
);
/** Choose the language of the own mails, and of the pages on a device where none was chosen */
export const chooseLanguage = call<'the person themself', LanguageChoice, Body<typeof ChooseLanguage>>()(
  'PUT',
  '/api/users/me/language',
);
/** The public profile; its owner sees every recommendation, everybody else the published ones */
export const getProfile = call<'everybody', PublicProfile | ProfileForMembers | OwnProfile>()(
  'GET',
  '/api/users/:id/userDetails',
);
/** Change the own profile; `password` needs `currentPassword` and ends all other sessions */
export const editProfile = call<'the person themself', Answer<Account>, Body<typeof EditUser>>()(
  'PUT',
  '/api/users/:id/edit',
);
/** Own patients, reviews and errors by type between two dates, or of all time */
export const getMetrics = call<'the person themself', Metrics, Query<'startDate' | 'endDate'>>()(
  'GET',
  '/api/users/:id/metrics',
);
/** Recommend somebody, once; hidden until its owner publishes it */
export const addRecommendation = call<'anyone signed in', Answer<Recommendation>, Body<typeof AddRecommendation>>()(
  'POST',
  '/api/users/addRecomm/:userId',
);
/** Publish or hide a recommendation about oneself */
export const acceptRecommendation = call<
  'the person themself',
  Answer<Recommendation>,
  Body<typeof AcceptRecommendation>
>()('PUT', '/api/users/recommendations/:recommendationId');
