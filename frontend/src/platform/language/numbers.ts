/** Numbers in the language of the page, outside of messages. Called while rendering. */
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
