import type { AdmissionEvent } from 'language/domain/admission/events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admitted, day, deliveries, onPatient, startTestEnvironment, type TestEnvironment } from '../../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

describe.each(deliveries)('marks of the ward board delivered $how', ({ how, deliver }) => {
  const id = `marks-${how.replaceAll(/\W/g, '-')}`;
  const happen = async (by: string, ...events: AdmissionEvent[]): Promise<void> => {
    await environment.append(`admission-${id}`, events, onPatient('p-8', by));
    await deliver(environment, `admission-${id}`);
  };
  const taken = (): Promise<object[]> =>
    environment.rows('select user_id, day::text from taken_patient where admission_id = $1 order by version', [id]);
  const marks = (): Promise<object[]> =>
    environment.rows('select kind, day::text, detail, user_id from ward_mark where admission_id = $1 order by kind', [
      id,
    ]);
  const take = (date: string): AdmissionEvent => ({ type: 'PatientTaken', data: { day: day(date) } });
  const [one, next, last] = ['2026-03-04', '2026-03-05', '2026-03-06'];

  test('those who took the patient are those of the newest day', async () => {
    await happen('u-1', admitted('p-8'), take(one));
    await happen('u-2', take(one));
    expect(await taken()).toEqual([
      { user_id: 'u-1', day: one },
      { user_id: 'u-2', day: one },
    ]);
    await happen('u-1', take(next));
    expect(await taken()).toEqual([{ user_id: 'u-1', day: next }]);
    await happen('u-2', take(next));
    await happen('u-1', { type: 'PatientReleased', data: { day: day(next) } });
    expect(await taken()).toEqual([{ user_id: 'u-2', day: next }]);
  });

  test('the last deferral and level count, and a transfer ends all marks', async () => {
    await happen(
      'u-1',
      { type: 'PatientDeferred', data: { until: day(next), reason: 'Stable' } },
      { type: 'PatientDeferred', data: { until: day(last), reason: 'Asleep' } },
      { type: 'ReviewLevelMarked', data: { day: day(next), level: 'quick' } },
    );
    expect(await marks()).toEqual([
      { kind: 'deferral', day: last, detail: 'Asleep', user_id: 'u-1' },
      { kind: 'level', day: next, detail: 'quick', user_id: 'u-1' },
    ]);
    await happen('u-1', { type: 'DeferralEnded', data: {} });
    expect(await marks()).toHaveLength(1);
    await happen('u-2', { type: 'ReviewLevelCleared', data: { day: day(next) } });
    expect(await marks()).toEqual([]);
    await happen('u-1', { type: 'ReviewLevelMarked', data: { day: day(next), level: 'full' } });
    const transfer = { offerId: 'o-1', fromTeamId: 't-1', toTeamId: 't-2', transferDate: day(next) };
    await happen('u-1', { type: 'TransferAccepted', data: transfer });
    expect([await taken(), await marks()]).toEqual([[], []]);
  });

  test('a deleted admission leaves none', async () => {
    await happen('u-1', take(last), { type: 'ReviewLevelMarked', data: { day: day(last), level: 'full' } });
    await happen('u-1', { type: 'AdmissionDeleted', data: {} });
    expect([await taken(), await marks()]).toEqual([[], []]);
  });
});
