/** The beginning of an encrypted text (`text-cipher.ts`). A draft in clear is JSON and begins with a brace. */
export const MARK = 'sealed1:';
export const isSealed = (text: string): boolean => text.startsWith(MARK);
