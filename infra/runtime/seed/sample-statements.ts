/**
 * Sample statements for proposals. Each follows its source; none is approved by a clinician, and each says so. Drugs and
 * classes are named by the labels of the sample catalogue.
 */
import type { Body } from 'language/contract/calls/call';
import type { WriteStatement } from 'language/contract/bodies/statements';
import type { ValueName } from 'language/domain/checks/chart-facts';
import type { Limit, Span } from 'language/domain/checks/statement';

export type StatementBody = Body<typeof WriteStatement>;
/** The ids of labels of the catalogue. */
export interface StatementIds {
  readonly type: (label: string) => string;
  readonly drug: (label: string) => string;
  readonly tag: (label: string) => string;
}
export interface SampleStatement {
  /** Names it within the sample. */
  readonly name: string;
  readonly body: (ids: StatementIds) => StatementBody;
}

const SAMPLE = 'Sample: a clinician must approve it and enter the date of the label in use.';
/** The labels of manufacturers have days of their own. */
const LABEL_DATE = '2026-01-01';
const label = (source: string, sourceDate = LABEL_DATE) => ({ source: `${SAMPLE} ${source}`, sourceDate });

type Condition = { readonly [Name in ValueName]?: Span };
const dose = (
  name: string,
  drug: string,
  { source, ...found }: { source: string; routes?: 'sc'[]; condition: Condition; limits: readonly Limit[] },
): SampleStatement => ({
  name,
  body: (ids) => ({
    kind: 'dose',
    root: ids.drug(drug),
    routes: [],
    ...found,
    ...label(source),
    severity: 'D',
    errType: ids.type('Renal dose adjustment'),
    text: '{drug} {daily} a day at CrCl {crcl}: reduce the dose.',
  }),
});
const limit = (of: Limit['of'], max: number, unit: string, isPerKg = false): Limit => ({ of, max, unit, isPerKg });
const adults = { ageYears: { from: 18 } };
/** For the higher recommended dose, 1 g every 8 hours. */
const meropenem = (crcl: Span, single: Limit, daily: Limit): SampleStatement =>
  dose(`meropenem-${crcl.from ?? 0}`, 'Meropenem', {
    condition: { crcl, ...adults },
    limits: [single, daily],
    source: 'FDA label of meropenem for injection, 2.2, table: adults with renal impairment',
  });

export const sampleStatements: readonly SampleStatement[] = [
  {
    name: 'amoxicillin',
    body: ({ type, drug }) => ({
      kind: 'allergy',
      agent: { kind: 'root', id: drug('Amoxicillin') },
      forbidden: ['Amoxicillin', 'Amoxicillin + clavulanate', 'Ampicillin', 'Ampicillin + sulbactam'].map((name) => ({
        kind: 'root',
        id: drug(name),
      })),
      crossClass: 'established',
      ...label(
        'β-Lactam Allergy and Cross-Reactivity. J Asthma Allergy 2021;14:31–46 (doi 10.2147/JAA.S242061)',
        '2021-01-18',
      ),
      severity: 'D',
      errType: type('Allergy'),
      text: 'Allergy to {allergy}: {drug} has the same or a similar side chain, give another antibiotic.',
    }),
  },
  {
    name: 'two-nsaids',
    body: ({ type, tag }) => ({
      kind: 'duplicate',
      agent: { kind: 'tag', id: tag('NSAID') },
      exceptions: [],
      ...label('Drug Facts of ibuprofen 200 mg: the chance of stomach bleeding is higher with another NSAID'),
      severity: 'C',
      errType: type('Therapeutic duplication'),
      text: 'Two NSAIDs: {drug}. Keep one.',
    }),
  },
  dose('enoxaparin', 'Enoxaparin', {
    routes: ['sc'],
    condition: { crcl: { below: 30 }, ...adults },
    limits: [limit('daily', 1, 'mg', true)],
    source: 'FDA label of enoxaparin sodium, 2.3: treatment at CrCl < 30 mL/min is 1 mg/kg subcutaneously once daily',
  }),
  meropenem({ from: 26, below: 51 }, limit('single', 1, 'g'), limit('daily', 2, 'g')),
  meropenem({ from: 10, below: 26 }, limit('single', 500, 'mg'), limit('daily', 1, 'g')),
  meropenem({ below: 10 }, limit('single', 500, 'mg'), limit('daily', 500, 'mg')),
  {
    name: 'ceftriaxone-calcium',
    body: ({ type, drug }) => ({
      kind: 'pair',
      agents: [
        { kind: 'root', id: drug('Ceftriaxone') },
        { kind: 'root', id: drug('Calcium gluconate') },
      ],
      isSameLine: true,
      ...label('FDA label of ceftriaxone, Warnings: not simultaneously with calcium-containing intravenous solutions'),
      severity: 'D',
      errType: type('Y-site or physical incompatibility'),
      text: '{drug}: one after the other, with a flushed line between them.',
    }),
  },
  {
    name: 'meropenem-valproate',
    body: ({ type, drug }) => ({
      kind: 'pair',
      agents: [
        { kind: 'root', id: drug('Meropenem') },
        { kind: 'root', id: drug('Valproate') },
      ],
      isSameLine: false,
      ...label('FDA label of meropenem for injection, 7.2: with valproic acid generally not recommended'),
      severity: 'D',
      errType: type('Drug-drug interaction'),
      text: '{drug}: the level of valproate falls, give another antibiotic or another antiepileptic.',
    }),
  },
  {
    name: 'clopidogrel-omeprazole',
    body: ({ type, drug }) => ({
      kind: 'pair',
      agents: [
        { kind: 'root', id: drug('Clopidogrel') },
        { kind: 'root', id: drug('Omeprazole') },
      ],
      isSameLine: false,
      ...label('FDA label of Plavix (clopidogrel), section 7, CYP2C19 inhibitors: avoid omeprazole and esomeprazole'),
      severity: 'C',
      errType: type('Drug-drug interaction'),
      text: '{drug}: change omeprazole to pantoprazole.',
    }),
  },
];
