/** The check of doses by kidney, weight and age. */
import { withoutNoise } from '../measurements/units.ts';
import { amountIn, sumOf } from './amounts.ts';
import { asShown, type OrderFact, type ValueName } from './chart-facts.ts';
import { type Chart, ordersOf } from './chart.ts';
import { findingOf, nothing, type NotChecked, type Outcome, type Unknown, type UsedValue } from './finding.ts';
import type { Limit, Span, Statement } from './statement.ts';

const isOutside = ({ from = -Infinity, below = Infinity }: Span, value: number): boolean =>
  value < from || value >= below;

interface Compared {
  /** In the unit of the limit. */
  readonly amounts: readonly { readonly order: OrderFact; readonly amount: ReturnType<typeof amountIn> }[];
  /** True also where the known amounts alone exceed it. */
  readonly isExceeded: boolean;
}
function compare({ of, max, unit, isPerKg }: Limit, orders: readonly OrderFact[], weight = Infinity): Compared {
  const amounts = orders.map((order) => ({ order, amount: amountIn(order[of], unit) }));
  const known = amounts.map(({ amount }) => amount).filter((amount) => typeof amount === 'number');
  const amount = of === 'daily' ? sumOf(known) : Math.max(0, ...known);
  return { amounts, isExceeded: amount > withoutNoise(isPerKg ? max * weight : max) };
}

/**
 * All orders of the drug count together. "Not checked" is said only where a missing fact could change the result: a dose
 * within the limits needs no creatinine.
 */
export function checkDose(statement: Statement<'dose'>, chart: Chart): Outcome {
  const { root, routes, condition, limits } = statement;
  const all = ordersOf(chart, { kind: 'root', id: root });
  if (all.length === 0) return nothing;
  const orders = all.filter(({ route }) => routes.length === 0 || (route !== undefined && routes.includes(route)));
  const unrouted = all.filter((order) => order.route === undefined && !orders.includes(order));
  const concerned = [...orders, ...unrouted];
  const spans = Object.entries(condition) as [ValueName, Span][];
  const isExcluded = spans.some(([name, span]) => {
    const reading = chart.values[name];
    return reading !== undefined && isOutside(span, asShown(name, reading.value));
  });
  if (concerned.length === 0 || isExcluded) return nothing;

  const row = (unknown: Unknown, order: OrderFact): NotChecked => ({ check: 'dose', unknown, order });
  const unknownValues = (names: readonly ValueName[]): NotChecked[] =>
    names
      .filter((name) => chart.values[name] === undefined)
      .flatMap((name) => concerned.map((order) => row(name, order)));
  const ofCondition = spans.map(([name]) => name);
  const ofLimits: ValueName[] = limits.some(({ isPerKg }) => isPerKg) ? ['weight'] : [];
  const unknownInCondition = unknownValues(ofCondition);
  const compared = limits.map((limit) => compare(limit, orders, chart.values.weight?.value));
  const isExceeded = limits.length === 0 ? orders.length > 0 : compared.some((one) => one.isExceeded);
  if (!isExceeded) {
    const unknownInLimits = [
      ...unrouted.map((order) => row('route', order)),
      ...compared.flatMap(({ amounts }) =>
        amounts.flatMap(({ order, amount }) => (typeof amount === 'string' ? [row(amount, order)] : [])),
      ),
      ...unknownValues(ofLimits),
    ];
    return unknownInLimits.length === 0
      ? nothing
      : { findings: [], notChecked: [...unknownInLimits, ...unknownInCondition] };
  }
  if (unknownInCondition.length > 0) return { findings: [], notChecked: unknownInCondition };
  const values = [...new Set([...ofCondition, ...ofLimits])].flatMap((name): UsedValue[] => {
    const reading = chart.values[name];
    return reading ? [{ name, ...reading }] : [];
  });
  const amounts = compared.flatMap((one) => one.amounts.map(({ amount }) => amount));
  return { findings: [findingOf(statement, { orders, values, amounts })], notChecked: [] };
}
