/** A chart with its orders and allergies by drug and by tag, so that a statement costs a look-up. */
import type { AllergyFact, ChartFacts, OrderFact } from './chart-facts.ts';
import { inOrder } from './finding.ts';
import type { Agent, Statement } from './statement.ts';

type ByAgent<Item> = { readonly [Kind in Agent['kind']]: ReadonlyMap<string, readonly Item[]> };
export interface Chart {
  readonly values: ChartFacts['values'];
  /** Those that have an agent of the catalogue. */
  readonly allergies: readonly AllergyFact[];
  readonly allergiesBy: ByAgent<AllergyFact>;
  readonly ordersBy: ByAgent<OrderFact>;
  /** A statement finds the agents of allergies themselves, so that statements on classes leave them to it. */
  readonly isSameAgentChecked: boolean;
}

function byKeys<Item>(items: readonly Item[], keysOf: (item: Item) => readonly string[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items)
    for (const key of new Set(keysOf(item))) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  return groups;
}

/** @param orders active, with a root */
export function chartOf(
  { values, allergies: all = [] }: ChartFacts,
  orders: readonly OrderFact[],
  statements: readonly Statement[],
): Chart {
  const allergies = all.filter(({ drug, tag }) => drug !== '' || tag !== '');
  const sorted = inOrder(orders, ({ orderId }) => orderId);
  return {
    values: Object.fromEntries(Object.entries(values).filter(([, reading]) => Number.isFinite(reading?.value))),
    allergies,
    allergiesBy: {
      root: byKeys(allergies, ({ drug }) => (drug === '' ? [] : [drug])),
      tag: byKeys(allergies, ({ tag, drugTags }) => (tag === '' ? drugTags : [tag])),
    },
    ordersBy: { root: byKeys(sorted, ({ root }) => [root]), tag: byKeys(sorted, ({ tags }) => tags) },
    isSameAgentChecked: statements.some((one) => one.kind === 'allergy' && one.agent === 'same'),
  };
}

export const ordersOf = ({ ordersBy }: Chart, { kind, id }: Agent): readonly OrderFact[] =>
  ordersBy[kind].get(id) ?? [];
export const allergiesTo = ({ allergiesBy }: Chart, { kind, id }: Agent): readonly AllergyFact[] =>
  allergiesBy[kind].get(id) ?? [];
export const hasTwoDrugs = (orders: readonly OrderFact[]): boolean =>
  orders.some(({ root }) => root !== orders[0]?.root);
