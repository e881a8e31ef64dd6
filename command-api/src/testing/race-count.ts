/**
 * How many times each race is run: `RACES`, a thousand by `npm run faults:races`. The suite runs fewer: what a race may
 * come to has all come within the first few dozen, and four thousand of them took two minutes of both cores.
 */
export const RACES = Number(process.env['RACES'] ?? 250);
