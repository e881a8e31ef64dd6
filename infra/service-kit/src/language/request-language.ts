import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

/** The language that a person chose on a device, which the product may not have. */
export interface DeviceLanguage {
  /** BCP 47, such as `ar`. */
  readonly code: string;
  readonly digits: 'latn' | 'arab';
}

/** From the cookie that the frontend writes, such as `language=ar-u-nu-arab`. @returns undefined where none was chosen */
export function deviceLanguage({ headers }: IncomingMessage): DeviceLanguage | undefined {
  const [, code, digits] = /(?:^|;\s*)language=([a-z]{2,3})(?:-u-nu-(latn|arab))?\b/.exec(headers.cookie ?? '') ?? [];
  return code === undefined ? undefined : { code, digits: digits === 'arab' ? 'arab' : 'latn' };
}

/**
 * The language that was chosen on the device, or the browser's, or English.
 * @param languages codes of BCP 47, English first
 */
export function requestLanguage(request: IncomingMessage, languages: readonly string[]): string {
  const chosen = deviceLanguage(request)?.code;
  if (chosen !== undefined && languages.includes(chosen)) return chosen;
  const accepted = accepts(request).language([...languages]);
  return accepted === false ? (languages[0] ?? '') : accepted;
}
