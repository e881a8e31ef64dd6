import { templateMarks } from 'language/domain/checks/fill-template';
import { withoutPatientValues } from 'language/domain/checks/patient-values';
import { expect, test } from 'vitest';
import drugs from './data/drugs.json' with { type: 'json' };
import { arabicTemplates } from './demo-templates.ts';

const texts = [
  ...drugs.flatMap(({ errTemps }) => errTemps.map(({ label }) => label)),
  ...arabicTemplates.map(({ text }) => text),
];

test('no template of the demo has a value of a patient', () =>
  expect(texts.filter((text) => withoutPatientValues(text) !== text)).toEqual([]));

test('each mark of the templates is known', () => {
  const marks = new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w*)\}/g)].map(([, mark]) => mark)));
  expect(marks).toContain('crcl');
  expect([...marks].filter((mark) => !templateMarks.some((known) => known === mark))).toEqual([]);
});
