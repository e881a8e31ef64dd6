import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { AdmissionMedication } from 'language/contract/entities';
import type { Measurement } from 'language/contract/measurements';
import { expect, test } from 'vitest';
import { ChartContext } from '../../clinical/patient-drugs.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { medicationsQuery } from '../../sync/reads/admission-lists.ts';
import { measurementsQuery } from '../../sync/reads/measurements.ts';
import { patient } from '../../testing/hospital.ts';
import { useTemplateFilling } from './use-template-filling.ts';

const chart = { admission: 'a1', team: 't1', patient: { ...patient, birthdate: '1960-01-01', sex: 'male' as const } };
const drug = { id: 'x1.1', label: 'Meronem <1 g>' };
const reading = (kind: string, canonical: number, unit: string, takenOn: string, admission = 'a1') =>
  ({ _id: kind, admission, kind, canonical, value: canonical, unit, takenOn, takenAt: '' }) as Measurement;
const order = (label: string, dose: string, over: Partial<AdmissionMedication> = {}) =>
  ({
    _id: label,
    drug: 'x1.2',
    drugLabel: label,
    dose,
    route: 'IV',
    frequency: 'q8h',
    startDate: '2020-01-01',
    stopDate: null,
    hold: null,
    ...over,
  }) as AdmissionMedication;

function open(medications: AdmissionMedication[], values = [reading('creatinine', 2.1, 'mg/dL', '2026-03-01')]) {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { staleTime: Infinity } });
  queryClient.setQueryData(medicationsQuery('a1', 't1').queryKey, medications);
  queryClient.setQueryData(measurementsQuery('a1', 't1').queryKey, { measurements: values, leftOut: 0 });
  return renderHook(() => useTemplateFilling(drug), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <ChartContext value={chart}>{children}</ChartContext>
      </QueryClientProvider>
    ),
  }).result.current;
}

test('marks are filled from the chart of the entry, and what it lacks is a blank', () => {
  const { fill } = open([order('Meronem 1 g', '1 g'), order('Tazocin', '4.5 g', { drug: 'x2.1' })]);
  expect(fill('<p>Cr {creatinine}, <strong>{weight}</strong>: {drug} {dose} &lt; 2 g</p>')).toBe(
    '<p>Cr 2.1 mg/dL (2026-03-01), <strong>___ kg</strong>: Meronem 1 g 1 g &lt; 2 g</p>',
  );
});

test('a stopped order has no dose, and the name of a drug is no HTML', () =>
  expect(open([order('Meronem', '1 g', { stopDate: '2021-01-01' })]).fill('<p>{drug} {dose}</p>')).toBe(
    '<p>Meronem &lt;1 g&gt; ___</p>',
  ));

test('values of another stay, and of another patient, do not come into the note', () =>
  expect(
    open([], [reading('creatinine', 1, 'mg/dL', '2025-01-01', 'a0')]).fill('<p>CrCl 25: Cr {creatinine}</p>'),
  ).toBe('<p>CrCl ___: Cr ___ mg/dL</p>'));

test('a filled note becomes a template with its marks again', () => {
  const { fill, templateOf } = open([]);
  const template = '<p>Cr {creatinine}: halve</p>';
  expect(templateOf(fill(template))).toBe(template);
  expect(templateOf('<p>Cr 2.1 mg/dL (2026-03-01), K 5.9</p>')).toBe('<p>Cr {creatinine}, K ___</p>');
});
