/** Words of the shell around all screens. */
export const appText = {
  product: 'Clinical Pharmacy',
  skip: 'Skip to content',
  home: 'Home',
  createAccount: 'Create Account',
  logIn: 'Log in',
  logOut: 'Logout',
  lock: 'Lock',
  courses: 'Courses',
  about: 'About',
  profile: 'Profile',
  security: 'Security',
  menu: 'Menu',
  userMenu: (name: string) => `Account of ${name}`,
  toTop: 'Scroll to top',
  theme: { light: 'Light', dark: 'Dark', system: 'As the system', toggle: (now: string) => `Colours: ${now}. Change` },
  copyright: (year: number) => `© ${year} Clinical Pharmacy. Records of care: use only for your own patients.`,
  unexpected: {
    title: 'Unexpected Error',
    body: 'This screen could not be shown. What you saved is safe.',
    action: 'Try again',
  },
  newVersion: {
    title: 'This screen could not be loaded',
    body:
      'The connection may be down: the screen is loaded again by itself. ' +
      'If a new version has been put in place since this page was opened, reload to go on.',
    again: 'Try again',
    action: 'Reload',
  },
  locked: 'This page is locked. The form to unlock it could not be loaded yet.',
  sessionEnded: 'Your session has ended. Reload the page to log in.',
  proofNeeded: 'Please confirm that it is you: the dialog for that could not be loaded. Reload the page.',
};

export const staleText = {
  words: 'What you see may be a little behind. It catches up by itself.',
  again: 'Read again',
};

export const liveText = {
  live: { short: 'Live', long: 'Live: changes by your team appear by themselves' },
  connecting: { short: 'Connecting', long: 'Connecting for live changes' },
  reconnecting: { short: 'Reconnecting', long: 'The live connection was lost; trying again. What you see may be old.' },
  offline: {
    short: 'Offline',
    long:
      'No network. What you see may be old. ' +
      'Reviews, entries, notes and medications can be written: they wait here and are sent by themselves.',
  },
  lastHeard: (at: string) => `Last update ${at}`,
};

export const unsavedText = {
  title: 'Leave without saving?',
  body: 'What you typed here has not been saved:',
  stay: 'Stay',
  discard: 'Discard and leave',
};

export const proofText = {
  title: 'Please confirm that it is you',
  body:
    'What you are about to do erases, exports or changes rights, and your last proof was more than ten minutes ago. It ' +
    'goes on right after.',
  confirm: 'Confirm',
  cancel: 'Cancel',
};

export const signInAgainText = {
  title: 'Your session has ended',
  body: 'Log in to go on: what you typed is still here.',
  whose: 'This page is of',
  email: 'Email',
  password: 'Password',
  submit: 'Log in',
  leave: 'Leave this page',
};

export const lockText = {
  title: 'Locked',
  /** Followed by the person's name. */
  whose: 'This page is of',
  kept: 'What was typed here is kept.',
  pin: 'PIN on this device',
  pinHint: 'Six digits',
  password: 'Password',
  submit: 'Unlock',
  pinInstead: 'Use the PIN instead',
  passwordInstead: 'Use the password instead',
  passkey: 'Unlock with a passkey',
  passkeyCancelled: 'The passkey was not used: try again, or unlock in another way',
  noPasskeysHere: 'You unlock with a passkey, and this browser offers none here: please sign in again.',
  onlyAgain: 'You have no password and no passkey here: please sign in again. What you typed is offered to you then.',
  signInAgain: 'Sign in again with your hospital account',
  other: 'Sign in as another person',
  connecting: 'No connection to the server: the page can be unlocked as soon as there is one.',
};

/** Another key, such as that of an account that was set up again. */
export const unreadableDrafts =
  'Drafts on this device could not be read any more and were removed. Please check what you saved last.';
