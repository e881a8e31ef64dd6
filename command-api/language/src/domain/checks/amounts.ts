/** Amounts of doses, compared and added in one unit. */
import { withoutNoise } from '../measurements/units.ts';
import type { DoseAmount } from './chart-facts.ts';

const micrograms: Readonly<Record<string, number>> = { mcg: 1, mg: 1000, g: 1_000_000 };

/** The value in a unit; else the reason why it is not known. Mass is never converted to units of activity or moles. */
export function amountIn(amount: DoseAmount | undefined, unit: string): number | 'dose' | 'unit' {
  if (amount === undefined || !(amount.value >= 0)) return 'dose';
  if (amount.unit === unit) return amount.value;
  const [from, to] = [micrograms[amount.unit], micrograms[unit]];
  return from === undefined || to === undefined ? 'unit' : withoutNoise((amount.value * from) / to);
}

export const sumOf = (values: readonly number[]): number => withoutNoise(values.reduce((sum, value) => sum + value, 0));
