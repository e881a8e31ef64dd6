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
