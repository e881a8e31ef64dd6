/** Formulas of body size. */
import { formula, type Note, refused } from './formula.ts';
import type { Range, Values } from './inputs.ts';

export const adult: { readonly age: Range } = { age: [18, 120] };
/**
 * Devine's equation begins at 60 inches. Calculators extend its line below (InsightRX/clinPK, `calc_ibw`); here down to
 * 147 cm, above which stature is not dwarfism (Mayo Clinic).
 */
const DEVINE: Range = [147, 244];
const CM_PER_INCH = 2.54;

type Size = Pick<Values, 'weight' | 'height'>;

/** In kg/m², from kg and cm. Any age; in a child it says nothing without a percentile. */
export const bodyMassIndex = ({ weight, height }: Size): number => weight / (height / 100) ** 2;

/** In kg, from cm. Adults of at least 147 cm: below it falls to nothing. Devine 1974. */
export const idealWeight = ({ sex, height }: Pick<Values, 'sex' | 'height'>): number =>
  (sex === 'male' ? 50 : 45.5) + 2.3 * (height / CM_PER_INCH - 60);

const notesOnHeight = (height: number): Note[] => (height < 60 * CM_PER_INCH ? ['idealWeightExtrapolated'] : []);

/** In kg. Adults above their ideal weight. The factor 0.4: Winter 2012. */
const adjustedWeight = (weight: number, ideal: number): number => ideal + 0.4 * (weight - ideal);

/** In kg, from kg and cm. Adults. Janmahasatian 2005. */
const leanWeight = ({ sex, weight, height }: Size & Pick<Values, 'sex'>): number => {
  const bmi = bodyMassIndex({ weight, height });
  return (9270 * weight) / (sex === 'male' ? 6680 + 216 * bmi : 8780 + 244 * bmi);
};

/** In m², from kg and cm. Any age. Mosteller 1987. */
const surface = ({ weight, height }: Size): number => Math.sqrt((weight * height) / 3600);

/**
 * The weight in kg for the creatinine clearance of an adult. Winter 2012: the actual weight had no bias in underweight
 * patients, the ideal one in patients of normal weight (BMI below 25), and the adjusted one had the least above. A
 * patient below the ideal weight counts as underweight. Without an ideal weight the actual one is used, and noted.
 */
export function weightForClearance({
  sex,
  weight,
  height,
}: Pick<Values, 'sex' | 'weight'> & { readonly height?: number | undefined }): { weight: number; notes: Note[] } {
  if (height === undefined) return { weight, notes: ['actualWeight', 'heightUnknown'] };
  if (height < DEVINE[0]) return { weight, notes: ['actualWeight', 'heightBelowRange'] };
  const ideal = idealWeight({ sex, height });
  const notes = notesOnHeight(height);
  if (weight < ideal) return { weight, notes: ['actualWeight', ...notes] };
  if (bodyMassIndex({ weight, height }) < 25) return { weight: ideal, notes: ['idealWeight', ...notes] };
  return { weight: adjustedWeight(weight, ideal), notes: ['adjustedWeight', ...notes] };
}

const devine = 'Devine BJ. Drug Intell Clin Pharm 1974;8:650–655';
export const winter = 'Winter MA, Guhr KN, Berg GM. Pharmacotherapy 2012;32:604–612';
const adultOfKnownHeight = { ...adult, height: DEVINE };

export const bodySize = {
  bodyMassIndex: formula(
    { unit: 'kg/m²', decimals: 1, source: 'WHO Technical Report Series 894, 2000' },
    { needs: ['weight', 'height'] },
    bodyMassIndex,
  ),
  idealWeight: formula(
    { unit: 'kg', decimals: 1, source: devine },
    { needs: ['age', 'sex', 'height'], valid: adultOfKnownHeight },
    (values) => ({ value: idealWeight(values), notes: notesOnHeight(values.height) }),
  ),
  adjustedWeight: formula(
    { unit: 'kg', decimals: 1, source: `${winter}; ${devine}` },
    { needs: ['age', 'sex', 'weight', 'height'], valid: adultOfKnownHeight },
    (values) => {
      const ideal = idealWeight(values);
      if (values.weight < ideal) return refused('weight');
      const value = adjustedWeight(values.weight, ideal);
      return { value, details: { idealWeight: ideal }, notes: notesOnHeight(values.height) };
    },
  ),
  leanWeight: formula(
    { unit: 'kg', decimals: 1, source: 'Janmahasatian S et al. Clin Pharmacokinet 2005;44:1051–1065' },
    { needs: ['age', 'sex', 'weight', 'height'], valid: adult },
    leanWeight,
  ),
  bodySurface: formula(
    { unit: 'm²', decimals: 2, source: 'Mosteller RD. N Engl J Med 1987;317:1098' },
    { needs: ['weight', 'height'] },
    surface,
  ),
};
