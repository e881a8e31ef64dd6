/** Charts of the specs. */
import { calendarDate } from '../values/calendar-date.ts';
import type { AllergyFact, ChartFacts, OrderFact } from './chart-facts.ts';

export const today = calendarDate('2026-05-12');
const tagsOf: Readonly<Record<string, readonly string[]>> = {
  amoxicillin: ['aminopenicillin', 'antibiotic'],
  ampicillin: ['aminopenicillin', 'antibiotic'],
  cefalexin: ['aminocephalosporin', 'antibiotic'],
  ceftriaxone: ['antibiotic'],
  'calcium-gluconate': ['calcium-iv'],
  'calcium-chloride': ['calcium-iv'],
  ibuprofen: ['nsaid'],
  diclofenac: ['nsaid'],
  aspirin: ['nsaid'],
};
export const roots = [...Object.keys(tagsOf), 'enoxaparin', 'meropenem', 'valproate', 'potassium-chloride'];

/** 500 mg IV, three times a day. */
export const order = (root: string, changed: Partial<OrderFact> = {}): OrderFact => ({
  orderId: `order-${root}`,
  label: root,
  root,
  tags: tagsOf[root] ?? [],
  isActive: true,
  route: 'iv',
  single: { value: 500, unit: 'mg' },
  daily: { value: 1500, unit: 'mg' },
  ...changed,
});
/** An order of a dose that is given so many times a day. */
export const doses = (root: string, value: number, times: number, changed: Partial<OrderFact> = {}): OrderFact =>
  order(root, { single: { value, unit: 'mg' }, daily: { value: value * times, unit: 'mg' }, ...changed });

export const allergy = (drug: string, changed: Partial<AllergyFact> = {}): AllergyFact => ({
  allergyId: `allergy-${drug}`,
  label: drug,
  drug,
  tag: '',
  drugTags: tagsOf[drug] ?? [],
  reaction: '',
  severity: '',
  certainty: '',
  ...changed,
});
export const classAllergy = (tag: string): AllergyFact => allergy('', { allergyId: `allergy-${tag}`, label: tag, tag });

const on = (value: number) => ({ value, day: today });
/** An adult of 70 kg with a clearance, without allergies. */
export const chart = (orders: readonly OrderFact[], changed: Partial<ChartFacts> = {}, crcl = 80): ChartFacts => ({
  day: today,
  allergies: [],
  orders,
  values: { crcl: on(crcl), weight: on(70), ageYears: on(60) },
  ...changed,
});
