/** Words of the landing page. */
export const signInText = {
  title: 'Log in',
  email: 'Email',
  password: 'Password',
  submit: 'Log in',
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
