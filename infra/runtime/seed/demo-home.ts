/** The medicines from home of a demo patient, and the decisions about them. */
import type { Body } from 'language/contract/calls/call';
import type { ReconcileMedications, RecordHomeMedication } from 'language/contract/bodies/admissions';
import { inLanguage, type Text } from './demo-texts.ts';

type Lines = Body<typeof ReconcileMedications>['lines'];
type Stage = 'admission' | 'discharge';
/** The label of the catalogue, or a name of its own. */
export type PlannedHome = Omit<Body<typeof RecordHomeMedication>, 'drug'> & { readonly trade: string };
export interface PlannedDecision extends Omit<Lines[number], 'line'> {
  /** The label or name of the medicine from home. */
  readonly of: string;
}

interface HomeMedicine {
  readonly medicine: PlannedHome;
  readonly at: Readonly<Record<Stage, Omit<PlannedDecision, 'of' | 'reason'> & { readonly because: Text }>>;
}
const nothing: Text = ['', ''];
const heldInShock: Text = [
  'Low blood pressure: again when it is stable, by the cardiologist',
  'ضغط منخفض: يُستأنف عند الاستقرار بقرار طبيب القلب',
];
const kidneyRisk: Text = ['Risk for the kidney', 'خطر على الكلى'];
const medicines: readonly HomeMedicine[] = [
  {
    medicine: {
      trade: 'Norvasc',
      dose: '5 mg',
      route: 'Oral',
      frequency: 'once daily in the morning',
      indication: 'Hypertension',
      source: 'packages',
    },
    at: {
      admission: { action: 'held', because: heldInShock },
      discharge: { action: 'continued', because: nothing, advice: 'قياس الضغط كل صباح وكتابته' },
    },
  },
  {
    medicine: {
      trade: 'Concor',
      dose: '2.5 mg',
      route: 'Oral',
      frequency: 'once daily in the morning',
      indication: 'Atrial fibrillation',
      source: 'packages',
    },
    at: {
      admission: { action: 'held', because: heldInShock },
      discharge: {
        action: 'changed',
        because: ['Pulse of 54: half the dose', 'نبض 54: نصف الجرعة'],
        dose: '1.25 mg',
        advice: 'إذا قل النبض عن 50 يرجى الرجوع إلى الطبيب',
      },
    },
  },
  {
    medicine: { trade: 'Ator', dose: '20 mg', route: 'Oral', frequency: 'at bedtime', source: 'packages' },
    at: {
      admission: { action: 'continued', because: nothing },
      discharge: { action: 'continued', because: nothing },
    },
  },
  {
    medicine: { trade: '', drugLabel: 'Voltaren', frequency: 'when needed', indication: 'Knee pain', source: 'family' },
    at: {
      admission: { action: 'stopped', because: kidneyRisk },
      discharge: { action: 'stopped', because: kidneyRisk, advice: 'عند الألم: باراسيتامول بدلًا منه' },
    },
  },
];

/** None before 45, one before 65, and all later: as the line in the details of the admission says. */
const takenAt = (age: number): readonly HomeMedicine[] =>
  age < 45 ? [] : age < 65 ? medicines.slice(0, 1) : medicines;
export const homeMedicinesOf = (age: number): PlannedHome[] => takenAt(age).map(({ medicine }) => medicine);
export const decisionsAt = (stage: Stage, age: number, isArabic: boolean): PlannedDecision[] =>
  takenAt(age).map(({ medicine, at }) => {
    const { because, ...decision } = at[stage];
    return { of: medicine.drugLabel || medicine.trade, reason: inLanguage(because, isArabic), ...decision };
  });

/** The line in the details of the admission. */
export const homeMedicinesText = (age: number): Text =>
  age < 45
    ? ['none regularly', 'لا توجد أدوية بانتظام']
    : age < 65
      ? ['amlodipine 5 mg once daily', 'amlodipine 5 mg مرة يوميًا']
      : [
          'amlodipine 5 mg and bisoprolol 2.5 mg once daily, atorvastatin 20 mg at bedtime, Voltaren when needed',
          'amlodipine 5 mg و bisoprolol 2.5 mg مرة يوميًا، atorvastatin 20 mg قبل النوم، Voltaren عند اللزوم',
        ];
