/** Weight, height, temperature, results of the laboratory, levels of drugs. For the browser: it imports types only. */
import type { UnitCode } from './ucum.ts';

interface KindRow {
  /** The canonical unit, then the others that are accepted. */
  readonly units: readonly [UnitCode, ...UnitCode[]];
  /** Decimals on screens, in the canonical unit. */
  readonly decimals: number;
  /**
   * Bounds in the canonical unit. A value outside is a question, never refused: a decimal point may have slipped, or
   * the unit may be another. They say nothing about health.
   */
  readonly plausible: readonly [low: number, high: number];
  /** g/mol, for units of substance. */
  readonly molarMass?: number;
  /** The charge of the ion, for milliequivalents. */
  readonly charge?: number;
  /** A level of a drug: it means nothing without the times of the last dose and of the sample. */
  readonly isLevel?: true;
}

const saltUnits = ['mg/dL', 'mmol/L', 'meq/L'] as const;
const microUnits = ['mg/L', 'ug/mL', 'umol/L'] as const;
const nanoUnits = ['ng/mL', 'ug/L', 'nmol/L'] as const;

/**
 * Molar masses are sums of the abridged standard atomic weights of IUPAC 2021 (https://ciaaw.org): of urea, phosphorus
 * (for phosphate), lactic acid and valproic acid, as laboratories report them. Tacrolimus has none: the
 * published factor (ASHP) is of its hydrate. Gentamicin is a mixture. Vancomycin and amikacin are reported in mass.
 *
 * Bounds lie within what data sets of intensive care keep as valid: MIMIC-Extract's `variable_ranges.csv` (Wang 2020),
 * ricu's concepts (Bennett 2023; creatinine, bicarbonate, calcium, urea as 200 mg/dL of nitrogen), INR by the OHDSI
 * DataQualityDashboard 1.4. Where those begin at 0, the lower one is ours; so are the upper ones of magnesium and CRP.
 * Weight and height: growthcleanr (Daymont 2017). Levels: up to five times the top of the therapeutic range (Basic
 * Skills in Interpreting Laboratory Data, ASHP, appendix A; vancomycin: Rybak 2009; valproate, ciclosporin: Medscape
 * 2172048).
 */
export const measurementKinds = {
  weight: { units: ['kg', 'g'], decimals: 1, plausible: [0.2, 600] },
  height: { units: ['cm', 'm'], decimals: 0, plausible: [18, 244] },
  temperature: { units: ['Cel', '[degF]'], decimals: 1, plausible: [26, 45] },
  creatinine: { units: ['mg/dL', 'umol/L'], decimals: 2, plausible: [0.1, 15], molarMass: 113.12 },
  /** `mg{N}/dL` is urea nitrogen (BUN). */
  urea: { units: ['mg/dL', 'mmol/L', 'mg{N}/dL'], decimals: 0, plausible: [2, 428], molarMass: 60.056 },
  sodium: { units: ['mmol/L', 'meq/L'], decimals: 0, plausible: [90, 200], charge: 1 },
  potassium: { units: ['mmol/L', 'meq/L'], decimals: 1, plausible: [1, 12], charge: 1 },
  chloride: { units: ['mmol/L', 'meq/L'], decimals: 0, plausible: [50, 175], charge: 1 },
  bicarbonate: { units: ['mmol/L', 'meq/L'], decimals: 0, plausible: [5, 50], charge: 1 },
  magnesium: { units: saltUnits, decimals: 1, plausible: [0.5, 12], molarMass: 24.305, charge: 2 },
  phosphate: { units: ['mg/dL', 'mmol/L'], decimals: 1, plausible: [0.5, 20], molarMass: 30.974 },
  calcium: { units: saltUnits, decimals: 1, plausible: [4, 20], molarMass: 40.078, charge: 2 },
  albumin: { units: ['g/dL', 'g/L'], decimals: 1, plausible: [0.6, 6] },
  alt: { units: ['U/L'], decimals: 0, plausible: [2, 10_000] },
  ast: { units: ['U/L'], decimals: 0, plausible: [6, 20_000] },
  bilirubin: { units: ['mg/dL', 'umol/L'], decimals: 1, plausible: [0.1, 60], molarMass: 584.673 },
  inr: { units: ['{INR}'], decimals: 1, plausible: [0.5, 30] },
  hemoglobin: { units: ['g/dL', 'g/L'], decimals: 1, plausible: [2, 25] },
  platelets: { units: ['10*3/uL', '10*9/L', '/uL'], decimals: 0, plausible: [1, 2000] },
  wbc: { units: ['10*3/uL', '10*9/L', '/uL'], decimals: 1, plausible: [0, 1000] },
  crp: { units: ['mg/L', 'mg/dL'], decimals: 0, plausible: [0, 1000] },
  lactate: { units: ['mmol/L', 'mg/dL'], decimals: 1, plausible: [0.4, 30], molarMass: 90.078 },
  glucose: { units: ['mg/dL', 'mmol/L'], decimals: 0, plausible: [33, 2000], molarMass: 180.156 },
  vancomycin: { units: ['mg/L', 'ug/mL'], decimals: 1, plausible: [0, 100], isLevel: true },
  gentamicin: { units: ['mg/L', 'ug/mL'], decimals: 1, plausible: [0, 50], isLevel: true },
  amikacin: { units: ['mg/L', 'ug/mL'], decimals: 1, plausible: [0, 150], isLevel: true },
  phenytoin: { units: microUnits, decimals: 1, plausible: [0, 100], molarMass: 252.273, isLevel: true },
  digoxin: { units: nanoUnits, decimals: 1, plausible: [0, 11], molarMass: 780.949, isLevel: true },
  valproate: { units: microUnits, decimals: 0, plausible: [0, 625], molarMass: 144.214, isLevel: true },
  carbamazepine: { units: microUnits, decimals: 1, plausible: [0, 60], molarMass: 236.274, isLevel: true },
  theophylline: { units: microUnits, decimals: 1, plausible: [0, 75], molarMass: 180.167, isLevel: true },
  tacrolimus: { units: ['ng/mL', 'ug/L'], decimals: 1, plausible: [0, 100], isLevel: true },
  ciclosporin: { units: nanoUnits, decimals: 0, plausible: [0, 2000], molarMass: 1202.635, isLevel: true },
  lithium: { units: ['mmol/L', 'meq/L'], decimals: 2, plausible: [0, 7.5], charge: 1, isLevel: true },
} as const satisfies Record<string, KindRow>;
export type MeasurementKind = keyof typeof measurementKinds;
export const kindRow = (kind: MeasurementKind): KindRow => measurementKinds[kind];

