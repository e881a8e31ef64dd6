/**
 * The facts of an inpatient that the priority counts, and the current antimicrobials, from the rows of the chart
 * (docs/decisions/read-side/priority.md). Pure: days are those of the hospital's time zone.
 */
import type { WardAntimicrobial, WardPatient } from 'language/contract/handover';
import { type Hold, isHeld } from 'language/domain/admission/medication-course';
import { isOfAgent } from 'language/domain/checks/agent-checks';
import { isIntravenous } from 'language/domain/checks/chart-facts';
import { akiStages } from 'language/domain/formulas/acute-kidney-injury';
import type { MeasurementKind } from 'language/domain/measurements/kinds';
import type { Route } from 'language/domain/orders/order';
import type { PriorityFacts } from 'language/domain/priority/facts';
import type { PriorityTable } from 'language/domain/priority/table';
import type { Severity } from 'language/domain/values/codes';
import { addDays, type CalendarDate, daysBetween } from 'language/domain/values/calendar-date';

/** A medication that was not stopped when its chart was read. */
export interface ChartMedication {
  readonly _id: string;
  /** Trade-label id, and its drug. */
  readonly drug: string;
  readonly root: string;
  /** As it was written. */
  readonly label: string;
  readonly startDate: CalendarDate;
  readonly stopDate: CalendarDate | null;
  readonly hold: Hold | null;
  readonly writtenRoute: string;
  /** Undefined: not understood. */
  readonly route: Route | undefined;
  readonly indication: string;
  readonly culture: string;
}
export interface ChartReading {
  readonly kind: string;
  /** In the canonical unit. */
  readonly value: number;
  readonly day: CalendarDate;
  /** HH:MM; empty where only the day is known. */
  readonly at: string;
}
/** The parts of an admission's rows that board and facts need. */
export interface WardChart {
  readonly medications: readonly ChartMedication[];
  /** Creatinine, temperature and levels of drugs, of the last 30 days. */
  readonly readings: readonly ChartReading[];
  /** Each day with a review. */
  readonly reviewDays: readonly string[];
  /** The drugs of the entries since the day on which the chart was read. */
  readonly reviewed: readonly { readonly day: string; readonly root: string }[];
  /** The errors without a response. */
  readonly pending: readonly { readonly severity: Severity | null; readonly followUp: string | null }[];
  /** The person and time (ISO 8601 UTC) of the last change; null where none was announced. */
  readonly last: { readonly by: string; readonly at: string } | null;
  /** The day on which the team received the patient; null: admitted by the team. */
  readonly receivedOn: string | null;
  readonly taken: readonly { readonly userId: string; readonly day: string }[];
  readonly marks: { readonly [kind in 'deferral' | 'level']?: { day: string; detail: string; userId: string } };
}
export const emptyChart: WardChart = {
  medications: [],
  readings: [],
  reviewDays: [],
  reviewed: [],
  pending: [],
  last: null,
  receivedOn: null,
  taken: [],
  marks: {},
};
export interface WardDrug {
  /** Ids of tags. */
  readonly tags: readonly string[];
  /** The kind of its level, if it has one. */
  readonly level: MeasurementKind | undefined;
  readonly hasOralForm: boolean;
}
export interface WardCatalogue {
  /** The names of trade labels by their ids, also of withdrawn ones. */
  readonly tradeNames: ReadonlyMap<string, string>;
  readonly drugs: ReadonlyMap<string, WardDrug>;
  /** The ids of tags by their names of now and before, in lower case. */
  readonly tagIds: ReadonlyMap<string, string>;
}

export interface OnWard {
  readonly row: Pick<WardPatient, 'admissionDate' | 'plannedDischarge'>;
  readonly chart: WardChart;
  readonly allergies: readonly { readonly drug: string; readonly tag: string }[];
}
export interface Moment {
  readonly today: CalendarDate;
  /** `YYYY-MM-DD HH:MM` in the hospital's time zone. */
  readonly now: string;
}

const FEVER_CELSIUS = 38;
/** A creatinine that is older says nothing about the kidneys of today. */
const CREATININE_DAYS = 7;
/** The antibiotic time-out of 48 to 72 hours. */
const SETTLED_BY_DAY = 3;
const REVIEW_DAYS: readonly number[] = [3, 4];
const SWITCH_FROM_DAY = 2;
const oralRoutes: readonly (Route | undefined)[] = ['po', 'ng'];
/** By mouth they do not reach the blood, so that no level is due. */
const injectedForLevels: readonly MeasurementKind[] = ['vancomycin', 'gentamicin', 'amikacin'];
const injections: readonly (Route | undefined)[] = ['iv', 'iv-infusion', 'im', undefined];

/** 0 for a later day. */
const since = (day: string, today: CalendarDate): number => Math.max(daysBetween(day as CalendarDate, today), 0);
const sinceOrNull = (day: string | null, today: CalendarDate): number | null =>
  day === null ? null : since(day, today);
const graver = (one: Severity | null, other: Severity | null): Severity | null =>
  one === null || (other !== null && other > one) ? other : one;
