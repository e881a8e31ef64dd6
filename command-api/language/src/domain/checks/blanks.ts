/** The place of a value that a person fills in. */
export const BLANK = '___';

export const hasBlanks = (html: string): boolean => html.includes(BLANK);
