/**
 * The facts of a chart as checks and templates read them. It loads the reader of written orders: load it with the part of
 * a screen that needs it.
 */
import type { AdmissionMedication, AllergyList, Tag, TradeLabelRow } from 'language/contract/entities';
import { isHeld } from 'language/domain/admission/medication-course';
import type { AllergyFact, ChartFacts, DoseAmount, OrderFact } from 'language/domain/checks/chart-facts';
import { drugOfTradeLabel } from 'language/domain/drug/trade-label';
import { type Computed, isResult } from 'language/domain/formulas/formula';
import type { Reading as DatedValue } from 'language/domain/formulas/inputs';
import { dailyAmount, isForm, minutesOfUnit, type Dose, type Order, type Unit } from 'language/domain/orders/order';
import { parseDose, parseFrequency, parseRoute, understood } from 'language/domain/orders/parse-order';
import { asCalendarDate, type CalendarDate } from 'language/domain/values/calendar-date';
import { isListedOn } from './listed-medications.ts';
import { ageInDays, computedFrom, newestOf, type Person, type Reading } from './measured-values.ts';

/** The catalogue's classes of each drug: trade labels name them, statements and allergies have their ids. */
export function classesOf(labels: readonly TradeLabelRow[], tags: readonly Tag[]): ReadonlyMap<string, string[]> {
  const ids = new Map(tags.map(({ _id, label }) => [label.toLowerCase(), _id]));
  return new Map(
    labels.map(({ drug, drugTags }) => [drug, drugTags.flatMap(({ name }) => ids.get(name.toLowerCase()) ?? [])]),
  );
}

interface Amount {
  readonly amount: number;
  readonly amountTo?: number;
  readonly unit: Unit;
}
/** The upper end of a range: a limit holds for it. An amount by weight needs the weight, one by surface is not known. */
function inWhole({ amount, amountTo = amount, unit }: Amount, weight: number | undefined): DoseAmount | undefined {
  const isByWeight = unit.endsWith('/kg');
  if ((isByWeight && weight === undefined) || unit.includes('/m2')) return undefined;
  return isByWeight ? { value: amountTo * (weight ?? 1), unit: unit.slice(0, -3) } : { value: amountTo, unit };
}
/** The content of counted pieces, where the order says it: 2 tablets of 500 mg are 1 g. */
function contentOf({ dose, strength }: Order): Dose | undefined {
  if (!dose || !strength || !isForm(dose.unit) || strength.inMl !== undefined) return dose;
  const { amount, amountTo } = dose;
  return {
    amount: amount * strength.amount,
    ...(amountTo !== undefined && { amountTo: amountTo * strength.amount }),
    unit: strength.unit,
  };
}

type WrittenOrder = Pick<
  AdmissionMedication,
  '_id' | 'drug' | 'drugLabel' | 'dose' | 'route' | 'frequency' | 'startDate' | 'stopDate' | 'hold'
>;
/** A part of an order that is not understood is not known. */
function orderFact(
  medication: WrittenOrder,
  day: string,
  classes: ReadonlyMap<string, readonly string[]>,
  weight: number | undefined,
): OrderFact {
  const root = drugOfTradeLabel(medication.drug);
  const dose = understood(parseDose(medication.dose));
  const route = understood(parseRoute(medication.route));
  const frequency = understood(parseFrequency(medication.frequency));
  const each = dose && contentOf(dose);
  const isRate = each !== undefined && minutesOfUnit(each.unit) !== undefined;
  const daily = each && frequency && dailyAmount({ ...dose, ...frequency, dose: each });
  return {
    orderId: medication._id,
    label: medication.drugLabel,
    root: classes.has(root) ? root : '',
    tags: classes.get(root) ?? [],
    isActive: isListedOn(medication, day) && !isHeld(medication, day),
    route: route?.route ?? dose?.route,
    single: each && !isRate ? inWhole(each, weight) : undefined,
    daily: daily && inWhole(daily, weight),
  };
}

const allergyFacts = (
  allergies: AllergyList | undefined,
  classes: ReadonlyMap<string, readonly string[]>,
): AllergyFact[] | undefined =>
  allergies === undefined || allergies.state === 'not-asked'
    ? undefined
    : allergies.list.map(({ _id, drug, drugLabel, tag, tagLabel, agentText, reaction, severity, certainty }) => ({
        allergyId: _id,
        label: drugLabel || tagLabel || agentText,
        drug,
        tag,
        drugTags: classes.get(drug) ?? [],
        reaction,
        severity,
        certainty,
      }));

interface Known {
  readonly person: Person;
  readonly allergies: AllergyList | undefined;
  readonly medications: readonly WrittenOrder[];
  /** The values of this stay, ascending. */
  readonly readings: readonly Reading[];
  /** Those of earlier stays as well. */
  readonly all?: readonly Reading[];
  /** The hospital's clock, `YYYY-MM-DD HH:MM`. */
  readonly now: string;
  /** By the id of the drug (`classesOf`). */
  readonly classes: ReadonlyMap<string, readonly string[]>;
}

/** The newest values in the units of `valueRows`. */
function valueFacts({ person, readings, all = readings, now }: Known, day: CalendarDate): ChartFacts['values'] {
  const newest = newestOf(readings);
  const computed = computedFrom({ readings, all, person, now });
  const measured = (kind: string): DatedValue | undefined => {
    const reading = newest.get(kind);
    const takenOn = reading && asCalendarDate(reading.takenOn);
    return reading && takenOn ? { value: reading.canonical, day: takenOn } : undefined;
  };
  const ofKidney = (value: Computed | undefined): DatedValue | undefined =>
    value && isResult(value) ? { value: value.value, day: measured('creatinine')?.day ?? day } : undefined;
  const child = ofKidney(computed?.values.glomerularFiltrationOfChild);
  const days = ageInDays(person, now);
  return {
    creatinine: measured('creatinine'),
    weight: measured('weight'),
    crcl: ofKidney(computed?.values.creatinineClearance),
    egfr: child ?? ofKidney(computed?.values.glomerularFiltration),
    ageYears: computed?.age && { value: computed.age.years, day },
    ageDays: days === undefined ? undefined : { value: days, day },
  };
}

/** Undefined for a date that is none. */
export function chartFacts(known: Known): ChartFacts | undefined {
  const day = asCalendarDate(known.now.slice(0, 10));
  if (day === undefined) return undefined;
  const values = valueFacts(known, day);
  return {
    day,
    allergies: allergyFacts(known.allergies, known.classes),
    orders: known.medications.map((one) => orderFact(one, day, known.classes, values.weight?.value)),
    values,
  };
}
