/** The columns of the yardstick: the product beside its control. */
import { line, shown, type Summary } from '../figures.ts';

/** `p50 / p95` in milliseconds. */
export const times = ({ p50, p95 }: Pick<Summary, 'p50' | 'p95'>): string => `${shown(p50)} / ${shown(p95)}`;

export const printHeading = (...more: readonly string[]): void =>
  console.log(line('p50 / p95, ms', 'product', 'control', 'ratio', ...more));