export const lastReviewOf = ({ reviewDays }: Pick<WardChart, 'reviewDays'>): string | null =>
  reviewDays.toSorted().at(-1) ?? null;

export function wardFactsOf(
  { row, chart, allergies }: OnWard,
  { tradeNames, drugs, tagIds }: WardCatalogue,
  table: PriorityTable,
  { today, now }: Moment,
): { facts: PriorityFacts; antimicrobials: WardAntimicrobial[] } {
  const tagged = (names: readonly string[]): ((one: Current) => boolean) => {
    const ids = names.flatMap((name) => tagIds.get(name.trim().toLowerCase()) ?? []);
    return ({ tags }) => ids.some((id) => tags.includes(id));
  };
  const current = chart.medications
    .filter((one) => one.startDate <= today && (one.stopDate === null || one.stopDate > today) && !isHeld(one, today))
    .map((one) => ({
      ...one,
      label: tradeNames.get(one.drug) ?? one.label,
      tags: drugs.get(one.root)?.tags ?? [],
      day: since(one.startDate, today) + 1,
    }));
  type Current = (typeof current)[number];
  const labelsOf = (isIt: (one: Current) => boolean): string[] => current.filter(isIt).map(({ label }) => label);

  const isAntibiotic = tagged(table.antibioticTags);
  const isOralGiven = current.some(({ route }) => oralRoutes.includes(route));
  const isSwitchable = ({ root, route, day }: Current): boolean =>
    day >= SWITCH_FROM_DAY &&
    isIntravenous({ route }) &&
    isOralGiven &&
    drugs.get(root)?.hasOralForm === true &&
    isKnownAfebrile(chart.readings, now, today);
  const isReviewed = ({ root }: Current): boolean =>
    chart.reviewed.some((entry) => entry.day === today && entry.root === root);

  return {
    facts: {
      daysSinceReview: sinceOrNull(lastReviewOf(chart), today),
      worstPending: chart.pending.map(({ severity }) => severity).reduce(graver, null),
      pending: chart.pending.length,
      overdue: chart.pending.filter(({ followUp }) => followUp !== null && followUp < today).length,
      dayOfStay: since(row.admissionDate, today) + 1,
      daysSinceTransfer: sinceOrNull(chart.receivedOn, today),
      highAlertDrugs: labelsOf(tagged(table.highAlertTags)),
      medicines: current.length,
      akiStage: akiStageOf(chart.readings, today),
      allergyConflicts: labelsOf((one) => allergies.some((allergy) => isOfAgent(allergy, one))),
      unsettledAntibiotics: labelsOf(
        (one) => isAntibiotic(one) && one.day >= SETTLED_BY_DAY && (one.indication === '' || one.culture === ''),
      ),
      levelsDue: labelsOf((one) => isLevelDue(one, drugs.get(one.root)?.level, chart.readings, table, today)),
      plannedDischarge: row.plannedDischarge || null,
    },
    antimicrobials: current.filter(isAntibiotic).map((one) => ({
      medication: one._id,
      label: one.label,
      startDate: one.startDate,
      day: one.day,
      route: one.writtenRoute,
      indication: one.indication,
      culture: one.culture,
      reviewDue: REVIEW_DAYS.includes(one.day) && !isReviewed(one),
      ivToOral: isSwitchable(one),
    })),
  };
}

/** The stage at the newest creatinine of the stay, if it is of the last days. */
function akiStageOf(readings: readonly ChartReading[], today: CalendarDate): PriorityFacts['akiStage'] {
  const creatinine = readings.filter(({ kind }) => kind === 'creatinine');
  const newest = akiStages(
    creatinine.map(({ value, day, at }) => ({
      value,
      day,
      hour: at === '' ? undefined : Number(at.slice(0, 2)) + Number(at.slice(3)) / 60,
    })),
  ).at(-1);
  if (newest === undefined || daysBetween(newest.reading.day, today) > CREATININE_DAYS) return null;
  return newest.stage ?? null;
}

/** In the last 24 hours. A temperature without a time is that of the end of its day. */
/** A temperature was measured in the last 24 hours, and none was a fever. */
function isKnownAfebrile(readings: readonly ChartReading[], now: string, today: CalendarDate): boolean {
  const dayAgo = `${addDays(today, -1)}${now.slice(10)}`;
  const measured = readings.filter(({ kind, day, at }) => kind === 'temperature' && `${day} ${at || '23:59'}` > dayAgo);
  return measured.length > 0 && measured.every(({ value }) => value < FEVER_CELSIUS);
}

function isLevelDue(
  { route, startDate }: Pick<ChartMedication, 'route' | 'startDate'>,
  kind: MeasurementKind | undefined,
  readings: readonly ChartReading[],
  { levelAfterDays }: PriorityTable,
  today: CalendarDate,
): boolean {
  if (kind === undefined) return false;
  if (injectedForLevels.includes(kind) && !injections.includes(route)) return false;
  if (daysBetween(startDate, today) < levelAfterDays) return false;
  return !readings.some((one) => one.kind === kind && daysBetween(one.day, today) < levelAfterDays);
}
