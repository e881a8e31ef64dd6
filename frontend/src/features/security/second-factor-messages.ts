/** Words of the page "Security": second factors. */
export const factorsText = {
  title: 'Second factor',
  hint: 'With it, a person who knows your password still cannot sign in as you.',
  loading: 'Second factors are loading',
  none: 'You have none yet: set up a passkey or an authenticator app.',
  added: 'Added',
  used: 'Last used',
  neverUsed: 'not used yet',
  cancel: 'Cancel',
  remove: 'Remove',
  askLast:
    'Without another second factor your password alone signs in, and your recovery codes end. Teams that require a ' +
    'second factor are closed to you until you set one up again.',
  required: 'The team that you opened requires a second factor. Set one up here.',
  requirementMet: 'You have a second factor. Keep your recovery codes before you go back.',
  goBack: 'Back to the team',
};

export const passkeysText = {
  title: 'Passkeys',
  hint: 'A passkey is kept by your phone, your computer or a security key, and needs your finger, face or PIN. It signs in alone, and unlocks a locked page.',
  off: 'Passkeys need an https address: they are off here. An authenticator app works.',
  noBrowser: 'This browser offers no passkeys here. An authenticator app works.',
  add: 'Add a passkey',
  name: 'Name of the passkey',
  nameHint: 'So that you know it again, such as “Work phone”',
  unnamed: 'Passkey',
  isAdded: 'The passkey is added',
  isRemoved: 'The passkey is removed',
  cancelled: 'The browser has added no passkey: you closed its dialog, or it took too long',
  known: 'This device holds a passkey for your account already',
  removeOne: (name: string) => `Remove the passkey ${name}`,
  askRemove: (name: string) => `Remove the passkey ${name}?`,
  askRemoveBody: 'It can no longer sign you in. Delete it from your device as well.',
};

export const totpText = {
  title: 'Authenticator app',
  hint: 'An app on your phone shows six digits that change every 30 seconds.',
  on: 'Set up',
  setUp: 'Set up an app',
  replace: 'Set up another app',
  scan: 'Scan this code with the app:',
  qr: 'QR code of the secret for the authenticator app',
  orType: 'Or type this secret into it:',
  secret: 'Secret',
  copy: 'Copy the secret',
  copied: 'Copied',
  code: 'Code',
  codeHint: 'The six digits that the app shows now',
  confirm: 'Confirm',
  isOn: 'The authenticator app is set up',
  isRemoved: 'The authenticator app is removed',
  removeApp: 'Remove the authenticator app',
  askRemove: 'Remove the authenticator app?',
  askRemoveBody: 'Its codes no longer work.',
};

export const recoveryText = {
  title: 'Recovery codes',
  hint: 'Each signs you in once, when your passkey or your app is lost.',
  left: (count: number) => (count === 1 ? 'One is left' : `${count} are left`),
  renew: 'Make new codes',
  askRenew: 'Make new recovery codes?',
  askRenewBody: 'The old ones no longer work.',
  shown: 'Your recovery codes',
  keep: 'Keep them where only you find them, and not on this device. They are shown this once.',
  copy: 'Copy',
  copied: 'Copied',
  save: 'Save as a file',
  file: 'recovery-codes.txt',
  done: 'I have kept them',
};
