/** Rates of the event log a second, beside those of the stub and of bare inserts. */
import { atLeast, line } from '../figures.ts';

export interface Rates {
  readonly log: number;
  /** The upper limit of the client. */
  readonly stub: number;
  readonly bare?: number;
}

const OF_CLIENT = 0.8;
const number = (value: number): string => Math.round(value).toLocaleString('en');
const ratio = (value: number): string => `${value.toFixed(2)} ×`;

export const printHeading = (): void =>
  console.log(line('a second, medians', 'event log', 'stub', 'log/stub', 'bare', 'log/bare'));
export const print = (what: string, { log, stub, bare }: Rates): void =>
  console.log(
    line(
      what,
      number(log),
      number(stub),
      ratio(log / stub),
      ...(bare === undefined ? [] : [number(bare), ratio(log / bare)]),
    ),
  );

/** The target is 0.8 of the client's upper limit if that is lower. */
export const atLeastOf = (what: string, { log, stub }: Rates, target: number): void =>
  target <= OF_CLIENT * stub
    ? atLeast(what, log, target, 'a second')
    : atLeast(`${what}, or ${OF_CLIENT} of the client's limit`, log, OF_CLIENT * stub, 'a second');
