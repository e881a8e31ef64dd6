/** Words of the frame around all screens. */
export const appText = {
  product: 'Clinical Pharmacy',
  skip: 'Skip to content',
  home: 'Home',
  createAccount: 'Create Account',
  logIn: 'Log in',
  logOut: 'Logout',
  userMenu: (name: string) => `Account of ${name}`,
  toTop: 'Scroll to top',
  theme: { light: 'Light', dark: 'Dark', system: 'As the system', toggle: (now: string) => `Colours: ${now}. Change` },
  copyright: (year: number) => `© ${year} Clinical Pharmacy. Records of care: use only for your own patients.`,
  unexpected: { title: 'Unexpected Error', body: 'This screen could not be shown. What you saved is safe.', action: 'Try again' },
  newVersion: { title: 'A new version is available', body: 'This tab is older than the server. Reload to go on.', action: 'Reload' },
  unsaved: {
    title: 'Leave without saving?',
    body: 'What you typed here has not been saved:',
    stay: 'Stay',
    discard: 'Discard and leave',
  },
};
