/** Every route of the application: the pattern for the router and a typed address for links. */
const search = (values: Record<string, string | undefined>): string => {
  const params = new URLSearchParams(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return params.size > 0 ? `?${params.toString()}` : '';
};
const id = encodeURIComponent;

export const paths = {
  landing: { path: '/', href: (returnFrom?: string) => `/${search({ returnFrom })}` },
  register: { path: '/register', href: () => '/register' },
  register2025: { path: '/register2025', href: () => '/register2025' },
  home: { path: '/teamlist', href: () => '/teamlist' },
  team: { path: '/team/:id', href: (team: string) => `/team/${id(team)}` },
  patients: { path: '/patientlist/:teamId', href: (team: string) => `/patientlist/${id(team)}` },
  patient: { path: '/patient/:id', href: (patient: string) => `/patient/${id(patient)}` },
  /** `review` and `note` pre-select and scroll to a review or a note (specification §2). */
  admission: { path: '/admissions/:id', href: (admission: string, at: { review?: string; note?: string } = {}) => `/admissions/${id(admission)}${search(at)}` },
} as const;

/** Where to go after signing in. Anything but a path of this origin is refused: `//evil`, `/\evil`, `https:…`. */
export const safeReturnFrom = (value: string | null | undefined): string | undefined =>
  value && /^\/(?![/\\])/.test(value) && !value.includes('\n') ? value : undefined;