/** A value in the unit in which it was typed. */
export interface Amount {
  readonly value: number;
  readonly unit: UnitCode;
  /** The value in the canonical unit of its kind. */
  readonly canonical: number;
}
export interface Measurement extends Amount {
  readonly kind: MeasurementKind;
}

/** Ages in completed days, from the first to before the second. Absent: no bound. */
export interface AgeSpan {
  readonly fromAgeDays?: number;
  readonly toAgeDays?: number;
}
export const NEWBORN_DAYS = 28;
/** 18 years of 365.25 days. */
export const ADULT_DAYS = 6575;
/** A span with a bound holds no unknown age. */
export const includesAge = (span: AgeSpan, ageDays: number | undefined): boolean =>
  ageDays === undefined
    ? span.fromAgeDays === undefined && span.toAgeDays === undefined
    : ageDays >= (span.fromAgeDays ?? 0) && ageDays < (span.toAgeDays ?? Infinity);

/**
 * Bounds by age: growthcleanr's for weight and height, of which the newborn's are those at birth. The glucose of
 * healthy newborns falls to 20 mg/dL (StatPearls, "Neonatal Hypoglycemia"): their question begins at half of that.
 */
const plausibleAtAge: Partial<Record<MeasurementKind, readonly (AgeSpan & Pick<KindRow, 'plausible'>)[]>> = {
  weight: [
    { toAgeDays: NEWBORN_DAYS, plausible: [0.2, 10.5] },
    { toAgeDays: 731, plausible: [0.2, 35] },
    { fromAgeDays: ADULT_DAYS, plausible: [20, 500] },
  ],
  height: [
    { toAgeDays: NEWBORN_DAYS, plausible: [18, 65] },
    { fromAgeDays: ADULT_DAYS, plausible: [50, 244] },
  ],
  glucose: [{ toAgeDays: NEWBORN_DAYS, plausible: [10, 2000] }],
};

/** @param ageDays undefined where the age is not known: the widest bounds count */
export function isPlausible(kind: MeasurementKind, canonical: number, ageDays?: number): boolean {
  const { plausible } = plausibleAtAge[kind]?.find((span) => includesAge(span, ageDays)) ?? kindRow(kind);
  return canonical >= plausible[0] && canonical <= plausible[1];
}
