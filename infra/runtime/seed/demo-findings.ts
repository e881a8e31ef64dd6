/**
 * Orders of demo inpatients in which the sample statements find something, and what pharmacists decided on two of them.
 * They come after the last step of a stay, so that the rest of the hospital is drawn as before.
 */
import { orderOf } from './demo-stay.ts';
import { medicineOf } from './demo-cases.ts';
import type { PlannedPatient } from './demo-plan.ts';
import { rosters } from './demo-shifts.ts';
import type { Action, PlannedAdmission, Step } from './demo-steps.ts';
import { inLanguage, type Text } from './demo-texts.ts';

interface Inpatient {
  readonly patient: PlannedPatient;
  readonly stay: PlannedAdmission;
  /** Trade labels of the list. */
  readonly listed: ReadonlySet<string>;
  /** In mL/min, of the last review. */
  readonly clearance: number;
}
interface Planted {
  /** Its medicines, by their keys; those that are on the list already are not ordered again. */
  readonly medicines: readonly string[];
  readonly fits?: (inpatient: Inpatient) => boolean;
  readonly decided?: Decided;
}
type Decided =
  | { readonly kind: 'dismissed'; readonly statement: string; readonly reason: Text }
  | { readonly kind: 'taken'; readonly statement: string; readonly errType: string; readonly errNote: Text };

const DOSE_CLEARANCE: readonly [from: number, to: number] = [12, 45];

const planted: readonly Planted[] = [
  {
    medicines: ['ampsulbactam'],
    fits: ({ patient: { person } }) => typeof person.allergies !== 'string' && person.allergies.drug === 'Amoxicillin',
  },
  {
    medicines: ['meropenem'],
    fits: ({ clearance }) => clearance >= DOSE_CLEARANCE[0] && clearance <= DOSE_CLEARANCE[1],
  },
  { medicines: ['ketorolac', 'diclofenac'], fits: ({ clearance }) => clearance >= 90 },
  { medicines: ['meropenem', 'valproate'], fits: ({ clearance }) => clearance >= 60 },
  {
    medicines: ['clopidogrel', 'omeprazole'],
    decided: {
      kind: 'taken',
      statement: 'clopidogrel-omeprazole',
      errType: 'Drug-drug interaction',
      errNote: [
        'Omeprazole with clopidogrel: change omeprazole to pantoprazole 40 mg.',
        'Omeprazole مع clopidogrel: يُحوَّل omeprazole إلى pantoprazole 40 mg.',
      ],
    },
  },
  {
    medicines: ['ceftriaxone', 'calcium-daily'],
    decided: {
      kind: 'dismissed',
      statement: 'ceftriaxone-calcium',
      reason: [
        'Given hours apart through a central line that is flushed between them.',
        'يُعطيان بفاصل ساعات عبر قسطرة مركزية تُغسل بينهما.',
      ],
    },
  },
];

/**
 * @param team the index among `demoTeams`
 * @param patients as recorded by now
 */
export function withFindings(team: number, patients: readonly PlannedPatient[]): PlannedPatient[] {
  const changed = new Map<PlannedPatient, PlannedAdmission>();
  for (const one of planted) {
    const inpatients = patients.flatMap((patient) => (changed.has(patient) ? [] : inpatientOf(patient)));
    const [chosen] = inpatients
      .filter((inpatient) => one.fits?.(inpatient) ?? true)
      .toSorted((a, b) => newIn(one, a).length - newIn(one, b).length);
    if (chosen) changed.set(chosen.patient, withOrders(team, chosen, one));
  }
  return patients.map((patient) => {
    const stay = changed.get(patient);
    return stay ? { ...patient, admissions: [...patient.admissions.slice(0, -1), stay] } : patient;
  });
}

/** In a stay that has not ended. */
function inpatientOf(patient: PlannedPatient): Inpatient[] {
  const stay = patient.admissions.at(-1);
  if (!stay || stay.steps.some((step) => step.do === 'discharge')) return [];
  const listed = new Set<string>();
  for (const step of stay.steps) {
    if (step.do === 'medication') listed.add(step.trade);
    if (step.do === 'stop') listed.delete(step.trade);
  }
  const note = stay.steps.findLast((step) => step.do === 'review')?.clinicalNote ?? '';
  return [{ patient, stay, listed, clearance: Number(/CrCl (\d+) mL\/min/.exec(note)?.[1] ?? Number.NaN) }];
}

const newIn = ({ medicines }: Planted, { listed }: Inpatient): string[] =>
  medicines.filter((medicine) => !listed.has(medicineOf(medicine).trade));

/** A thousandth of a second after the last step, by the author of the last review. */
function withOrders(team: number, inpatient: Inpatient, one: Planted): PlannedAdmission {
  const { stay } = inpatient;
  const review = stay.steps.findLast((step) => step.do === 'review');
  const last = stay.steps.at(-1);
  if (!review || !last) return stay;
  const isArabic = rosters[team]?.writeArabic.pharmacists.includes(review.by) ?? false;
  const orders = newIn(one, inpatient).map((medicine) => orderOf(medicine, review.reviewDate, isArabic));
  const trades = one.medicines.map((medicine) => medicineOf(medicine).trade);
  const decisions = one.decided ? [decisionOf(one.decided, trades, review.review, isArabic)] : [];
  const at = last.recordedAt.getTime();
  const steps = [...orders, ...decisions].map((action, nth): Step => ({
    ...action,
    role: 'pharmacist',
    by: review.by,
    occurredAt: new Date(at + 2 * nth),
    recordedAt: new Date(at + 2 * nth + 1),
  }));
  return { ...stay, steps: [...stay.steps, ...steps] };
}

function decisionOf(decided: Decided, trades: readonly string[], review: number, isArabic: boolean): Action {
  const { statement } = decided;
  if (decided.kind === 'dismissed')
    return {
      do: 'decide',
      statement,
      trades,
      decision: { kind: 'dismissed', reason: inLanguage(decided.reason, isArabic) },
    };
  const entry = {
    errType: decided.errType,
    trade: trades.at(-1) ?? '',
    errNote: `<p>${inLanguage(decided.errNote, isArabic)}</p>`,
    errRes: null,
    errSeverity: 'C',
    followUpDate: null,
  } as const;
  return { do: 'decide', statement, trades, decision: { kind: 'taken', review, entry } };
}
