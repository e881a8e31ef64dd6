/** Words of the frame around all screens. */
export const appText = {
  product: 'Clinical Pharmacy',
  skip: 'Skip to content',
  home: 'Home',
  createAccount: 'Create Account',
  logIn: 'Log in',
  logOut: 'Logout',
  courses: 'Courses',
  about: 'About',
  profile: 'Profile',
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
    body: 'The connection may be down: the screen is loaded again by itself. If a new version has been put in place since this page was opened, reload to go on.',
    again: 'Try again',
    action: 'Reload',
  },
  sessionEnded: 'Your session has ended. Reload the page to log in.',
};
