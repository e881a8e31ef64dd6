/** Words of the page "Security": sessions. */
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
