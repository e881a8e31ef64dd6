/** Every route of the application: the pattern for the router and a typed address for links. */
const search = (values: Record<string, string | undefined>): string => {
  const params = new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return params.size > 0 ? `?${params.toString()}` : '';
};
const id = encodeURIComponent;

export const paths = {
  landing: { path: '/', href: (returnFrom?: string) => `/${search({ returnFrom })}` },
  register: { path: '/register', href: (returnFrom?: string) => `/register${search({ returnFrom })}` },
  register2025: { path: '/register2025', href: () => '/register2025' },
  /** With `token=` of a mailed link: a new password. Without one: asks for such a link. */
  resetPassword: { path: '/reset-password', href: () => '/reset-password' },
  profile: { path: '/profile', href: () => '/profile' },
  user: { path: '/user/:id', href: (user: string) => `/user/${id(user)}` },
  home: { path: '/teamlist', href: () => '/teamlist' },
  team: { path: '/team/:id', href: (team: string) => `/team/${id(team)}` },
  teamAdmin: { path: '/teamlist/:id', href: (team: string) => `/teamlist/${id(team)}` },
  patients: { path: '/patientlist/:teamId', href: (team: string) => `/patientlist/${id(team)}` },
  patient: { path: '/patient/:id', href: (patient: string) => `/patient/${id(patient)}` },
  /** `review` and `note` pre-select and scroll to a review or a note (specification §2). */
  admission: { path: '/admissions/:id', href: (admission: string, at: { review?: string; note?: string } = {}) => `/admissions/${id(admission)}${search(at)}` },
  /** Matches `/reviewsearch/…` too: the router does not mind the case. */
  reports: { path: '/reviewSearch/:teamId', href: (team: string) => `/reviewSearch/${id(team)}` },
  courses: { path: '/clinical-pharmacy-courses', href: () => '/clinical-pharmacy-courses' },
  about: { path: '/about', href: () => '/about' },
} as const;

/** Where to go after signing in. Anything but a path of this origin is refused: `//evil`, `/\evil`, `https:…`. */
export const safeReturnFrom = (value: string | null | undefined): string | undefined =>
  value && /^\/(?![/\\])/.test(value) && !value.includes('\n') ? value : undefined;
