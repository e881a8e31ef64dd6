import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

/**
 * The language that was chosen on the device, or the browser's, or English. The frontend writes the cookie.
 * @param languages codes of BCP 47, English first
 */
export function requestLanguage(request: IncomingMessage, languages: readonly string[]): string {
  const [, chosen = ''] = /(?:^|;\s*)language=([a-z]{2,3})\b/.exec(request.headers.cookie ?? '') ?? [];
  if (languages.includes(chosen)) return chosen;
  const accepted = accepts(request).language([...languages]);
  return accepted === false ? (languages[0] ?? '') : accepted;
}
