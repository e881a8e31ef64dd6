/** The names of the kinds as people type them, in English and Arabic, without case, marks and punctuation. */
import { foldLetters } from '../values/folding.ts';
import type { MeasurementKind } from './kinds.ts';

const names: Readonly<Record<MeasurementKind, string>> = {
  weight: 'wt, weight, body weight, bw, وزن, وزن الجسم',
  height: 'ht, height, length, طول',
  temperature: 't, temp, temperature, حرارة, درجة الحرارة',
  creatinine: 'cr, creat, creatinine, scr, كرياتينين, كرياتنين',
  urea: 'urea, يوريا, بولينا',
  sodium: 'na, sodium, صوديوم',
  potassium: 'k, potassium, بوتاسيوم',
  chloride: 'cl, chloride, كلوريد',
  bicarbonate: 'hco3, bicarb, bicarbonate, co2, tco2, بيكربونات',
  magnesium: 'mg, magnesium, ماغنسيوم, مغنيسيوم, ماغنيسيوم',
  phosphate: 'po4, phos, phosphate, phosphorus, فوسفات, فوسفور, فسفور',
  calcium: 'ca, calcium, total calcium, كالسيوم',
  albumin: 'alb, albumin, ألبومين',
  alt: 'alt, sgpt, gpt',
  ast: 'ast, sgot, got',
  bilirubin: 'bil, bili, bilirubin, t bil, tbil, total bilirubin, بيليروبين, صفراء',
  inr: 'inr',
  hemoglobin: 'hb, hgb, hemoglobin, haemoglobin, هيموجلوبين, هيموغلوبين',
  platelets: 'plt, plts, platelets, platelet, صفائح, صفائح دموية',
  wbc: 'wbc, wbcs, tlc, leukocytes, كرات بيضاء',
  crp: 'crp, c reactive protein',
  lactate: 'lac, lact, lactate, lactic acid, لاكتات',
  glucose: 'glu, gluc, glucose, bg, rbs, fbs, blood sugar, blood glucose, سكر, جلوكوز',
  vancomycin: 'vanco, vancomycin, فانكومايسين, فانكو',
  gentamicin: 'genta, gentamicin, جنتاميسين, جنتامايسين',
  amikacin: 'amik, amikacin, أميكاسين',
  phenytoin: 'phenytoin, pht, فينيتوين',
  digoxin: 'dig, digoxin, ديجوكسين',
  valproate: 'vpa, valproate, valproic acid, فالبروات',
  carbamazepine: 'cbz, carbamazepine, كاربامازيبين',
  theophylline: 'theo, theophylline, ثيوفيلين',
  tacrolimus: 'tac, tacrolimus, fk506, تاكروليموس',
  ciclosporin: 'csa, cya, ciclosporin, cyclosporin, cyclosporine, سيكلوسبورين',
  lithium: 'li, lithium, ليثيوم',
};
/** Names of urea that mean its nitrogen: `mg/dL` is `mg{N}/dL` then. */
const nitrogenNames = 'bun, blood urea nitrogen, urea nitrogen';

/** Words that change nothing: `serum Na`, `and K`, `vancomycin level`, `مستوى الديجوكسين`. */
const PLAIN_WORDS = /^(?:(?:and|serum|s|مستوي) )+| level$/g;
/** The charge of an ion is left out: `Ca2+`. */
const fold = (text: string): string =>
  foldLetters(text)
    .replace(/\d?\++|[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export interface Named {
  readonly kind: MeasurementKind;
  readonly isNitrogen: boolean;
}
const entries = (listed: string, named: Named) => listed.split(', ').map((name) => [fold(name), named] as const);
const byName: ReadonlyMap<string, Named> = new Map([
  ...(Object.keys(names) as MeasurementKind[]).flatMap((kind) => entries(names[kind], { kind, isNitrogen: false })),
  ...entries(nitrogenNames, { kind: 'urea', isNitrogen: true }),
]);

/**
 * The kind that a text names as a whole: `urine Na` and `CrCl` are none. An Arabic article and the "and" before a word
 * do not count.
 */
export function kindNamed(text: string): Named | undefined {
  const key = fold(text).replace(PLAIN_WORDS, '');
  return byName.get(key) ?? byName.get(key.replace(/^و? ?(?:ال)?/, ''));
}
