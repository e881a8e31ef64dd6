/** Numbers in the language of the page, outside of messages. Called while rendering. */
import { toAsciiDigits } from 'language/domain/values/calendar-date';
import { perLanguage } from './format.ts';

const plain = perLanguage((locale) => new Intl.NumberFormat(locale));
const signed = perLanguage((locale) => new Intl.NumberFormat(locale, { signDisplay: 'always' }));
const oneDecimal = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** `1,234`. */
export const formatNumber = (value: number): string => plain().format(value);
/** `+3`, `-3`, `+0`. */
export const formatDifference = (value: number): string => signed().format(value);
/** `33.3`. */
export const formatDecimal = (value: number): string => oneDecimal().format(value);

/** A typed number, in Arabic digits and with a decimal comma too. Undefined for an empty text, NaN for one that is no number. */
export const typedNumber = (text: string): number | undefined =>
  text.trim() === '' ? undefined : Number(toAsciiDigits(text).replace(/[,،٫]/, '.'));
