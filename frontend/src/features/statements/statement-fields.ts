/** The fields of the form of a statement: strings only, as a flat form holds them. */
import type { WriteStatement } from 'language/contract/bodies/statements';
import type { Body } from 'language/contract/calls/call';
import type { ListedStatement } from 'language/contract/statements';
import { type ValueName, valueRows } from 'language/domain/checks/chart-facts';
import {
  type Agent,
  crossReactions,
  type Limit,
  type Span,
  type StatementKind,
} from 'language/domain/checks/statement';
import { routes } from 'language/domain/orders/order';
import { asCalendarDate } from 'language/domain/values/calendar-date';
import { severities } from 'language/domain/values/codes';
import { createVersionReader } from '../../editing/merge.ts';
import { typedNumber } from '../../platform/language/numbers.ts';

export const kinds: readonly StatementKind[] = ['allergy', 'duplicate', 'dose', 'pair'];
export const valueNames = Object.keys(valueRows) as ValueName[];
export const doses: readonly Limit['of'][] = ['single', 'daily'];

type DoseField = 'Max' | 'Unit' | 'PerKg';
export type StatementTexts = Readonly<
  Record<
    | 'kind'
    | 'agent'
    | 'forbidden'
    | 'crossClass'
    | 'exceptions'
    | 'root'
    | 'routes'
    | 'first'
    | 'second'
    | 'isSameLine'
    | 'severity'
    | 'errType'
    | 'source'
    | 'sourceDate'
    | 'text'
    | `${ValueName}${'From' | 'Below'}`
    | `${Limit['of']}${DoseField}`,
    string
  >
>;

/** `root:7`, `tag:7` or `same`. Lists are joined by spaces. */
export const SAME = 'same';
export const idOf = (agent: Agent | typeof SAME): string => (agent === SAME ? SAME : `${agent.kind}:${agent.id}`);
export const listed = (text: string): string[] => text.split(' ').filter((id) => id !== '');
const agentOf = (id: string): Agent => ({
  kind: id.startsWith('tag:') ? 'tag' : 'root',
  id: id.slice(id.indexOf(':') + 1),
});

const noSpans = Object.fromEntries(
  valueNames.flatMap((name) => [
    [`${name}From`, ''],
    [`${name}Below`, ''],
  ]),
) as Record<`${ValueName}${'From' | 'Below'}`, string>;
const blank: StatementTexts = {
  kind: '',
  agent: '',
  forbidden: '',
  crossClass: '',
  exceptions: '',
  root: '',
  routes: '',
  first: '',
  second: '',
  isSameLine: '',
  ...noSpans,
  singleMax: '',
  singleUnit: 'mg',
  singlePerKg: '',
  dailyMax: '',
  dailyUnit: 'mg',
  dailyPerKg: '',
  severity: '',
  errType: '',
  source: '',
  sourceDate: '',
  text: '',
};

const numberText = (value: number | undefined): string => (value === undefined ? '' : String(value));
const flag = (isSet: boolean): string => (isSet ? 'yes' : '');

function contentOf(statement: ListedStatement): Partial<StatementTexts> {
  switch (statement.kind) {
    case 'allergy':
      return {
        agent: idOf(statement.agent),
        forbidden: statement.forbidden.map(idOf).join(' '),
        crossClass: statement.crossClass,
      };
    case 'duplicate':
      return { agent: idOf(statement.agent), exceptions: statement.exceptions.map((id) => `root:${id}`).join(' ') };
    case 'dose': {
      const { condition, limits } = statement;
      const spans = valueNames.flatMap((name) => [
        [`${name}From`, numberText(condition[name]?.from)],
        [`${name}Below`, numberText(condition[name]?.below)],
      ]);
      const maxima = limits.flatMap(({ of, max, unit, isPerKg }) => [
        [`${of}Max`, String(max)],
        [`${of}Unit`, unit],
        [`${of}PerKg`, flag(isPerKg)],
      ]);
      return {
        root: `root:${statement.root}`,
        routes: statement.routes.join(' '),
        ...(Object.fromEntries([...spans, ...maxima]) as Partial<StatementTexts>),
      };
    }
    case 'pair': {
      const [first, second] = statement.agents;
      return { first: idOf(first), second: idOf(second), isSameLine: flag(statement.isSameLine) };
    }
  }
}
export function fieldsOf(statement: ListedStatement | undefined): StatementTexts {
  if (!statement) return blank;
  const { kind, severity, errType, source, sourceDate, text } = statement;
  return { ...blank, ...contentOf(statement), kind, severity, errType, source, sourceDate, text };
}
/** One group: another version of a statement is compared whole. */
export const groups = [Object.keys(blank) as (keyof StatementTexts)[]];
export const readStatement = createVersionReader<ListedStatement, StatementTexts>(['kind', 'errType'], fieldsOf);

