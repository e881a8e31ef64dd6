/** The findings of a chart: its facts against the statements of the catalogue, without those that are decided. */
import { useQuery } from '@tanstack/react-query';
import type { AdmissionDetails, AdmissionMedication, TradeLabelRow } from 'language/contract/entities';
import type { FindingDecision } from 'language/contract/findings';
import type { Measurement } from 'language/contract/measurements';
import type { ListedStatement } from 'language/contract/statements';
import type { ChartFacts } from 'language/domain/checks/chart-facts';
import { type Decision, openFindings } from 'language/domain/checks/decisions';
import { findFindings } from 'language/domain/checks/find';
import type { Finding, NotChecked } from 'language/domain/checks/finding';
import { asCalendarDate } from 'language/domain/values/calendar-date';
import { useMemo } from 'react';
import { chartFacts, classesOf } from '../../clinical/chart-facts.ts';
import { useToday } from '../../platform/time/dates.ts';
import { medicationsQuery } from '../../sync/reads/admission-lists.ts';
import { drugsQuery, tagsQuery } from '../../sync/reads/catalogue.ts';
import { findingDecisionsQuery } from '../../sync/reads/findings.ts';
import { measurementsQuery } from '../../sync/reads/measurements.ts';
import { useStatementsInUse } from './statements-in-use.ts';
import { identityOf, useTakenFindings } from './taken-findings.ts';

export type ChartOfFindings = Pick<AdmissionDetails, '_id' | 'team' | 'patientDetails' | 'dischargeDate'>;
export interface Findings {
  /** For the marks of texts. */
  readonly facts: ChartFacts;
  readonly medications: readonly AdmissionMedication[];
  readonly labels: readonly TradeLabelRow[];
  /** The worst first. */
  readonly open: readonly Finding[];
  readonly notChecked: readonly NotChecked[];
}

const asDecision = ({ kind, until, reason, userId: by, ...one }: FindingDecision): Decision | undefined => {
  if (kind !== 'deferred') return { ...one, by, kind, reason };
  const day = asCalendarDate(until ?? '');
  return day && { ...one, by, kind, until: day };
};

/** The result stays the same while the inputs do: the banner and the reviews ask for the same chart. */
function forLastInputs<Inputs extends readonly unknown[], Result>(compute: (...inputs: Inputs) => Result) {
  let last: { readonly inputs: Inputs; readonly result: Result } | undefined;
  return (...inputs: Inputs): Result => {
    if (!last || inputs.some((input, at) => input !== last?.inputs[at])) last = { inputs, result: compute(...inputs) };
    return last.result;
  };
}

const findIn = forLastInputs(
  (
    { _id, patientDetails: person }: ChartOfFindings,
    statements: readonly ListedStatement[],
    medications: readonly AdmissionMedication[],
    all: readonly Measurement[],
    labels: readonly TradeLabelRow[],
    classes: ReturnType<typeof classesOf>,
    now: string,
  ) => {
    const readings = all.filter(({ admission }) => admission === _id);
    const facts = chartFacts({ person, allergies: person.allergies, medications, readings, all, now, classes });
    return facts && { facts, medications, labels, ...findFindings(facts, statements) };
  },
);
const classesIn = forLastInputs(classesOf);
const openIn = (
  found: ReturnType<typeof findIn> & object,
  decisions: readonly FindingDecision[],
  taken: ReadonlySet<string>,
): Findings => {
  const made = decisions.flatMap((one) => asDecision(one) ?? []);
  const open = openFindings(found.findings, made, found.facts.day);
  return { ...found, open: open.filter((finding) => !taken.has(identityOf(finding))) };
};

/** Undefined until all of the chart is read, and for a patient who is discharged. */
export function useFindings(chart: ChartOfFindings): Findings | undefined {
  const { _id, team, dischargeDate } = chart;
  const { list } = useStatementsInUse();
  const medications = useQuery(medicationsQuery(_id, team)).data;
  const measurements = useQuery(measurementsQuery(_id, team)).data?.measurements;
  const decisions = useQuery(findingDecisionsQuery(_id, team)).data?.decisions;
  const [labels, tags] = [useQuery(drugsQuery()).data, useQuery(tagsQuery()).data];
  const taken = useTakenFindings(_id);
  const day = useToday();
  const found =
    dischargeDate === null && medications && measurements && labels && tags
      ? findIn(chart, list, medications, measurements, labels, classesIn(labels, tags), day)
      : undefined;
  return useMemo(() => found && decisions && openIn(found, decisions, taken), [found, decisions, taken]);
}
