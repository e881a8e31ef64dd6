import {
  dischargeStatuses,
  NO_ERROR,
  reportTypes,
  responses,
  severities,
  specialties,
} from 'language/domain/values/codes';
import { expect, test } from 'vitest';
import {
  dischargeStatusLabel,
  errorTypeLabel,
  reportTypeLabel,
  responseLabel,
  responseText,
  severityLabel,
  specialtyLabel,
} from './code-labels.ts';

test('in English the labels of the screens are those of the vocabulary', () => {
  expect([
    specialties.map(({ code }) => specialtyLabel(code)),
    dischargeStatuses.map(({ code }) => dischargeStatusLabel(code)),
    responses.map(({ code }) => responseLabel(code)),
    severities.map(({ code }) => severityLabel(code)),
    reportTypes.map(({ code }) => reportTypeLabel(code)),
  ]).toEqual(
    [specialties, dischargeStatuses, responses, severities, reportTypes].map((list) => list.map(({ label }) => label)),
  );
});
test('an unset code has no label', () => expect([severityLabel(null), responseLabel(undefined)]).toEqual(['', '']));
test('no response is a letter: letters are severities', () =>
  expect(responses.map(({ code }) => responseText(code))).toEqual([
    '✓ Accept',
    '✕ Reject',
    '○ Missed',
    '⚠\uFE0E Harm',
  ]));
test('only the type without an error is translated', () =>
  expect([errorTypeLabel(NO_ERROR._id, 'as stored'), errorTypeLabel('x', 'Wrong dose')]).toEqual([
    NO_ERROR.label,
    'Wrong dose',
  ]));
