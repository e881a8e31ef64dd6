import { about } from './about.ts';

export const account = {
  'POST /api/users': about(
    'everybody',
    'Sign up, and be signed in; a one-time link that confirms the e-mail is mailed',
    'SignedIn | SignedInByCookie',
  ),
  'POST /api/users/login': about(
    'everybody',
    'Sign in; with `forgetPW: true` a one-time link is mailed, and the answer is always 200',
    'SignedIn | SignedInByCookie',
  ),
  'POST /api/users/login/second-factor': about(
    'everybody',
    'Finish a sign-in that was refused with `second-factor-needed`: its `ticket`, and a code, a recovery code or a passkey; ' +
      'a `token` lets an attempt pass that was refused with `proof-lets-pass`',
    'SignedIn',
  ),
  'POST /api/users/login/passkey-options': about(
    'everybody',
    'A challenge for any passkey: to sign in, or to prove who is there',
    'PasskeyChallenge',
  ),
  'POST /api/users/login/passkey': about(
    'everybody',
    'Sign in with a passkey alone; it verifies its user, so it is both factors',
    'SignedIn',
  ),
  'GET /api/users/me/second-factors': about('the person themself', 'The own second factors', 'SecondFactorList'),
  'POST /api/users/me/second-factors/totp': about(
    'the person themself',
    'A new secret for an authenticator app; its first code makes it the one in use',
    'NewTotpSecret',
  ),
  'POST /api/users/me/second-factors/totp/confirm': about(
    'the person themself',
    'Use the new secret from now on; with the first factor come recovery codes',
    'SecondFactorsChanged',
  ),
  'DELETE /api/users/me/second-factors/totp': about(
    'the person themself',
    'Remove the authenticator app; recovery codes end with the last factor',
    'SecondFactorList',
  ),
  'POST /api/users/me/second-factors/passkeys/options': about(
    'the person themself',
    'A challenge for a new passkey',
    'PasskeyChallenge',
  ),
  'POST /api/users/me/second-factors/passkeys': about(
    'the person themself',
    'Add a passkey; with the first factor come recovery codes',
    'SecondFactorsChanged',
  ),
  'DELETE /api/users/me/second-factors/passkeys/:passkeyId': about(
    'the person themself',
    'Remove a passkey; recovery codes end with the last factor',
    'SecondFactorList',
  ),
  'POST /api/users/me/second-factors/recovery-codes': about(
    'the person themself',
    'New recovery codes; the old ones end',
    'SecondFactorsChanged',
  ),
  'POST /api/users/me/proof': about(
    'the person themself',
    'Prove again who is there, with one of the four: in a page, erasing, exporting, handing over and changes of rights ' +
      'need a proof of the last ten minutes (403 `proof-needed`)',
    'Proven',
  ),
  'POST /api/users/resetPassword': about('everybody', 'Set a new password with the token of a mailed link', 'Message'),
  'POST /api/users/confirmEmail': about(
    'the person themself',
    'Confirm the e-mail of the own account with the token of a mailed link',
    'Account',
  ),
  'POST /api/users/confirmationMail': about(
    'the person themself',
    'Have the link that confirms the own e-mail mailed once more',
    'SentConfirmation',
  ),
  'POST /api/users/logout': about(
    'anyone signed in',
    'End this session, at once and everywhere; `next` is where a page ends the session at the provider of single sign-on',
    'SignedOut',
  ),
  'GET /api/users/oidc/start': about(
    'everybody',
    'Begin a sign-in at the provider of single sign-on; for `Accept: application/json` its address is the answer',
    'ProviderAddress',
    { redirects: 'The provider' },
  ),
  'GET /api/users/oidc/callback': about('everybody', 'The provider sends the browser here', '', {
    redirects: 'The sign-in page, with a one-time code in the fragment',
  }),
  'POST /api/users/oidc/session': about(
    'everybody',
    'Exchange that code for a session, once, within 60 seconds, by the browser that was at the provider',
    'SignedIn',
  ),
  'POST /api/users/oidc/backchannel-logout': about(
    'everybody',
    'The provider ends the sessions that a logout token names',
    'Message',
  ),
  'GET /api/users/me/sessions': about(
    'the person themself',
    'Where the caller is signed in, the last used first: 100 at most',
    'UserSession[]',
  ),
  'DELETE /api/users/me/sessions/:id': about(
    'the person themself',
    'End one of the own sessions, at once and everywhere',
    'EndedSessions',
  ),
  'DELETE /api/users/me/sessions': about(
    'the person themself',
    'End all own sessions except this one, at once and everywhere',
    'EndedSessions',
  ),
  'POST /api/users/me/lock': about(
    'the person themself',
    'Lock this session: until it is unlocked, its other calls are refused (`session-locked`) and it has no live ' +
      'connection',
    'LockState',
  ),
  'POST /api/users/me/unlock': about(
    'the person themself',
    'Unlock this session with the password, with the PIN on this device, or with a passkey',
    'LockState',
  ),
  'POST /api/users/me/unlock/passkey-options': about(
    'the person themself',
    'A challenge that the own passkeys can answer to unlock this session',
    'PasskeyChallenge',
  ),
  'GET /api/users/me/pin': about('the person themself', 'Whether the caller has a PIN on this device', 'DevicePin'),
  'PUT /api/users/me/pin': about(
    'the person themself',
    'Set the PIN on this device: six digits. The device is known by a cookie',
    'DevicePin',
  ),
  'DELETE /api/users/me/pin': about('the person themself', 'Remove the PIN on this device', 'DevicePin'),
  'GET /api/users/me/device-key': about(
    'the person themself',
    'The key that encrypts what a page of the caller keeps on a device. A locked session gets none',
    'DeviceKey',
  ),
  'PUT /api/users/me/language': about(
    'the person themself',
    'Choose the language of the own mails, and of the pages on a device where none was chosen',
    'LanguageChoice',
  ),
  'GET /api/accounts': about(
    'the admin account',
    'The accounts of the installation by name, 20 a page: a part of the name or e-mail, a state, or a team may be given',
    'AccountPage',
  ),
  'GET /api/installation/teams': about(
    'the admin account',
    'Every team of the installation, with its admin',
    'TeamOfInstallation[]',
  ),
  'POST /api/invitations/read': about(
    'everybody',
    'What the link of a mailed invitation is for: team, role and e-mail',
    'InvitationToTeam',
  ),
  'POST /api/invitations/accept': about(
    'the person themself',
    'Join the team of a mailed invitation, in the account of its e-mail, which so is confirmed',
    'Team',
  ),
  'PUT /api/accounts/:userId': about(
    'the admin account',
    'Disable an account, with a reason: its sessions end at once and everywhere, and no way in is open; or enable it',
    'AccountState',
  ),
  'DELETE /api/accounts/:userId/sessions': about(
    'the admin account',
    'End all sessions of a person, at once and everywhere',
    'EndedSessions',
  ),
  'GET /api/users/me': about('anyone signed in', 'The caller', 'Me'),
  'GET /api/security-log': about(
    'the admin account',
    'The security log, newest first, 50 lines a page: by days, group, kind, outcome, person, team and address. With `newerThan` ' +
      'the number of newer lines',
    'SecurityLogPage | NewerSecurityLines',
  ),
  'GET /api/security-log/export.csv': about('the admin account', 'The same lines as a CSV', 'text/csv'),
  'GET /api/security-log/export.xlsx': about(
    'the admin account',
    'The same lines as an Excel file, 20,000 at most',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ),
  'GET /api/operations': about(
    'the admin account',
    'What the operator looks at: services, rows, parked streams, queue, event log, disk, sessions, last backup, and a warning for ' +
      'what is wrong. A part that cannot be read within two seconds is null',
    'Operations',
  ),
  'POST /api/operations/parked-streams/:projection/:stream/try-again': about(
    'the admin account',
    'Project a parked stream again from the event that stopped it. The answer says what came of it',
    'TriedStream',
  ),
  'GET /api/users/:id/userDetails': about(
    'everybody',
    'The public profile; its owner sees every recommendation, everybody else the published ones',
    'PublicProfile | ProfileForMembers | OwnProfile',
  ),
  'GET /api/users/:id/metrics': about(
    'the person themself',
    'Own patients, reviews and errors by type between two dates, or of all time',
    'Metrics',
  ),
  'PUT /api/users/:id/edit': about(
    'the person themself',
    'Change the own profile; `password` needs `currentPassword` and ends all other sessions',
    'Account',
  ),
  'POST /api/users/addRecomm/:userId': about(
    'anyone signed in',
    'Recommend somebody, once; hidden until its owner publishes it',
    'Recommendation',
  ),
  'PUT /api/users/recommendations/:recommendationId': about(
    'the person themself',
    'Publish or hide a recommendation about oneself',
    'Recommendation',
  ),
  'GET /api/config': about(
    'everybody',
    'How sign-up is checked, how pages keep their session, whose "today" counts, under which names the pages refuse to work, and where the ' +
      'chat assistant is, if there is one',
    'Config',
  ),
  'GET /api/config/captcha': about(
    'everybody',
    'A challenge for one sign-up; with `?for=signIn` for one attempt to sign in, or to ask for a link, past the limits',
    'object',
  ),
};

