/**
 * Whether the faults of this folder run at their full length: `npm run faults:event-log` sets it. In the suite they are
 * shorter: together they took four minutes of both cores, and what there is to be found comes within the first of them.
 */
export const WHOLE = process.env['FAULTS'] === 'whole';
