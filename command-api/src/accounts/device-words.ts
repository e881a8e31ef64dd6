/**
 * The device of a session in words, for its person: "Firefox on Windows", "Safari on iOS (phone)". A client may name
 * itself as it likes, so the words are a help and prove nothing.
 */
import Bowser from 'bowser';
import { limits } from 'language/domain/values/codes';

/** Longer than the name of any browser; the rest is not read. */
const READ_MAX = 500;
const KINDS: Readonly<Record<string, string>> = { mobile: ' (phone)', tablet: ' (tablet)' };

/**
 * @param userAgent the header, empty when absent
 * @returns undefined when it names nothing
 */
export function deviceInWords(userAgent: string): string | undefined {
  const read = userAgent.slice(0, READ_MAX);
  if (read === '') return undefined;
  const { browser, os, platform } = Bowser.parse(read);
  if (os.name === undefined || browser.name === undefined) return programName(read);
  return printable(`${browser.name} on ${os.name}${KINDS[platform.type ?? ''] ?? ''}`);
}

/** The first name that a program other than a browser gives, such as "curl". */
function programName(userAgent: string): string | undefined {
  const name = printable(userAgent.split('/', 1)[0] ?? '').trim();
  return name === '' ? undefined : name;
}

const printable = (text: string): string => text.replace(/[^\w .()+-]/g, '').slice(0, limits.name);
