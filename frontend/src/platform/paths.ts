/** All routes: the pattern for the router and a typed address for links (docs/product.md, "Routes"). */
const search = (values: Record<string, string | null | undefined>): string => {
  const params = new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return params.size > 0 ? `?${params.toString()}` : '';
};
const id = encodeURIComponent;

export const paths = {
  landing: { path: '/', href: (returnFrom?: string | null) => `/${search({ returnFrom })}` },
  register: { path: '/register', href: (returnFrom?: string | null) => `/register${search({ returnFrom })}` },
  register2025: { path: '/register2025', href: () => '/register2025' },
  /** With `#token=` of a mailed link: sets a new password. Otherwise: requests the link. */
  resetPassword: {
    path: '/reset-password',
    href: (returnFrom?: string | null) => `/reset-password${search({ returnFrom })}`,
  },
  /** With `#token=` of the mailed link: confirms the e-mail. Otherwise: sends the link again. */
  confirmEmail: { path: '/confirm-email', href: () => '/confirm-email' },
  /** With `#token=` of a mailed invitation to a team. */
  invitation: { path: '/invitation', href: () => '/invitation' },
  profile: { path: '/profile', href: () => '/profile' },
  security: { path: '/profile/security', href: (returnFrom?: string) => `/profile/security${search({ returnFrom })}` },
  /** The address of a locked page: another one could name a patient. */
  locked: { path: '/locked', href: () => '/locked' },
  user: { path: '/user/:id', href: (user: string) => `/user/${id(user)}` },
  home: { path: '/teamlist', href: () => '/teamlist' },
  team: { path: '/team/:id', href: (team: string) => `/team/${id(team)}` },
  teamAdmin: { path: '/teamlist/:id', href: (team: string) => `/teamlist/${id(team)}` },
  /** The search of the address has the filters. */
  accesses: { path: '/teamlist/:id/accesses', href: (team: string) => `/teamlist/${id(team)}/accesses` },
  patients: { path: '/patientlist/:teamId', href: (team: string) => `/patientlist/${id(team)}` },
  patient: { path: '/patient/:id', href: (patient: string) => `/patient/${id(patient)}` },
  /** `with`: the other patient. Left out: finds the other one. */
  mergePatient: {
    path: '/patient/:id/merge',
    href: (patient: string, other?: string) => `/patient/${id(patient)}/merge${search({ with: other })}`,
  },
  /** `review` and `note` open a review or a note and scroll to it; `part` is that of the medications. */
  admission: {
    path: '/admissions/:id',
    href: (
      admission: string,
      at: { review?: string; note?: string; tab?: 'gallery' | 'medication'; part?: 'reconciliation' } = {},
    ) => `/admissions/${id(admission)}${search(at)}`,
  },
  /** A past state of the chart. `at` is a revision of the admission or an instant; the newest by default. */
  chartThen: {
    path: '/history/admissions/:id',
    href: (admission: string, at?: string) => `/history/admissions/${id(admission)}${search({ at })}`,
  },
  /** The history of one medication error. `review` finds an error that was deleted with its review. */
  entryLife: {
    path: '/history/entries/:id',
    href: (entry: string, review?: string) => `/history/entries/${id(entry)}${search({ review })}`,
  },
  /** The changes of a team's errors, for its auditors. The search of the address has the filters. */
  audit: { path: '/history/teams/:id', href: (team: string) => `/history/teams/${id(team)}` },
  /** Also matches `/reviewsearch/…`: the router ignores the case. */
  reports: { path: '/reviewSearch/:teamId', href: (team: string) => `/reviewSearch/${id(team)}` },
  /** Errors without a response. The search of the address has the filters. */
  handover: { path: '/handover/:teamId', href: (team: string) => `/handover/${id(team)}` },
  /** The errors that are asked of the physician. */
  asked: { path: '/asked', href: () => '/asked' },
  transfers: { path: '/transfers/:teamId', href: (team: string) => `/transfers/${id(team)}` },
  ward: { path: '/ward/:teamId', href: (team: string) => `/ward/${id(team)}` },
  /** A shortcut of the installed product leads to a screen of the team that was visited last. */
  lastTeam: { path: '/last-team/:screen', href: (screen: 'ward' | 'handover') => `/last-team/${screen}` },
  /** The list of who is on a drug. The search of the address has the drug and the day. */
  drugUse: { path: '/drug-use/:teamId', href: (team: string) => `/drug-use/${id(team)}` },
  /** The same over all teams, for the admin account. */
  drugUseEverywhere: { path: '/drug-use', href: () => '/drug-use' },
  /** Tables of a team's patients and their records. */
  import: { path: '/import/:teamId', href: (team: string) => `/import/${id(team)}` },
  /** Tables of the catalogue, for the admin account. */
  importCatalogue: { path: '/import', href: () => '/import' },
  courses: { path: '/clinical-pharmacy-courses', href: () => '/clinical-pharmacy-courses' },
  course: {
    path: '/clinical-pharmacy-courses/:id',
    href: (course: string, lecture?: string) => `/clinical-pharmacy-courses/${id(course)}${search({ lecture })}`,
  },
  /** With `tradeId`: updates the drug of that trade label. Otherwise: adds a drug. */
  drugs: { path: '/drugs', href: (tradeId?: string) => `/drugs${search({ tradeId })}` },
  /** The drug of a trade label, to read. */
  drug: { path: '/drugs/:id', href: (tradeId: string) => `/drugs/${id(tradeId)}` },
  /** The installation's accounts, for the admin account. The search of the address has the filters. */
  accounts: { path: '/accounts', href: () => '/accounts' },
  adminTools: { path: '/adminTools', href: () => '/adminTools' },
  /** The statements of the catalogue, for the admin account. */
  statements: { path: '/statements', href: () => '/statements' },
  /** For the admin account. The search of the address has the filters. */
  securityLog: { path: '/security-log', href: () => '/security-log' },
  /** The operator's page, for the admin account. */
  feeds: { path: '/feeds', href: () => '/feeds' },
  operations: { path: '/operations', href: () => '/operations' },
  /** `url`: the pasted address of the video. */
  myTube: { path: '/myTube', href: (url?: string) => `/myTube${search({ url })}` },
  about: { path: '/about', href: () => '/about' },
  test: { path: '/test', href: () => '/test' },
} as const;

/**
 * The token of a mailed link, empty without one. It is in the fragment, which browsers do not send: no server and no
 * proxy logs it.
 */
export const linkTokenIn = ({ hash }: { readonly hash: string }): string =>
  new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? '';

/**
 * The address after signing in. Only a path of this origin is allowed, not `//evil`, `/\evil` or `https:…`. Control
 * characters are refused: a browser drops tabs and line breaks from an address, so `/<tab>/evil` is `//evil`.
 */
export const safeReturnFrom = (value: string | null | undefined): string | undefined =>
  value && /^\/(?![/\\])\P{Cc}*$/u.test(value) ? value : undefined;
