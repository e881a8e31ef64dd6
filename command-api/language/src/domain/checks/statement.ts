/**
 * The statements of the hospital's own catalogue. A check compares them with a chart. They hold what a source says, and
 * no statement comes with the product: a clinical pharmacist of the hospital writes it and approves it.
 */
import type { Severity } from '../values/codes.ts';
import type { ValueName } from './chart-facts.ts';

/** A drug by its root, or all drugs with a tag. */
export interface Agent {
  readonly kind: 'root' | 'tag';
  readonly id: string;
}

/** From `from` to before `below`. Absent: no bound. Whole numbers "10 to 25" are from 10 to below 26. */
export interface Span {
  readonly from?: number;
  readonly below?: number;
}

export interface Limit {
  readonly of: 'single' | 'daily';
  readonly max: number;
  readonly unit: string;
  /** `max` is for each kg of weight. */
  readonly isPerKg: boolean;
}

interface Common {
  readonly _id: string;
  /** 1, 2, …: raised by each change. */
  readonly statementVersion: number;
  readonly source: string;
  /** The day of the source, YYYY-MM-DD. */
  readonly sourceDate: string;
  /** The clinician, by name. Empty for a draft, which finds nothing. */
  readonly approvedBy: string;
  /** Proposed for the entry. */
  readonly severity: Severity;
  /** Proposed for the entry: the id of an error type. */
  readonly errType: string;
  /** The text of the entry, with the marks of `fill-template.ts`. */
  readonly text: string;
}

/** How sure the reaction to another agent is. */
export const crossReactions = ['established', 'probable', 'possible'] as const;

interface Contents {
  /**
   * `same`: the agent of the allergy itself is ordered. One such statement turns this on for all drugs; it has no
   * `forbidden` agents and no `crossClass`.
   */
  allergy: {
    readonly agent: 'same' | Agent;
    readonly forbidden: readonly Agent[];
    readonly crossClass: (typeof crossReactions)[number] | '';
  };
  /** Two drugs of the tag. `same`: two orders of one drug. One such statement turns this on for all drugs. */
  duplicate: {
    readonly agent: 'same' | (Agent & { readonly kind: 'tag' });
    /** Roots that may be given beside others. */
    readonly exceptions: readonly string[];
  };
  /** Where all of `condition` holds, the drug has the limits. Without limits it must not be given at all. */
  dose: {
    readonly root: string;
    /** Empty: all routes. */
    readonly routes: readonly string[];
    readonly condition: { readonly [Name in ValueName]?: Span };
    readonly limits: readonly Limit[];
  };
  pair: {
    readonly agents: readonly [Agent, Agent];
    /** An incompatibility: both are intravenous on the day. False: an interaction. */
    readonly isSameLine: boolean;
  };
}
export type StatementKind = keyof Contents;
export type Statement<Kind extends StatementKind = StatementKind> = {
  [Each in Kind]: Common & { readonly kind: Each } & Readonly<Contents[Each]>;
}[Kind];
