/** Words of the landing page. */
export const signInText = {
  title: 'Log in',
  loading: 'The ways to log in are loading',
  email: 'Email',
  password: 'Password',
  submit: 'Log in',
  proving:
    'Too many sign-ins have failed. Your browser shows by a calculation of some seconds that it is no machine, and then ' +
    'logs you in.',
  calculating: 'Calculating…',
  forgotten: 'Forgotten password?',
  noAccount: 'New here?',
  createAccount: 'Create Account',
  promise: 'Every medication, every day, reviewed together.',
  lead:
    'Clinical pharmacists and physicians of a hospital team keep one chart of medication reviews. What ' +
    'one writes, the others see at once.',
  points: [
    { title: 'Daily reviews', body: 'Clinical notes and medication errors with severity and response, per admission.' },
    { title: 'Seen live', body: 'A colleague’s new review appears by itself, and nobody overwrites anybody.' },
    { title: 'A full history', body: 'Who changed what and when stays on record.' },
  ],
  courses: 'Free clinical pharmacy courses',
};

/** Words around the button of single sign-on. The button's own words are a setting. */
export const singleSignOnText = {
  or: 'or',
  onlyWay: 'Here you log in with your hospital account. Your account is made the first time.',
  adminOnly: 'For the admin account only. Everyone else logs in with their hospital account.',
};

/** Words of a sign-in with a second factor. */
export const secondStepText = {
  lead: 'The password is right. Your account has a second factor: please confirm with it.',
  submit: 'Log in',
  back: 'Back',
  passkeyAlone: 'Log in with a passkey',
};

/** Words of the sign-up screen (docs/product.md, "Sign-up"). */
export const signUpText = {
  title: 'Create Account',
  loading: 'The form is loading',
  lead: 'One account for every team that you work in.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Messaging phone',
  phoneHint: 'Teammates reach you here, such as 01001234567',
  password: 'Password',
  confirm: 'Confirm password',
  submit: 'Create Account',
  unsaved: 'Your new account',
  haveAccount: 'You have an account?',
  logIn: 'Back to Login',
  passwordRequired: 'Password is required',
  mismatch: 'Passwords do not match',
  /** The CAPTCHA is a proof of work: the person clicks nothing, and no other server is asked. */
  protected: 'Protected from machines: your browser does a short calculation by itself. Nobody else is asked.',
  checking: 'Checking that you are a person…',
  checkFailed: 'Your browser could not show that you are a person, please try again',
};

/** Words of the screen for a forgotten password. */
export const passwordText = {
  askTitle: 'Forgotten password?',
  askLead: 'Enter the e-mail of your account. If there is one, a link to set a new password is on its way to it.',
  email: 'Email',
  ask: 'Send me a link',
  proving:
    'Too many links were asked for. Your browser shows by a calculation of some seconds that it is no machine, and then ' +
    'asks again.',
  calculating: 'Calculating…',
  setTitle: 'Set a new password',
  setLead: 'The link works once. Setting a password signs your account out everywhere else.',
  password: 'New password',
  confirm: 'Confirm password',
  set: 'Set password',
  required: 'Password is required',
  mismatch: 'Passwords do not match',
  another: 'Ask for a new link',
  back: 'Back to Login',
  logIn: 'Log in',
};

/** Words of the screen that the link mailed after sign-up opens. */
export const confirmationText = {
  title: 'Confirm your e-mail address',
  lead: 'Team admins add people by e-mail. Confirming yours shows that it is you whom they add.',
  yours: 'You are signed in as',
  confirm: 'Confirm this address',
  sendAgain: 'Send me the link again',
  done: 'This address is confirmed.',
  home: 'Go to your teams',
};
