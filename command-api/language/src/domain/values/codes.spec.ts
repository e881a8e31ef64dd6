import { expect, test } from 'vitest';
import type * as z from 'zod';
import { DischargeStatusCode, ResponseCode, SeverityCode } from '../admission/events.ts';
import {
  dischargeStatuses,
  dischargeStatusLabel,
  isNoError,
  NO_ERROR,
  reportTypes,
  responseLabel,
  responses,
  severities,
  severityLabel,
  specialties,
  specialtyLabel,
} from './codes.ts';
import { SpecialtyCode } from '../team/events.ts';

const codes = (list: readonly { code: string | number }[]) => list.map(({ code }) => code);

test('the lists have the codes of the specification, and the events take each of them and no others', () => {
  expect(codes(specialties)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(codes(dischargeStatuses)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(codes(responses)).toEqual([1, 2, 3, 4]);
  expect(codes(severities)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']);
  // The last two are not of the specification: teams switch them on.
  expect(codes(reportTypes)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const candidates = [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, '1', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', null];
  const taken = (schema: z.ZodType) => candidates.filter((candidate) => schema.safeParse(candidate).success);
  expect(taken(SpecialtyCode)).toEqual(codes(specialties));
  expect(taken(DischargeStatusCode)).toEqual(codes(dischargeStatuses));
  expect(taken(ResponseCode)).toEqual(codes(responses));
  expect(taken(SeverityCode)).toEqual(codes(severities));
});

test('labels are those of the specification, its own spelling among them', () => {
  expect(specialtyLabel(6)).toBe('Pediatric Internal Ward');
  expect(dischargeStatusLabel(0)).toBe('Improved and discharged');
  expect(dischargeStatusLabel(1)).toBe('Improved and transfered to lower level unit');
  expect(responseLabel(3)).toBe('Missed');
  expect(severityLabel('I')).toBe('death');
});

test('what is unset has no label', () => {
  expect([responseLabel(null), severityLabel(undefined), dischargeStatusLabel(null)]).toEqual(['', '', '']);
});

test('"No error" is known by the end of its id', () => {
  expect(isNoError(NO_ERROR._id)).toBe(true);
  expect(isNoError('5f0000000000000000000000000099bb')).toBe(true);
  expect(isNoError('type-dose')).toBe(false);
  expect(isNoError('99bb-not-at-the-end')).toBe(false);
});
