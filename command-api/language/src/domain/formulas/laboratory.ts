/** Scores and corrections of laboratory values. */
import { adult } from './body-size.ts';
import { formula, refused } from './formula.ts';
import type { Given, Range, Values } from './inputs.ts';

type Electrolytes = Pick<Values, 'sodium' | 'chloride' | 'bicarbonate'>;

/** In mg/dL, from mg/dL and g/dL. K/DOQI 2003, guideline 6. */
const correctedCalcium = ({ calcium, albumin }: Pick<Values, 'calcium' | 'albumin'>): number =>
  calcium + 0.8 * (4 - albumin);

/** In mmol/L. Without potassium. */
const anionGap = ({ sodium, chloride, bicarbonate }: Electrolytes): number => sodium - (chloride + bicarbonate);

/** In mmol/L, from mmol/L and g/dL. 2.5 for each g/dL: Figge 1998; the normal albumin of 40 g/L: FICM 2023. */
const correctedAnionGap = (values: Electrolytes & Pick<Values, 'albumin'>): number =>
  anionGap(values) + 2.5 * (4 - values.albumin);

/**
 * The total level in mg/L at a normal albumin, from mg/L and g/dL. The form for uraemia (0.1 for 0.2) erred by 75 % in 21
 * patients on haemodialysis (Soriano 2017), so on dialysis, and below the highest clearance that calculators give for it
 * (20 mL/min), there is no value: the free level is to be measured.
 */
const correctedPhenytoin = ({ phenytoin, albumin, isOnDialysis }: Given & Pick<Values, 'phenytoin' | 'albumin'>) =>
  isOnDialysis ? refused('isOnDialysis') : phenytoin / (0.2 * albumin + 0.1);

const within = (from: number, to: number, value: number): number => Math.min(Math.max(value, from), to);

const liver = ['sex', 'bilirubin', 'sodium', 'inr', 'creatinine', 'albumin', 'isOnDialysis'] as const;

/**
 * MELD 3.0, 6 to 40, from mg/dL, mmol/L and g/dL. Adults. Kim 2021; ends, dialysis and rounding by OPTN policy 9.1.D
 * (in force from 13 July 2023).
 */
function meld3({ sex, sodium, creatinine, albumin, isOnDialysis, ...values }: Pick<Values, (typeof liver)[number]>) {
  const lnBilirubin = Math.log(Math.max(values.bilirubin, 1));
  const lnInr = Math.log(Math.max(values.inr, 1));
  const lnCreatinine = Math.log(isOnDialysis ? 3 : within(1, 3, creatinine));
  const sodiumBelow = 137 - within(125, 137, sodium);
  const albuminBelow = 3.5 - within(1.5, 3.5, albumin);
  const score =
    (sex === 'female' ? 1.33 : 0) +
    4.56 * lnBilirubin +
    0.82 * sodiumBelow -
    0.24 * sodiumBelow * lnBilirubin +
    9.09 * lnInr +
    11.14 * lnCreatinine +
    1.85 * albuminBelow -
    1.83 * albuminBelow * lnCreatinine +
    6;
  return within(6, 40, Math.round(score));
}

const notUraemic: { readonly creatinineClearance: Range } = { creatinineClearance: [20, Infinity] };

export const laboratory = {
  correctedCalcium: formula(
    { unit: 'mg/dL', decimals: 1, source: 'K/DOQI, guideline 6. Am J Kidney Dis 2003;42(4 Suppl 3)' },
    { needs: ['calcium', 'albumin'] },
    correctedCalcium,
  ),
  anionGap: formula(
    { unit: 'mmol/L', decimals: 0, source: 'Kraut JA, Madias NE. Clin J Am Soc Nephrol 2007;2:162–174' },
    { needs: ['sodium', 'chloride', 'bicarbonate'] },
    anionGap,
  ),
  correctedAnionGap: formula(
    { unit: 'mmol/L', decimals: 1, source: 'Figge J et al. Crit Care Med 1998;26:1807–1810; FICM 2023' },
    { needs: ['sodium', 'chloride', 'bicarbonate', 'albumin'] },
    correctedAnionGap,
  ),
  correctedPhenytoin: formula(
    { unit: 'mg/L', decimals: 1, source: 'Sheiner–Tozer equation. Ann Pharmacother 1995;29:667–670' },
    { needs: ['phenytoin', 'albumin'], uses: ['creatinineClearance', 'isOnDialysis'], valid: notUraemic },
    correctedPhenytoin,
  ),
  meld3: formula(
    { unit: '', decimals: 0, source: 'Kim WR et al. Gastroenterology 2021;161:1887–1895; OPTN policy 9.1.D' },
    { needs: ['age', ...liver], valid: adult },
    meld3,
  ),
};
