/**
 * A review of the demo: an entry for each medicine on the chart that day, some with an error, and a matching clinical
 * note.
 */
import type { CalendarDate } from 'language/domain/values/calendar-date';
import { NO_ERROR, type Response } from 'language/domain/values/codes';
import { medicineOf, type PossibleError } from './demo-cases.ts';
import { type DayOfStay, drawErrors, errorsOf, noteOf, responseOf, severityOf } from './demo-errors.ts';
import { inLanguage, type Text } from './demo-texts.ts';
import { type PlannedValue, valuesInFindings, valuesOfNote, vancomycinLevel } from './demo-values.ts';
import type { PlannedEntry } from './demo-steps.ts';
import workload from './data/workload.json' with { type: 'json' };
import type { Random } from 'language/domain/testing/random';

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
  /** Those that the note names, and levels of vancomycin. */
  readonly values: readonly PlannedValue[];
  readonly found: readonly FoundError[];
}

interface About {
  readonly finding: Text;
  readonly date: CalendarDate;
  /** Typed from paper, when the responses are known. */
  readonly isLate: boolean;
  /** The improvement, from 0 to 1 and beyond. */
  readonly calm: number;
  /** The language of the author. */
  readonly isArabic: boolean;
}

/**
 * @param used errors that were found in this stay; new ones are added
 */
export function planReview(stay: DayOfStay, about: About, used: Set<PossibleError>, random: Random): PlannedReview {
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
      errNote: noteOf(error, stay, about.isArabic),
      errRes: about.isLate ? fate : null,
      errSeverity,
      followUpDate: null,
    });
  }
  const { clinicalNote, values } = clinicalNoteOf(stay, about, errors, random);
  return { clinicalNote, values, entries, found };
}

function clinicalNoteOf(
  { day, taken, values: { creatinine, crcl, potassium } }: DayOfStay,
  { finding, date, isLate, calm, isArabic }: About,
  errors: readonly PossibleError[],
  random: Random,
): Pick<PlannedReview, 'clinicalNote' | 'values'> {
  const ill = Math.max(0, 1 - calm);
  const temperature = (36.8 + ill * 1.5 + (random.next() - 0.5) * 0.5).toFixed(1);
  const [white, crp] = [(8 + ill * 9 + random.next() * 2).toFixed(1), Math.round(8 + ill * 160 + random.next() * 20)];
  const say = (text: Text): string => inLanguage(text, isArabic);
  const also = errors.flatMap(({ finding: one }) => (one ? [one] : []));
  // The potassium is mentioned once only.
  const isSaltKnown = [finding, ...also].some(([english]) => english.includes('otassium'));
  const comma = isArabic ? '،' : ',';
  const laboratory = [
    say([`Temp ${temperature} °C`, `الحرارة ${temperature} °C`]),
    `WBC ${white}`,
    `CRP ${crp} mg/L`,
    `creatinine ${creatinine.toFixed(1)} mg/dL (CrCl ${crcl} mL/min)`,
    ...(isSaltKnown
      ? []
      : [say([`potassium ${potassium.toFixed(1)} mmol/L`, `البوتاسيوم ${potassium.toFixed(1)} mmol/L`])]),
  ].join(`${comma} `);
  const late = isLate
    ? `<p>${say(['Typed from the paper sheet of that day’s round.', 'كُتبت من ورقة المرور في ذلك اليوم.'])}</p>`
    : '';
  const first = say([`Day ${day}. ${finding[0]}`, `اليوم ${day}. ${finding[1]}`]);
  return {
    clinicalNote: `<p>${first}</p><p>${[...also.map(say), `${laboratory}.`].join(' ')}</p>${late}`,
    values: [
      ...valuesOfNote({ temperature, white, crp, creatinine }, isSaltKnown ? undefined : potassium),
      ...valuesInFindings([finding, ...also]),
      ...vancomycinLevel(also, { day, date, isTaken: taken.includes('vancomycin'), crcl }),
    ],
  };
}
