/**
 * Searching where spelling varies: Arabic letters, marks and digits, and Latin accents, folded on both sides. Never for
 * display.
 */
import { toAsciiDigits } from 'command-api/domain/calendar-date';

/** Lower case; without tashkeel, tatweel and accents; one alef, yeh and heh; ASCII digits; single spaces. */
export const normalizeForSearch = (text: string): string =>
  toAsciiDigits(text)
    .normalize('NFKD')
    .replace(/[\u064B-\u065F\u0670\u0640\u0300-\u036F]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
