/** Formulas of the kidney's function. All assume a stable creatinine, and a result says where it is not. */
import { adult, weightForClearance, winter } from './body-size.ts';
import { formula, type Note } from './formula.ts';
import type { Given, Range, Values } from './inputs.ts';

const CHILD: Range = [1, 17];

const notesOnStability = ({ isCreatinineStable = true }: Given): Note[] =>
  isCreatinineStable ? [] : ['unstableCreatinine'];

/** In mL/min, from whole years, kg and mg/dL. Adults. Cockcroft and Gault 1976. */
const cockcroftGault = ({ age, sex, weight, creatinine }: Pick<Values, 'age' | 'sex' | 'weight' | 'creatinine'>) =>
  (((140 - age) * weight) / (72 * creatinine)) * (sex === 'female' ? 0.85 : 1);

/** In mL/min per 1.73 m², from whole years and mg/dL (IDMS). Adults; no term for race. CKD-EPI 2021. */
const ckdEpi2021 = ({ age, sex, creatinine }: Pick<Values, 'age' | 'sex' | 'creatinine'>): number => {
  const [kappa, alpha, factor] = sex === 'female' ? [0.7, -0.241, 1.012] : [0.9, -0.302, 1];
  const ratio = creatinine / kappa;
  return 142 * Math.min(ratio, 1) ** alpha * Math.max(ratio, 1) ** -1.2 * 0.9938 ** age * factor;
};

/** In mL/min per 1.73 m², from cm and mg/dL (IDMS). Children from 1 to 17 years. Schwartz 2009. */
const schwartz = ({ height, creatinine }: Pick<Values, 'height' | 'creatinine'>): number =>
  (0.413 * height) / creatinine;

export const kidney = {
  creatinineClearance: formula(
    { unit: 'mL/min', decimals: 0, source: `Cockcroft DW, Gault MH. Nephron 1976;16:31–41; weight: ${winter}` },
    { needs: ['age', 'sex', 'weight', 'creatinine'], uses: ['height', 'isCreatinineStable'], valid: adult },
    (values) => {
      const { weight, notes } = weightForClearance(values);
      const value = cockcroftGault({ ...values, weight });
      return { value, details: { weightUsed: weight }, notes: [...notes, ...notesOnStability(values)] };
    },
  ),
  glomerularFiltration: formula(
    { unit: 'mL/min/1.73 m²', decimals: 0, source: 'Inker LA et al. N Engl J Med 2021;385:1737–1749' },
    { needs: ['age', 'sex', 'creatinine'], uses: ['isCreatinineStable'], valid: adult },
    (values) => ({ value: ckdEpi2021(values), notes: notesOnStability(values) }),
  ),
  glomerularFiltrationOfChild: formula(
    { unit: 'mL/min/1.73 m²', decimals: 0, source: 'Schwartz GJ et al. J Am Soc Nephrol 2009;20:629–637' },
    { needs: ['age', 'height', 'creatinine'], uses: ['isCreatinineStable'], valid: { age: CHILD } },
    (values) => ({ value: schwartz(values), notes: notesOnStability(values) }),
  ),
};
