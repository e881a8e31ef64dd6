/** Results as the measurements that people record. */
import {
  correctMeasurement,
  recordMeasurements,
  removeMeasurement,
} from 'language/domain/admission/decide-measurement';
import { admitted } from 'language/domain/admission/lookup';
import type { Admitted } from 'language/domain/admission/state';
import { toCanonical } from 'language/domain/measurements/units';
import { addDays } from 'language/domain/values/calendar-date';
import { groupBy } from 'service-kit/aggregates/group-by';
import { derivedId } from '../../commands/derived-id.ts';
import type { Applying, Candidate } from './applying.ts';
import { teamAt } from './mapping.ts';
import type { Result, ResultFacts } from './read-results.ts';
import { Parked } from './reasons.ts';

interface Chart {
  readonly admissionId: string;
  readonly chart: Admitted;
  readonly candidate: Candidate;
}

const WITHDRAWN = 'Taken back by the laboratory';

/** The key of a result: one that a person has removed does not come back. */
export const resultKey = (applying: Pick<Applying, 'parts'>, recordNumber: string, { identity }: Result): string =>
  `result:${applying.parts.seal.markOf(`${recordNumber}|${identity}`)}`;

/** @throws Parked after what could be applied · Rejection · what the log and the database throw */
export async function applyResults(applying: Applying, facts: ResultFacts): Promise<void> {
  const candidates = await applying.candidates(facts.recordNumber);
  const { mapping } = applying;
  const isOfOthers =
    !facts.isInpatient ||
    mapping.resultsOfOthers === 'ignore' ||
    (facts.location !== undefined && teamAt(mapping, facts.location) === null);
  if (candidates.length === 0) {
    if (isOfOthers) return;
    throw new Parked('no-open-stay');
  }
  const charts = await chartsOf(applying, candidates);
  const byChart = groupBy(facts.results, (result) => chartAt(charts, result));
  for (const [chart, results] of byChart) if (chart) await record(applying, facts, chart, results);
  const isHomeless = byChart.has(undefined) && !isOfOthers;
  if (isHomeless) throw new Parked('no-open-stay');
  const [first] = facts.unclear;
  if (first) throw new Parked(first.reason, [...new Set(facts.unclear.map(({ about }) => about))].join(', '));
}

async function chartsOf(applying: Applying, candidates: readonly Candidate[]): Promise<readonly Chart[]> {
  const charts: Chart[] = [];
  for (const candidate of candidates)
    for (const { admissionId, status } of candidate.stays) {
      if (status === 'deleted') continue;
      const { state } = await applying.parts.folds.admission.load(admissionId);
      const isOurs = state.status !== 'none' && applying.mapping.teamIds.has(state.teamId);
      if (isOurs && state.status !== 'deleted') charts.push({ admissionId, chart: admitted(state), candidate });
    }
  return charts;
}

/**
 * The stay of the day of the sample, which may be the day before the admission: blood is taken in the emergency room. The
 * open one goes before one that ended on that day.
 * @throws Parked where several are open
 */
function chartAt(charts: readonly Chart[], { takenOn }: Result): Chart | undefined {
  const covering = charts.filter(
    ({ chart }) =>
      addDays(chart.admissionDate, -1) <= takenOn && (chart.status === 'open' || chart.dischargeDate >= takenOn),
  );
  const open = covering.filter(({ chart }) => chart.status === 'open');
  if (open.length > 1) throw new Parked('stay-unclear');
  const newest = covering.toSorted((a, b) => (a.chart.admissionDate < b.chart.admissionDate ? 1 : -1));
  return open[0] ?? newest[0];
}

async function record(
  applying: Applying,
  { recordNumber }: ResultFacts,
  { admissionId, chart, candidate }: Chart,
  results: readonly Result[],
): Promise<void> {
  const { folds, handle } = applying.parts;
  const on = { fold: folds.admission, id: admissionId, actor: () => applying.actorIn(chart.teamId) };
  const { birthdate } = candidate.patient;
  const added = new Map<string, Result>();
  for (const result of results) {
    const measurementId = derivedId(admissionId, result.identity);
    const before = chart.measurements.find((one) => one.measurementId === measurementId);
    const key = resultKey(applying, recordNumber, result);
    const { value, unit, kind } = result;
    const isOlder = before && Date.parse(before.touch.changedAt) > applying.at.getTime();
    if (!before && !result.isWithdrawn && !applying.isStamped(key, new Date(0))) added.set(measurementId, result);
    else if (before && result.isWithdrawn && !isOlder)
      await handle({
        ...on,
        name: 'RemoveMeasurement',
        commandId: applying.commandId('remove', measurementId),
        target: measurementId,
        payload: { measurementId, reason: WITHDRAWN },
        decide: removeMeasurement,
      });
    else if (before && !isOlder && (before.value !== value || before.unit !== toCanonical(kind, value, unit)?.unit))
      await handle({
        ...on,
        name: 'CorrectMeasurement',
        commandId: applying.commandId('correct', measurementId),
        target: measurementId,
        payload: { birthdate, measurementId, changes: { value, unit } },
        decide: correctMeasurement,
      });
    applying.stamp(key);
  }
  if (added.size === 0) return;
  await handle({
    ...on,
    name: 'RecordMeasurements',
    // A message that is tried again may have more to record than before.
    commandId: applying.commandId('record', [...added.keys()].join(',')),
    payload: {
      birthdate,
      measurements: [...added].map(([measurementId, { kind, value, unit, takenOn, takenAt }]) => ({
        measurementId,
        kind,
        value,
        unit,
        takenOn,
        takenAt,
        lastDoseOn: null,
        lastDoseAt: '',
        source: 'laboratory' as const,
        note: '',
      })),
    },
    decide: recordMeasurements,
  });
}
