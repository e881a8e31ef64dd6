/** Every route of the application: the pattern for the router and a typed address for links. */
const search = (values: Record<string, string | null | undefined>): string => {
  const params = new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return params.size > 0 ? `?${params.toString()}` : '';
};
const id = encodeURIComponent;

export const paths = {
  landing: { path: '/', href: (returnFrom?: string | null) => `/${search({ returnFrom })}` },
  register: { path: '/register', href: (returnFrom?: string | null) => `/register${search({ returnFrom })}` },
  register2025: { path: '/register2025', href: () => '/register2025' },
  /** With `token=` of a mailed link: a new password. Without one: asks for such a link. */
  resetPassword: {
    path: '/reset-password',
    href: (returnFrom?: string | null) => `/reset-password${search({ returnFrom })}`,
  },
  /** With `token=` of the link that is mailed at sign-up. Without one: sends it again. */
  confirmEmail: { path: '/confirm-email', href: () => '/confirm-email' },
  profile: { path: '/profile', href: () => '/profile' },
  user: { path: '/user/:id', href: (user: string) => `/user/${id(user)}` },
  home: { path: '/teamlist', href: () => '/teamlist' },
  team: { path: '/team/:id', href: (team: string) => `/team/${id(team)}` },
  teamAdmin: { path: '/teamlist/:id', href: (team: string) => `/teamlist/${id(team)}` },
  /** Filters in the search of the address. */
  accesses: { path: '/teamlist/:id/accesses', href: (team: string) => `/teamlist/${id(team)}/accesses` },
  patients: { path: '/patientlist/:teamId', href: (team: string) => `/patientlist/${id(team)}` },
  patient: { path: '/patient/:id', href: (patient: string) => `/patient/${id(patient)}` },
  /** `review` and `note` pre-select and scroll to a review or a note (specification §2). */
  admission: {
    path: '/admissions/:id',
    href: (admission: string, at: { review?: string; note?: string } = {}) =>
      `/admissions/${id(admission)}${search(at)}`,
  },
  /** The chart as it was: `at` is a revision of the admission or an instant, the newest where it is left out. */
  chartThen: {
    path: '/history/admissions/:id',
    href: (admission: string, at?: string) => `/history/admissions/${id(admission)}${search({ at })}`,
  },
  /** The life of one medication error; `review` finds one that came and went with its review. */
  entryLife: {
    path: '/history/entries/:id',
    href: (entry: string, review?: string) => `/history/entries/${id(entry)}${search({ review })}`,
  },
  /** What became of a team's errors, for its auditors; the search of the address holds the filters. */
  audit: { path: '/history/teams/:id', href: (team: string) => `/history/teams/${id(team)}` },
  /** Matches `/reviewsearch/…` too: the router does not mind the case. */
  reports: { path: '/reviewSearch/:teamId', href: (team: string) => `/reviewSearch/${id(team)}` },
  /** Errors without a response; the search of the address holds the filters. */
  handover: { path: '/handover/:teamId', href: (team: string) => `/handover/${id(team)}` },
  ward: { path: '/ward/:teamId', href: (team: string) => `/ward/${id(team)}` },
  courses: { path: '/clinical-pharmacy-courses', href: () => '/clinical-pharmacy-courses' },
  course: {
    path: '/clinical-pharmacy-courses/:id',
    href: (course: string, lecture?: string) => `/clinical-pharmacy-courses/${id(course)}${search({ lecture })}`,
  },
  /** `tradeId`: the drug of that trade label is updated; without it one is added. */
  drugs: { path: '/drugs', href: (tradeId?: string) => `/drugs${search({ tradeId })}` },
  adminTools: { path: '/adminTools', href: () => '/adminTools' },
  /** `url`: the video's address as it was pasted. */
  myTube: { path: '/myTube', href: (url?: string) => `/myTube${search({ url })}` },
  about: { path: '/about', href: () => '/about' },
  test: { path: '/test', href: () => '/test' },
} as const;

/** Where to go after signing in. Anything but a path of this origin is refused: `//evil`, `/\evil`, `https:…`. */
export const safeReturnFrom = (value: string | null | undefined): string | undefined =>
  value && /^\/(?![/\\])/.test(value) && !value.includes('\n') ? value : undefined;
