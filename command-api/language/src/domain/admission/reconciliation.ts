/**
 * The lines of a reconciliation: which medicines a stage has, and which of them no decision explains (docs/product.md,
 * "Reconciliation"). The browser loads this file: no zod.
 */
import { drugOfTradeLabel } from '../drug/trade-label.ts';
import { addDays, asCalendarDate } from '../values/calendar-date.ts';
import type { ReconciliationAction, ReconciliationStage } from '../values/codes.ts';

export interface LineId {
  readonly kind: 'home' | 'stay';
  readonly id: string;
}
interface Listed {
  readonly _id: string;
  /** Trade-label id; empty where the catalogue does not have the drug. */
  readonly drug: string;
}
interface OfStay extends Listed {
  readonly startDate: string;
  readonly stopDate: string | null;
}
/** A home medicine, the medicine of the stay with the same drug, or both. */
export interface Line<Home, Stay> {
  readonly home: Home | undefined;
  readonly stay: Stay | undefined;
}
export interface Stay {
  readonly admissionDate: string;
  /** The first day in the present team; null without a transfer. */
  readonly transferDate: string | null;
  /** Null while the patient is in hospital. */
  readonly dischargeDate: string | null;
}

/** Tells the decisions of a stay apart; an id of the history and of live notes. */
export const decisionKey = ({ stage, line }: { stage: ReconciliationStage; line: LineId }): string =>
  `${stage}.${line.kind}.${line.id}`;

/** The id of a line. That of the home medicine, if there is one. */
export const lineId = ({ home, stay }: Line<Listed, Listed>): LineId =>
  home ? { kind: 'home', id: home._id } : { kind: 'stay', id: stay?._id ?? '' };

export const needsReason = (stage: ReconciliationStage, action: ReconciliationAction): boolean =>
  action === 'changed' || action === 'held' || action === 'stopped' || (stage === 'discharge' && action === 'new');

/**
 * True if the medicine of the stay belongs to a stage: at the admission what began until the day after it; at a transfer and
 * at the discharge what was given until that day, which may be the day of its stop.
 */
function isOfStage(
  { startDate, stopDate }: OfStay,
  stage: ReconciliationStage,
  { admissionDate, transferDate, dischargeDate }: Stay,
  today: string,
): boolean {
  if (stage === 'admission') {
    const admitted = asCalendarDate(admissionDate);
    return admitted !== undefined && startDate <= addDays(admitted, 1);
  }
  const day = stage === 'discharge' ? (dischargeDate ?? today) : transferDate;
  return day !== null && startDate <= day && (stopDate === null || stopDate >= day);
}

/**
 * The lines of a stage: the home medicines, each with the medicine of the stay of the same drug, then the others of the stay. A
 * transfer has those of the stay only.
 * @param today in the hospital, the day of a discharge that is to come
 */
export function linesOf<Home extends Listed, Medicine extends OfStay>(
  stage: ReconciliationStage,
  homeMedications: readonly Home[],
  medications: readonly Medicine[],
  stay: Stay,
  today: string,
): Line<Home, Medicine>[] {
  const others = medications.filter((one) => isOfStage(one, stage, stay, today));
  if (stage === 'transfer') return others.map((one) => ({ home: undefined, stay: one }));
  const lines = homeMedications.map((home) => {
    // The same trade label before another one of the drug.
    const place = [
      others.findIndex(({ drug }) => home.drug !== '' && drug === home.drug),
      others.findIndex(({ drug }) => home.drug !== '' && drugOfTradeLabel(drug) === drugOfTradeLabel(home.drug)),
    ].find((at) => at >= 0);
    return { home, stay: place === undefined ? undefined : others.splice(place, 1)[0] };
  });
  return [...lines, ...others.map((one) => ({ home: undefined, stay: one }))];
}

/** The decision about a line; undefined for an unexplained one. A medicine of the stay may have been decided before its home line was known. */
export const decisionFor = <Decision extends { readonly stage: ReconciliationStage; readonly line: LineId }>(
  stage: ReconciliationStage,
  { home, stay }: Line<Listed, Listed>,
  decisions: readonly Decision[],
): Decision | undefined => {
  const of = (kind: LineId['kind'], one: Listed | undefined): Decision | undefined =>
    one && decisions.find((decision) => decisionKey(decision) === decisionKey({ stage, line: { kind, id: one._id } }));
  return of('home', home) ?? of('stay', stay);
};

/** The order that a decision at the discharge speaks of, if nothing else is said: a continued home medicine is as it was at home. */
export const orderAfter = <Home, Medicine>(
  action: ReconciliationAction,
  { home, stay }: Line<Home, Medicine>,
): Home | Medicine | undefined => (action === 'continued' ? (home ?? stay) : (stay ?? home));