/** The fields of each kind that must be filled in. */
const required: Readonly<Record<StatementKind, readonly (keyof StatementTexts)[]>> = {
  allergy: ['agent'],
  duplicate: ['agent'],
  dose: ['root'],
  pair: ['first', 'second'],
};
/** The fields that are missing or wrong. Empty: the statement can be sent. The server knows further rules. */
export function problemsIn(texts: StatementTexts): ReadonlySet<keyof StatementTexts> {
  const kind = kinds.find((one) => one === texts.kind);
  const isCross = kind === 'allergy' && texts.agent !== SAME;
  const needed: (keyof StatementTexts)[] = [
    'kind',
    ...(kind ? required[kind] : []),
    ...(isCross ? (['forbidden', 'crossClass'] as const) : []),
    ...(['severity', 'errType', 'source', 'text'] as const),
  ];
  const numbers: (keyof StatementTexts)[] = [
    ...valueNames.flatMap((name) => [`${name}From`, `${name}Below`] as const),
    ...doses.map((of) => `${of}Max` as const),
  ];
  return new Set([
    ...needed.filter((field) => texts[field].trim() === ''),
    ...(asCalendarDate(texts.sourceDate) ? [] : (['sourceDate'] as const)),
    ...numbers.filter((field) => Number.isNaN(typedNumber(texts[field]))),
  ]);
}

/** Undefined while something is missing (`problemsIn`). */
export function bodyOf(texts: StatementTexts): Body<typeof WriteStatement> | undefined {
  const { source, text, errType } = texts;
  const severity = severities.find(({ code }) => code === texts.severity)?.code;
  const sourceDate = asCalendarDate(texts.sourceDate);
  const kind = kinds.find((one) => one === texts.kind);
  if (!kind || !severity || !sourceDate || problemsIn(texts).size > 0) return undefined;
  const common = { severity, errType, source, sourceDate, text };
  const agent = texts.agent === SAME ? SAME : agentOf(texts.agent);
  switch (kind) {
    case 'allergy': {
      const isSame = agent === SAME;
      const crossClass = crossReactions.find((one) => one === texts.crossClass) ?? '';
      const forbidden = isSame ? [] : listed(texts.forbidden).map(agentOf);
      return { kind, agent, forbidden, crossClass: isSame ? '' : crossClass, ...common };
    }
    case 'duplicate': {
      const exceptions = listed(texts.exceptions).map((id) => agentOf(id).id);
      return { kind, agent: agent === SAME ? SAME : { ...agent, kind: 'tag' }, exceptions, ...common };
    }
    case 'dose': {
      const spans = valueNames.flatMap((name): [ValueName, Span][] => {
        const [from, below] = [typedNumber(texts[`${name}From`]), typedNumber(texts[`${name}Below`])];
        const isBounded = from !== undefined || below !== undefined;
        return isBounded
          ? [[name, { ...(from !== undefined && { from }), ...(below !== undefined && { below }) }]]
          : [];
      });
      const limits = doses.flatMap((of) => {
        const max = typedNumber(texts[`${of}Max`]);
        return max === undefined ? [] : [{ of, max, unit: texts[`${of}Unit`], isPerKg: texts[`${of}PerKg`] !== '' }];
      });
      const given = listed(texts.routes).flatMap((code) => routes.find((route) => route === code) ?? []);
      return {
        kind,
        root: agentOf(texts.root).id,
        routes: given,
        condition: Object.fromEntries(spans),
        limits,
        ...common,
      };
    }
    case 'pair': {
      return {
        kind,
        agents: [agentOf(texts.first), agentOf(texts.second)],
        isSameLine: texts.isSameLine !== '',
        ...common,
      };
    }
  }
}
