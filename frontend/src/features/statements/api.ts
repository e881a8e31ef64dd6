/** The statements of the catalogue as its screen shows them. */
import { useQuery } from '@tanstack/react-query';
import type { Answer } from 'language/contract/entities';
import type { ListedStatement } from 'language/contract/statements';
import { asShown, type ValueName, valueRow } from 'language/domain/checks/chart-facts';
import type { Span } from 'language/domain/checks/statement';
import { formatOrder } from 'language/domain/orders/format-order';
import { routes } from 'language/domain/orders/order';
import { useMemo } from 'react';
import { formatList } from '../../platform/language/format.ts';
import { formatNumber } from '../../platform/language/numbers.ts';
import { isMessageId, translate } from '../../platform/language/language.ts';
import type { Choice } from '../../platform/text/search.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { updateCachedList, upsertItem } from '../../sync/reads/admission-lists.ts';
import { drugsQuery, rootChoices, tagsQuery } from '../../sync/reads/catalogue.ts';
import { doses, idOf, SAME, type StatementTexts, valueNames } from './statement-fields.ts';

export const cacheStatement = ({ stream: _stream, revision: _revision, ...one }: Answer<ListedStatement>): void =>
  void updateCachedList<ListedStatement>(queryKeys.statements, (held) => upsertItem(held, one));

export interface AgentNames {
  readonly classes: readonly Choice[] | undefined;
  readonly roots: readonly Choice[] | undefined;
  /** The name of an agent; any other text stays as it is. */
  readonly nameOf: (id: string) => string;
}
export function useAgentNames(): AgentNames {
  const [drugs, tags] = [useQuery(drugsQuery()).data, useQuery(tagsQuery()).data];
  return useMemo(() => {
    const classes = tags?.map(({ _id, label }) => ({ id: `tag:${_id}`, label, detail: translate('allergies.class') }));
    const roots = drugs && rootChoices(drugs).map(({ id, label }) => ({ id: `root:${id}`, label }));
    const names = new Map([...(classes ?? []), ...(roots ?? [])].map(({ id, label }) => [id, label]));
    return { classes, roots, nameOf: (id) => names.get(id) ?? id };
  }, [drugs, tags]);
}

export const valueLabel = (name: ValueName): string => translate(`statements.value.${name}`);
/** The label of a field of the form. */
export function labelOf(field: keyof StatementTexts): string {
  for (const name of valueNames) {
    const value = valueLabel(name);
    if (field === `${name}From`) return translate('statements.from', { value });
    if (field === `${name}Below`) return translate('statements.below', { value });
  }
  for (const of of doses) {
    const dose = translate(`statements.dose.${of}`);
    if (field === `${of}Max`) return translate('statements.max', { dose });
    if (field === `${of}Unit`) return translate('statements.unit', { dose });
    if (field === `${of}PerKg`) return translate('statements.perKgOf', { dose });
  }
  const id = `statements.fields.${field}`;
  return isMessageId(id) ? translate(id) : field;
}
/** Empty for ages: their labels have it. */
export const valueUnit = (name: ValueName): string => (valueRow(name).isAge ? '' : valueRow(name).unit);
const spanText = (name: ValueName, { from, below }: Span): string =>
  [
    valueLabel(name),
    from === undefined ? '' : `≥ ${formatNumber(asShown(name, from))}`,
    below === undefined ? '' : `< ${formatNumber(asShown(name, below))}`,
    valueUnit(name),
  ]
    .filter((part) => part !== '')
    .join(' ');

/** The content of a statement: its agents, then its conditions and limits. */
export function summaryOf(statement: ListedStatement, { nameOf }: AgentNames): string[] {
  switch (statement.kind) {
    case 'allergy': {
      const { agent, forbidden } = statement;
      return agent === SAME
        ? [translate('statements.sameAgent')]
        : [nameOf(idOf(agent)), `→ ${formatList(forbidden.map((one) => nameOf(idOf(one))))}`];
    }
    case 'duplicate':
      return [statement.agent === SAME ? translate('statements.sameDrug') : nameOf(idOf(statement.agent))];
    case 'dose': {
      const { root, condition, limits } = statement;
      const given = routes.filter((route) => statement.routes.includes(route));
      return [
        [nameOf(`root:${root}`), ...given.map((route) => formatOrder({ route, hints: [] }))].join(' '),
        ...valueNames.flatMap((name) => (condition[name] ? [spanText(name, condition[name])] : [])),
        ...limits.map(
          ({ of, max, unit, isPerKg }) =>
            `${translate(`statements.dose.${of}`)} ≤ ${formatNumber(max)} ${unit}${isPerKg ? '/kg' : ''}`,
        ),
        ...(limits.length === 0 ? [translate('statements.notAtAll')] : []),
      ];
    }
    case 'pair':
      return [
        ...statement.agents.map((one, at) => `${at === 0 ? '' : '+ '}${nameOf(idOf(one))}`),
        translate(statement.isSameLine ? 'statements.sameLine' : 'statements.interaction'),
      ];
  }
}
