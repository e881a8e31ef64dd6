/** PINs that are tried first by a person who guesses. */

/** The keypad's lines and corners, and other PINs that many people take. */
const popular: ReadonlySet<string> = new Set([
  '147258',
  '258456',
  '159357',
  '159753',
  '357159',
  '951753',
  '147369',
  '741852',
  '789456',
  '456789',
  '142536',
  '102030',
]);

/** @param pin six digits @returns whether it is a run, a repetition, or one of few digits, such as a birthday 010101 */
export function isTrivialPin(pin: string): boolean {
  const digits = [...pin].map(Number);
  const steps = digits.slice(1).map((digit, index) => (digit - (digits[index] ?? 0) + 10) % 10);
  const isRun = steps.every((step) => step === steps[0]);
  const isRepeated = pin === pin.slice(0, 2).repeat(3) || pin === pin.slice(0, 3).repeat(2);
  const isMirrored = pin === [...pin].reverse().join('');
  const isOfPairs = pin[0] === pin[1] && pin[2] === pin[3] && pin[4] === pin[5];
  return isRun || isRepeated || isMirrored || isOfPairs || new Set(digits).size <= 2 || popular.has(pin);
}
