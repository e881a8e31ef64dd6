/** Words of the page "Security": sessions, the PIN, drafts. */
import type { UserSession } from 'command-api/contract/sessions';

export const securityText = {
  title: 'Security',
  lead: 'How you sign in, and where you are signed in.',
};

const methods: Readonly<Record<UserSession['method'], string>> = {
  password: 'Signed in with a password',
  signUp: 'Signed up',
  passkey: 'Signed in with a passkey',
  singleSignOn: "Signed in with the hospital's account",
};

export const pinText = {
  title: 'PIN on this device',
  hint:
    'On a shared computer, lock the screen (Alt+L, or Lock in the menu of your name) before you leave it. What you typed ' +
    'is kept. Six digits unlock it on this device, and nowhere else. They never sign you in.',
  loading: 'The PIN is loading',
  isSet: 'A PIN unlocks your sessions on this device.',
  isNotSet: 'No PIN: your password unlocks your sessions on this device.',
  pin: 'New PIN',
  pinHint: 'Six digits without a pattern, not your birthday',
  again: 'New PIN again',
  differ: 'The two PINs differ',
  password: 'Your password',
  set: 'Set a PIN',
  change: 'Change the PIN',
  save: 'Save the PIN',
  cancel: 'Cancel',
  remove: 'Remove',
  saved: 'The PIN is set on this device',
  removed: 'The PIN is removed from this device',
};

export const sessionsText = {
  title: 'Where you are signed in',
  hint: 'End each session that you do not know, and change your password.',
  loading: 'Sessions are loading',
  current: 'This session',
  unknownDevice: 'Unknown device',
  methods,
  from: (address: string) => `from ${address}`,
  began: 'Began',
  used: 'Last used',
  end: 'End',
  endOne: (device: string, address: string) => `End the session of ${device}${address ? `, ${address}` : ''}`,
  ended: 'The session has ended',
  endOthers: 'End all others',
  endedOthers: (count: number) => (count === 1 ? 'One session has ended' : `${count} sessions have ended`),
  noOthers: 'You are signed in nowhere else.',
  askOthers: 'End all other sessions?',
  askOthersBody:
    'You stay signed in here. Everywhere else you have to sign in again; what is written there and not saved stays on ' +
    'that device.',
};

export const draftsText = {
  title: 'Drafts on this device',
  encrypted:
    'What you type and have not saved is kept in this tab for eight hours, encrypted. A locked page, and a session that ' +
    'has ended, have no key to read it.',
  inClear:
    'What you type and have not saved is kept in this tab for eight hours, in clear: this page came over plain http, ' +
    'and a key sent over it could be read on the way.',
};
