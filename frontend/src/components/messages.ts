/** Words of the shared components. */
export const componentText = {
  home: 'Home',
  breadcrumb: 'Breadcrumb',
  strength: 'Password strength',
};

export const secondFactorText = {
  passkey: 'Use a passkey',
  passkeyCancelled: 'The passkey was not used: try again, or choose another way',
  code: 'Code',
  codeHint: 'The six digits that your authenticator app shows',
  recoveryCode: 'Recovery code',
  recoveryHint: 'One of those that you have kept, such as 4t7ke-90xwb. Each works once.',
  password: 'Password',
  instead: {
    totp: 'Use a code of the app',
    recoveryCode: 'Use a recovery code',
    password: 'Use your password',
  },
};

export const chartText = {
  asTable: 'Show as table',
  asChart: 'Show as chart',
  notDrawn: 'The chart could not be loaded: here are its figures.',
};

export const videoText = {
  play: (title: string) => `Play ${title}`,
  from: (service: string) => `Plays from ${service}: only then does your browser talk to it.`,
  failed: 'This video could not be played: the file is not there, or of a kind that this browser does not play.',
  elsewhere: 'Open it in a new tab',
};

export const loadFailedText = {
  failed: 'This part could not be loaded.',
  body: 'The network may be down, or there may be a newer version of this page. What you typed is kept.',
  again: 'Try again',
  reload: 'Reload the page',
  later: 'Not now',
};
