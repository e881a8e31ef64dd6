/**
 * In place of Chakra's own palettes, which the first page would carry though nothing is drawn in them (1.3 KB): all
 * colours are in `palette.ts`.
 */
export const colors = {};
