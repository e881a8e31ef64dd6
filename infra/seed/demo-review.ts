/**
 * A review of the demo: an entry for each medicine on the chart that day, some with an error, and a matching clinical
 * note.
 */
import { NO_ERROR, type Response } from 'command-api/domain/values/codes';
import { medicineOf, type PossibleError } from './demo-cases.ts';
import { type DayOfStay, drawErrors, errorsOf, noteOf, responseOf, severityOf } from './demo-errors.ts';
import type { PlannedEntry } from './demo-steps.ts';
import workload from './data/workload.json' with { type: 'json' };
import type { Random } from './random.ts';

const RENAL_DOSE = 'Renal dose adjustment';

/** An error with its place among the entries and its later response. */
export interface FoundError {
  readonly entry: number;
  readonly error: PossibleError;
  readonly fate: Response;
}
export interface PlannedReview {
  readonly clinicalNote: string;
  readonly entries: readonly PlannedEntry[];
  readonly found: readonly FoundError[];
}

/**
 * @param about `isLate`: typed from paper, when the responses are known; `calm`: the improvement, from 0 to 1 and
 * beyond
 * @param used errors that were found in this stay; new ones are added
 */
export function planReview(
  stay: DayOfStay,
  about: { finding: string; isLate: boolean; calm: number },
  used: Set<PossibleError>,
  random: Random,
): PlannedReview {
  const percent =
    workload.errorShareByDay.rows.find(
      ({ fromDay, toDay }) => stay.day >= fromDay && stay.day <= (toDay ?? Number.POSITIVE_INFINITY),
    )?.percent ?? 0;
  const count = stay.taken.filter(() => random.chance(percent)).length;
  const possible = errorsOf(stay).filter((error) => !used.has(error));
  // A clinical pharmacist looks first for doses that the kidneys do not allow.
  const obvious = possible.filter(({ type }) => type === RENAL_DOSE && random.chance(40));
  const errors = [
    ...obvious,
    ...drawErrors(
      possible.filter(({ medicine }) => !obvious.some((one) => one.medicine === medicine)),
      count - obvious.length,
      random,
    ),
  ];
  for (const error of errors) used.add(error);
  const missing = errors.filter((error) => error.missing === true);
  const entries: PlannedEntry[] = [];
  const found: FoundError[] = [];
  for (const medicine of [...stay.taken, ...missing.map((error) => error.medicine)]) {
    const error = errors.find((one) => one.medicine === medicine);
    const { trade } = medicineOf(medicine);
    if (!error) {
      entries.push({
        errType: NO_ERROR.label,
        trade,
        errNote: '',
        errRes: null,
        errSeverity: null,
        followUpDate: null,
      });
      continue;
    }
    const errSeverity = severityOf(error, random);
    const fate = responseOf(errSeverity, random);
    found.push({ entry: entries.length, error, fate });
    entries.push({
      errType: error.type,
      trade,
      errNote: noteOf(error, stay),
      errRes: about.isLate ? fate : null,
      errSeverity,
      followUpDate: null,
    });
  }
  return { clinicalNote: clinicalNoteOf(stay, about, errors, random), entries, found };
}

function clinicalNoteOf(
  { day, values: { creatinine, crcl, potassium } }: DayOfStay,
  { finding, isLate, calm }: { finding: string; isLate: boolean; calm: number },
  errors: readonly PossibleError[],
  random: Random,
): string {
  const ill = Math.max(0, 1 - calm);
  const temperature = (36.8 + ill * 1.5 + (random.next() - 0.5) * 0.5).toFixed(1);
  const [white, crp] = [(8 + ill * 9 + random.next() * 2).toFixed(1), Math.round(8 + ill * 160 + random.next() * 20)];
  const also = errors.flatMap((error) => error.finding ?? []);
  // The potassium is mentioned once only.
  const salt = [finding, ...also].some((text) => text.includes('otassium'))
    ? ''
    : `, potassium ${potassium.toFixed(1)} mmol/L`;
  const laboratory =
    `Temp ${temperature} °C, WBC ${white}, CRP ${crp} mg/L, ` +
    `creatinine ${creatinine.toFixed(1)} mg/dL (CrCl ${crcl} mL/min)${salt}.`;
  const late = isLate ? '<p>Typed from the paper sheet of that day’s round.</p>' : '';
  return `<p>Day ${day}. ${finding}</p><p>${[...also, laboratory].join(' ')}</p>${late}`;
}
