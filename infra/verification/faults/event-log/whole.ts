/**
 * True: the tests of this folder run at full length (`npm run faults:event-log`). In the suite they are shorter: at full
 * length they take four minutes on two cores, and faults show within the first minute.
 */
export const WHOLE = process.env['FAULTS'] === 'whole';
