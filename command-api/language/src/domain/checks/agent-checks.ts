/** The checks that compare drugs and classes only: allergies, duplicates and pairs. */
import { type AllergyFact, isIntravenous, type OrderFact } from './chart-facts.ts';
import { allergiesTo, type Chart, hasTwoDrugs, ordersOf } from './chart.ts';
import { findingOf, nothing, type Outcome } from './finding.ts';
import type { Statement } from './statement.ts';

const found = (statement: Statement, groups: readonly (readonly OrderFact[])[]): Outcome => ({
  findings: groups.filter(({ length }) => length > 0).map((orders) => findingOf(statement, { orders })),
  notChecked: [],
});

/** True if the medicine is the drug of the allergy, or of its class. An allergy in free text has neither. */
export const isOfAgent = (
  { drug, tag }: Pick<AllergyFact, 'drug' | 'tag'>,
  { root, tags }: Pick<OrderFact, 'root' | 'tags'>,
): boolean => (drug === '' ? tags.includes(tag) : root === drug);

export function checkAllergy(statement: Statement<'allergy'>, chart: Chart): Outcome {
  if (statement.agent === 'same') {
    const findings = chart.allergies.flatMap((allergy) => {
      const { drug, tag } = allergy;
      const orders = ordersOf(chart, drug === '' ? { kind: 'tag', id: tag } : { kind: 'root', id: drug });
      return orders.length === 0 ? [] : [findingOf(statement, { allergies: [allergy], orders })];
    });
    return { findings, notChecked: [] };
  }
  const allergies = allergiesTo(chart, statement.agent);
  if (allergies.length === 0) return nothing;
  const forbidden = new Set(statement.forbidden.flatMap((agent) => ordersOf(chart, agent)));
  const orders = [...forbidden].filter(
    (order) => !chart.isSameAgentChecked || !allergies.some((allergy) => isOfAgent(allergy, order)),
  );
  return orders.length === 0 ? nothing : { findings: [findingOf(statement, { allergies, orders })], notChecked: [] };
}

export function checkDuplicate(statement: Statement<'duplicate'>, chart: Chart): Outcome {
  const { agent, exceptions } = statement;
  const counted = (orders: readonly OrderFact[]) => orders.filter(({ root }) => !exceptions.includes(root));
  return agent === 'same'
    ? found(
        statement,
        [...chart.ordersBy.root.values()].map(counted).filter(({ length }) => length > 1),
      )
    : found(statement, [counted(ordersOf(chart, agent))].filter(hasTwoDrugs));
}

/** At most one finding a statement, so that a class with many orders is one line. */
export function checkPair(statement: Statement<'pair'>, chart: Chart): Outcome {
  const [one, other] = statement.agents.map((agent) => ordersOf(chart, agent));
  if (!one?.length || !other?.length) return nothing;
  const together = (isGiven: (order: OrderFact) => boolean): OrderFact[] => {
    const [some, others] = [one.filter(isGiven), other.filter(isGiven)];
    const both = [...new Set([...some, ...others])];
    return some.length > 0 && others.length > 0 && hasTwoDrugs(both) ? both : [];
  };
  if (!statement.isSameLine) return found(statement, [together(() => true)]);
  const possible = together((order) => isIntravenous(order) || order.route === undefined);
  return {
    ...found(statement, [together(isIntravenous)]),
    notChecked: possible.flatMap((order) =>
      order.route === undefined ? [{ check: 'pair', unknown: 'route', order } as const] : [],
    ),
  };
}
