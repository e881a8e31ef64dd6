/**
 * The language that a person has chosen on this device, in a cookie: the server answers with the page of that language
 * before a script runs. It is no secret, so scripts read it.
 */
export type Digits = 'latn' | 'arab';
export interface StoredLanguage {
  /** BCP 47, such as `ar`. */
  readonly code: string;
  readonly digits: Digits;
}

/** One year. */
const MAX_AGE_S = 31_536_000;

/** Such as `language=ar-u-nu-arab`. @returns undefined where nothing was chosen, or cookies are blocked */
export function storedLanguage(cookies = globalThis.document?.cookie ?? ''): StoredLanguage | undefined {
  const [, code, digits] = /(?:^|;\s*)language=([a-z]{2,3})(?:-u-nu-(latn|arab))?(?:;|$)/.exec(cookies) ?? [];
  return code === undefined ? undefined : { code, digits: digits === 'arab' ? 'arab' : 'latn' };
}

/** Where cookies are blocked, the choice is of this page. */
export function storeLanguage({ code, digits }: StoredLanguage): void {
  document.cookie = `language=${code}-u-nu-${digits}; Path=/; Max-Age=${MAX_AGE_S}; SameSite=Lax`;
}
