import { expect, test } from 'vitest';
import { paths, safeReturnFrom } from './paths.ts';

test('the address after signing in is a path of this origin', () => {
  expect(safeReturnFrom('/admissions/7?review=1')).toBe('/admissions/7?review=1');
  expect(safeReturnFrom('/patientlist/محمد')).toBe('/patientlist/محمد');
  for (const trick of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '', null])
    expect(safeReturnFrom(trick)).toBeUndefined();
});
test.each(['\t', '\r', '\n', '\0', '\u0085'])('a control character (%j) makes an address unsafe', (character) => {
  const tricks = [`/${character}/evil.example`, `${character}//evil.example`, `/admissions/7${character}`];
  expect(tricks.map(safeReturnFrom)).toEqual([undefined, undefined, undefined]);
  expect(safeReturnFrom(new URLSearchParams(`returnFrom=/%09/evil.example`).get('returnFrom'))).toBeUndefined();
});
test('addresses are encoded, empty values left out', () => {
  expect(paths.landing.href('/patient/a?b=c')).toBe('/?returnFrom=%2Fpatient%2Fa%3Fb%3Dc');
  expect(paths.admission.href('a/b', { review: 'r' })).toBe('/admissions/a%2Fb?review=r');
  expect(paths.admission.href('1')).toBe('/admissions/1');
});
