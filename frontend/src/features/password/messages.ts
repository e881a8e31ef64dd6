/** Words of the screen for a forgotten password. */
export const passwordText = {
  askTitle: 'Forgotten password?',
  askLead: 'Enter the e-mail of your account. If there is one, a link to set a new password is on its way to it.',
  email: 'Email',
  ask: 'Send me a link',
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
