/** The server's clock was set back by an hour: the log goes on with the times of before, which are in the future. */
import type { ChartAsOf } from 'language/contract/history';
import type { CollectedReport, ReportChanges, TypeCount } from 'language/contract/reports';
import { entry, reviewAdded } from 'projections/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  admitted,
  answer,
  append,
  patientFacts,
  startHistoryEnvironment,
  stopHistoryEnvironment,
} from '../../testing/history-environment.ts';

beforeAll(startHistoryEnvironment);
afterAll(stopHistoryEnvironment);

const ahead = (): { recordedAt: string } => ({ recordedAt: new Date(Date.now() + 3_600_000).toISOString() });
const now = (): string => new Date().toISOString();

/** @returns the revision of the review, which was recorded an hour from now, as is the patient's correction */
async function savedAhead(id: string): Promise<bigint> {
  const on = await admitted(`p-${id}`, id);
  await append(
    `patient-p-${id}`,
    { type: 'PatientCorrected', data: { ...patientFacts, firstName: 'محمود' } },
    `p-${id}`,
    ahead(),
  );
  return on(reviewAdded(`${id}.r1`, [entry(`${id}-e1`)]), ahead());
}

// Fault: the chart of now had the patient's old name, and with a patient of the last hour there was none.
test('the chart of now has what was just saved, by revision and by instant', async () => {
  const revision = await savedAhead('ahead');
  // An instant of more than ten seconds ago is no longer now: a slow machine asks again.
  for (const at of [() => String(revision), now, () => new Date(Date.now() + 60_000).toISOString()])
    await expect
      .poll(async () => {
        const chart = await answer<ChartAsOf>(`/api/history/admissions/ahead?at=${at()}`);
        return [chart.patient.firstName, chart.reviews.map(({ _id }) => _id)];
      })
      .toEqual(['محمود', ['ahead.r1']]);
  const before = await answer<ChartAsOf>('/api/history/admissions/ahead?at=2026-03-02T12:00:00Z');
  expect([before.patient.firstName, before.reviews]).toEqual([patientFacts.firstName, []]);
});

test('reports as known now have what was just saved', async () => {
  await savedAhead('report');
  const period = 'team=t-1&startDate=2026-01-01&endDate=2026-12-31';
  for (const path of [`errsByTypeDistribution?${period}`, `searchProgress?${period}`]) {
    const live = await answer<TypeCount[]>(`/api/reviews/${path}`);
    await expect.poll(() => answer(`/api/reviews/${path}&asOf=${now()}`)).toEqual(live);
  }
  const idsOf = (rows: readonly { readonly _id: string }[]): string[] => rows.map(({ _id }) => _id);
  const collected = async (): Promise<string[]> =>
    idsOf((await answer<CollectedReport>(`/api/reviews?${period}&csv=0&asOf=${now()}`)).result);
  await expect.poll(collected).toContain('report.r1');
  const changed = async (): Promise<string[]> => {
    const between = `asOf=2026-03-02T12:00:00Z&until=${now()}&report=2`;
    return idsOf((await answer<ReportChanges>(`/api/reviews/changedBetween?${period}&${between}`)).changes);
  };
  await expect.poll(changed).toContain('report-e1');
});
