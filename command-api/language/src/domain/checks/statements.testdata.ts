/**
 * Sample statements for the specs. Each follows its source, and none is approved by a clinician: a clinical pharmacist of
 * the hospital must review and approve a statement before it is used. Days of labels are made up: each manufacturer has
 * its own.
 */
import { calendarDate } from '../values/calendar-date.ts';
import type { Agent, Limit, Span, Statement } from './statement.ts';

export const root = (id: string): Agent => ({ kind: 'root', id });
export const tag = <Id extends string>(id: Id) => ({ kind: 'tag', id }) as const;

const common = {
  statementVersion: 1,
  approvedBy: 'Dr. Sample',
  severity: 'C',
  errType: 'type-1',
  sourceDate: calendarDate('2026-01-01'),
} as const;

export const sameAllergy: Statement<'allergy'> = {
  ...common,
  _id: 'same-allergy',
  kind: 'allergy',
  agent: 'same',
  forbidden: [],
  crossClass: '',
  source: 'A rule of the specs',
  severity: 'E',
  text: 'Allergy to {allergy}: stop {drug}.',
};

/** Aminopenicillins and aminocephalosporins have the same or a similar side chain. */
export const aminopenicillins: Statement<'allergy'> = {
  ...common,
  _id: 'aminopenicillins',
  kind: 'allergy',
  agent: tag('aminopenicillin'),
  forbidden: [tag('aminopenicillin'), tag('aminocephalosporin')],
  crossClass: 'probable',
  source: 'β-Lactam Allergy and Cross-Reactivity. J Asthma Allergy 2021;14:31–46 (doi 10.2147/JAA.S242061)',
  sourceDate: calendarDate('2021-01-18'),
  text: 'Allergy to {allergy}: another antibiotic than {drug}.',
};

export const sameDrugTwice: Statement<'duplicate'> = {
  ...common,
  _id: 'same-drug',
  kind: 'duplicate',
  agent: 'same',
  exceptions: ['potassium-chloride'],
  source: 'A rule of the specs',
  text: '{drug}: ordered twice.',
};

/** Low-dose aspirin as an exception is a decision of a hospital. */
export const twoNsaids: Statement<'duplicate'> = {
  ...common,
  _id: 'nsaids',
  kind: 'duplicate',
  agent: tag('nsaid'),
  exceptions: ['aspirin'],
  source:
    'Drug Facts of ibuprofen 200 mg: the chance of stomach bleeding is higher with other drugs containing an NSAID',
  text: 'Two NSAIDs: {drug}.',
};

const dose = (_id: string, drug: string, crcl: Span, limits: readonly Limit[], source: string): Statement<'dose'> => ({
  ...common,
  _id,
  kind: 'dose',
  root: drug,
  routes: [],
  condition: { crcl, ageYears: { from: 18 } },
  limits,
  source,
  severity: 'D',
  text: '{drug} {daily} daily, CrCl {crcl}: reduce.',
});
export const limit = (of: Limit['of'], max: number, unit = 'mg', isPerKg = false): Limit => ({
  of,
  max,
  unit,
  isPerKg,
});

export const enoxaparin: Statement<'dose'> = {
  ...dose(
    'enoxaparin',
    'enoxaparin',
    { below: 30 },
    [limit('daily', 1, 'mg', true)],
    'FDA label of enoxaparin sodium, 2.3: treatment at CrCl < 30 mL/min is 1 mg/kg subcutaneously once daily',
  ),
  routes: ['sc'],
};

/** For the higher recommended dose, 1 g every 8 hours. */
export const meropenem: readonly Statement<'dose'>[] = (
  [
    ['meropenem-26', { from: 26, below: 51 }, [limit('single', 1, 'g'), limit('daily', 2, 'g')]],
    ['meropenem-10', { from: 10, below: 26 }, [limit('single', 500), limit('daily', 1, 'g')]],
    ['meropenem-0', { below: 10 }, [limit('single', 500), limit('daily', 500)]],
  ] as const
).map(([id, crcl, limits]) =>
  dose(id, 'meropenem', crcl, limits, 'FDA label of meropenem for injection, 2.2, table: adults with renal impairment'),
);

export const ceftriaxoneAndCalcium: Statement<'pair'> = {
  ...common,
  _id: 'ceftriaxone-calcium',
  kind: 'pair',
  agents: [root('ceftriaxone'), tag('calcium-iv')],
  isSameLine: true,
  source: 'FDA label of ceftriaxone, Warnings: not simultaneously with calcium-containing IV solutions',
  sourceDate: calendarDate('2012-01-01'),
  severity: 'D',
  text: '{drug}: one after the other, with a flushed line between them.',
};

export const meropenemAndValproate: Statement<'pair'> = {
  ...common,
  _id: 'meropenem-valproate',
  kind: 'pair',
  agents: [root('meropenem'), root('valproate')],
  isSameLine: false,
  source: 'FDA label of meropenem for injection, 7.2: with valproic acid generally not recommended',
  severity: 'F',
  text: '{drug}: the level of valproate falls.',
};

export const statements: readonly Statement[] = [
  sameAllergy,
  aminopenicillins,
  sameDrugTwice,
  twoNsaids,
  enoxaparin,
  ...meropenem,
  ceftriaxoneAndCalcium,
  meropenemAndValproate,
];
