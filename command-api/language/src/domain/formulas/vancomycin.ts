/** The area under the curve of vancomycin over 24 hours, in mg·h/L, at steady state. */
import { adult } from './body-size.ts';
import { formula, type Note, refused } from './formula.ts';
import type { Level, Values } from './inputs.ts';

/** In hours: the guideline draws the first level one to two hours after the infusion (Rybak 2020). */
const DISTRIBUTION = 1;
const notesOn = ({ hour }: Level, infusion: number): Note[] =>
  hour < infusion + DISTRIBUTION ? ['steadyStateAssumed', 'distributionPhase'] : ['steadyStateAssumed'];

type TwoLevels = Pick<Values, 'vancomycinInterval' | 'vancomycinInfusion' | 'vancomycinLevels'>;

/**
 * From two levels in mg/L of one interval, after the infusion. First-order elimination in one compartment (Sawchuk 1977):
 * a linear trapezoid during the infusion, a logarithmic one after it (Rybak 2020). Any age. Refuses levels that do not
 * fall, and times outside the interval.
 */
function fromTwoLevels({ vancomycinInterval: interval, vancomycinInfusion: infusion, vancomycinLevels }: TwoLevels) {
  const [first, second, ...others] = vancomycinLevels.toSorted((one, other) => one.hour - other.hour);
  if (first === undefined || second === undefined) return refused('vancomycinLevels', 'absent');
  const isInOrder = infusion < first.hour && first.hour < second.hour && second.hour <= interval;
  if (others.length > 0 || !isInOrder || first.value <= second.value) return refused('vancomycinLevels');
  const eliminationRate = Math.log(first.value / second.value) / (second.hour - first.hour);
  const peak = first.value * Math.exp(eliminationRate * (first.hour - infusion));
  const trough = second.value * Math.exp(-eliminationRate * (interval - second.hour));
  const area = (infusion * (peak + trough)) / 2 + (peak - trough) / eliminationRate;
  const details = { eliminationRate, halfLife: Math.LN2 / eliminationRate, peak, trough };
  return { value: (area * 24) / interval, details, notes: notesOn(first, infusion) };
}

/** In L/kg, by the creatinine clearance in mL/min. Matzke 1984. */
const volumePerKg = (clearance: number): number => (clearance > 60 ? 0.72 : clearance >= 10 ? 0.89 : 0.9);

/** In 1/h. Half-lives from 0.7 to 693 hours: Matzke found means of 9.1, 32.3 and 146.7. */
const RATES = { least: 0.001, most: 1 };

/** The rate in 1/h that gives the level. There is one at most: the level falls as the rate rises. */
function rateOf(levelAt: (rate: number) => number, level: number): number | undefined {
  let { least, most } = RATES;
  if (levelAt(least) < level || levelAt(most) > level) return undefined;
  for (let halving = 0; halving < 60; halving += 1) {
    const middle = (least + most) / 2;
    if (levelAt(middle) > level) least = middle;
    else most = middle;
  }
  return least;
}

type OneLevel = TwoLevels & Pick<Values, 'weight' | 'creatinineClearance' | 'vancomycinDose'>;

/**
 * An estimate from one level in mg/L after the infusion: the population's volume (Matzke 1984, actual weight), and the
 * elimination rate that gives the level at steady state. Adults. Refuses more levels than one, a time outside the
 * interval, and a level that no possible rate gives.
 */
function fromOneLevel({ weight, creatinineClearance, vancomycinDose: dose, vancomycinLevels, ...times }: OneLevel) {
  const { vancomycinInterval: interval, vancomycinInfusion: infusion } = times;
  const [level, ...others] = vancomycinLevels;
  if (level === undefined) return refused('vancomycinLevels', 'absent');
  if (others.length > 0 || level.hour <= infusion || level.hour > interval) return refused('vancomycinLevels');
  const volume = volumePerKg(creatinineClearance) * weight;
  const levelAt = (rate: number): number =>
    ((dose / infusion) * (1 - Math.exp(-rate * infusion)) * Math.exp(-rate * (level.hour - infusion))) /
    (rate * volume * (1 - Math.exp(-rate * interval)));
  const eliminationRate = rateOf(levelAt, level.value);
  if (eliminationRate === undefined) return refused('vancomycinLevels');
  const details = { eliminationRate, halfLife: Math.LN2 / eliminationRate, volume };
  return { value: (dose * 24) / interval / (eliminationRate * volume), details, notes: notesOn(level, infusion) };
}

const unit = 'mg·h/L';
const sawchuk = 'Sawchuk RJ et al. Clin Pharmacol Ther 1977;21:362–369';
const rybak = 'Rybak MJ et al. Am J Health Syst Pharm 2020;77:835–864';
const matzke = 'Matzke GR et al. Antimicrob Agents Chemother 1984;25:433–437';
const regimen = ['vancomycinInterval', 'vancomycinInfusion', 'vancomycinLevels'] as const;

export const vancomycin = {
  vancomycinAuc24: formula({ unit, decimals: 0, source: `${sawchuk}; ${rybak}` }, { needs: regimen }, fromTwoLevels),
  vancomycinAuc24OfOneLevel: formula(
    { unit, decimals: 0, source: `${matzke}; ${sawchuk}`, isEstimate: true },
    { needs: ['age', 'weight', 'creatinineClearance', 'vancomycinDose', ...regimen], valid: adult },
    fromOneLevel,
  ),
};
