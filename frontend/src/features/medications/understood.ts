/** Reads the written dose, route and frequency of a medication. The text stays what is stored. */
import type { AdmissionMedication } from 'language/contract/entities';
import { formatOrder } from 'language/domain/orders/format-order';
import { dailyAmount, type Order } from 'language/domain/orders/order';
import { parseDose, parseFrequency, parseRoute, type Parsed } from 'language/domain/orders/parse-order';
import { translate } from '../../platform/language/language.ts';

export const orderLines = ['dose', 'route', 'frequency'] as const;
export type OrderLine = (typeof orderLines)[number];
const parsers: Readonly<Record<OrderLine, (typed: string) => Parsed>> = {
  dose: parseDose,
  route: parseRoute,
  frequency: parseFrequency,
};

/** The amount of a day of a weekly dose would be taken for that of each day. */
const isEachDay = ({ schedule }: Order): boolean =>
  schedule !== undefined && schedule.kind !== 'days' && schedule.kind !== 'week' && schedule.kind !== 'once';

export interface Understood {
  /** The lines that are not understood, or not wholly. */
  readonly unchecked: readonly OrderLine[];
  /** The amount on each day, in words; empty where the lines do not tell it. */
  readonly daily: string;
}

export function understoodOf(medication: Pick<AdmissionMedication, OrderLine>): Understood {
  const parsed = orderLines.map((line) => ({ line, ...parsers[line](medication[line]) }));
  const unchecked = parsed.filter(({ rest }) => rest.length > 0).map(({ line }) => line);
  const order = parsed.reduce<Order>((whole, part) => ({ ...whole, ...part.order }), { hints: [] });
  const amount =
    unchecked.includes('dose') || unchecked.includes('frequency') || !isEachDay(order) ? undefined : dailyAmount(order);
  if (!amount) return { unchecked, daily: '' };
  const { amount: least, amountTo, unit } = amount;
  const isLimit = least === 0 && amountTo !== undefined;
  const dose = isLimit
    ? { amount: amountTo, unit }
    : { amount: least, unit, ...(amountTo !== undefined && { amountTo }) };
  const text = formatOrder({ dose, hints: [] });
  return { unchecked, daily: translate(isLimit ? 'medication.dailyUpTo' : 'medication.daily', { amount: text }) };
}
