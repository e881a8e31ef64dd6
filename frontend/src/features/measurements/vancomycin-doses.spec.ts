import type { Measurement } from 'language/contract/measurements';
import { formulas } from 'language/domain/formulas/compute-all';
import { expect, test } from 'vitest';
import { levelsOf, noDoses, regimenOf } from './vancomycin-doses.tsx';

const level = (canonical: number, takenAt: string, times: Partial<Measurement> = {}): Measurement => ({
  _id: takenAt,
  admission: 'a1',
  kind: 'vancomycin',
  value: canonical,
  unit: 'mg/L',
  canonical,
  takenOn: '2026-03-10',
  takenAt,
  lastDoseOn: '2026-03-09',
  lastDoseAt: '22:00',
  source: 'laboratory',
  note: '',
  userId: 'u1',
  userName: 'Mona Farouk',
  createdAt: '2026-03-10T10:00:00Z',
  version: 1,
  ...times,
});
const [early, late] = [level(30, '00:00'), level(12, '10:00')];

test('a level has the hours after its dose, over midnight; one without its times is left out', () => {
  expect(levelsOf([early, late, level(9, ''), level(9, '11:00', { lastDoseAt: '' })])).toEqual([
    { value: 30, day: '2026-03-10', hour: 2 },
    { value: 12, day: '2026-03-10', hour: 12 },
  ]);
});
test('levels after an earlier dose are not mixed with those of the newest', () => {
  const before = level(20, '08:00', { takenOn: '2026-03-09', lastDoseOn: '2026-03-08' });
  expect(levelsOf([before, early])).toEqual([{ value: 30, day: '2026-03-10', hour: 2 }]);
});
test('two levels and the typed doses give the area under the curve, in each kind of digits', () => {
  const doses = { ...noDoses, vancomycinInterval: '١٢', vancomycinInfusion: '1,0' };
  expect(formulas.vancomycinAuc24.compute({ ...regimenOf(doses, [early, late]) })).toMatchObject({
    value: expect.closeTo(500.6, 1),
  });
});
test('without a level nothing is asked, and a typed word is missing in the result', () => {
  expect(regimenOf(noDoses, [])).toBeUndefined();
  const regimen = regimenOf({ ...noDoses, vancomycinInterval: 'q12h' }, [early, late]);
  expect(formulas.vancomycinAuc24.compute({ ...regimen })).toEqual({
    missing: [
      { input: 'vancomycinInterval', reason: 'absent' },
      { input: 'vancomycinInfusion', reason: 'absent' },
    ],
  });
});