export const teams = {
  'GET /api/teams': about('anyone signed in', "The caller's teams; `user` is their own e-mail", 'Team[]'),
  'GET /api/teams/:id': about('members of the team', 'A team with its members', 'Team'),
  'GET /api/teams/:id/news': about(
    'members of the team',
    'The charts that the caller has looked at before, and that others have changed since',
    'TeamNews',
  ),
  'POST /api/teams': about('anyone signed in', 'Found a team; its founder is admin and first member', 'Team'),
  'PUT /api/teams/:id/edit': about(
    "the team's admin",
    'Change the team; a list of members needs `If-Match`, or it only adds',
    'Team',
  ),
  'POST /api/teams/:id/members': about(
    "the team's admin",
    'Add a member by e-mail; 409 where the installation asks for a confirmed one and this is not',
    'Team',
  ),
  'PUT /api/teams/:id/admin/offer': about(
    "the team's admin",
    'Offer the own place as admin of the team to a member; a second offer replaces the first',
    'Team',
  ),
  'DELETE /api/teams/:id/admin/offer': about("the team's admin", 'Withdraw the offer', 'Team'),
  'PUT /api/teams/:id/admin/answer': about(
    'members of the team',
    'Accept or decline the offer, by the member who has it; the former admin stays a member',
    'Team',
  ),
  'PUT /api/teams/:id/admin': about(
    'the admin account',
    'Make a member the admin of a team, with a reason: for a team whose admin has gone',
    'Team',
  ),
  'GET /api/teams/:id/invitations': about(
    "the team's admin and the admin account",
    'The invitations by mail that are open, the newest first; expired ones can be sent again for a month',
    'TeamInvitation[]',
  ),
  'POST /api/teams/:id/invitations': about(
    "the team's admin and the admin account",
    'Invite an e-mail address to the team by mail, with a role; the link works for seven days. The answer is the same ' +
      'whether the address has an account or not',
    'TeamInvitation',
  ),
  'POST /api/teams/:id/invitations/:invitationId/send': about(
    "the team's admin and the admin account",
    'Mail an invitation again, with a new link; the old one ends',
    'TeamInvitation',
  ),
  'DELETE /api/teams/:id/invitations/:invitationId': about(
    "the team's admin and the admin account",
    'Withdraw an invitation: its link ends',
    'TeamInvitation',
  ),
  'PUT /api/teams/:id/members/:userId': about(
    "the team's admin",
    "Change a member's role, disable them, or appoint them as an auditor",
    'Team',
  ),
  'DELETE /api/teams/:id/members/:userId': about("the team's admin", 'Remove a member', 'Team'),
  'GET /api/teams/:id/accesses': about(
    "the team's admin and its auditors",
    'The access log: who looked at what, newest first, 20 a page; for auditors what concerns a patient',
    'AccessPage',
  ),
  'POST /api/teams/:id/reportPrinted': about(
    'members of the team',
    'Record in the access log that a report was printed',
    'Message',
  ),
  'POST /api/teams/:id/drugUsePrinted': about(
    'members of the team',
    'Record in the access log that the list of who is on a drug was printed',
    'Message',
  ),
  'POST /api/teams/:id/roundListPrinted': about(
    'members of the team',
    'Record in the access log that the round list was printed',
    'Message',
  ),
};
