/** Normalises varying spellings for search, in the list and in the query. Never for display. */
import { toAsciiDigits } from 'command-api/domain/values/calendar-date';

/** Lower case, no tashkeel, tatweel or accents, one form of alef, yeh and heh, ASCII digits, single spaces. */
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
