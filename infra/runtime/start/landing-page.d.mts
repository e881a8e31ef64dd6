interface LandingPage {
  /** The language, such as `ar`. */
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  readonly html: string;
}
export function writeLandingPages(dist: string, landingPages: readonly LandingPage[]): void;
