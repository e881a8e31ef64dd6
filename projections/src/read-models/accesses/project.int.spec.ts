import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveries, type TestEnvironment, startTestEnvironment } from '../../testing.ts';

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await startTestEnvironment();
});
afterAll(() => environment.stop());

const period = { startDate: '2026-03-01', endDate: '2026-03-31' };
const nothing = {
  patient_id: null,
  admission_id: null,
  review_id: null,
  report: null,
  start_date: null,
  end_date: null,
  list: null,
  searches: null,
  found: null,
  reviews: null,
  thing: null,
  drug_id: null,
  format: null,
};

test.each(deliveries)(
  'each access is a row with its fields, and is not announced (events delivered $how)',
  async ({ how, deliver }) => {
    const team = how.replaceAll(/\W/g, '');
    const stream = `access-${team}-2026-03`;
    await environment.append(
      stream,
      [
        { type: 'ChartOpened', data: { admissionId: 'a-1', patientId: 'p-1' } },
        { type: 'PatientsSearched', data: { searches: 3, found: 12 } },
        { type: 'PatientsListed', data: { list: 'ward', found: 14 } },
        { type: 'ReviewsExported', data: period },
        { type: 'ReviewPrinted', data: { admissionId: 'a-1', patientId: 'p-1', reviewId: 'a-1.r' } },
        { type: 'ReportPrinted', data: { report: 4 } },
        { type: 'RoundListPrinted', data: { found: 12 } },
        { type: 'DrugUseListed', data: { found: 5, drugId: 'd-1' } },
        { type: 'DrugUsePrinted', data: { found: 4 } },
        { type: 'ChatAsked', data: { admissionId: 'a-1', patientId: 'p-1', reviews: 2 } },
        { type: 'ErrorsSearched', data: { found: 9, startDate: '2026-03-01' } },
        { type: 'ErrorsExported', data: { format: 'csv', ...period } },
        { type: 'HistoryRead', data: { of: 'drug', drugId: 'd-1' } },
        { type: 'HistoryVerified', data: { of: 'everything' } },
        { type: 'HistoryExported', data: { of: 'admission', admissionId: 'a-1', patientId: 'p-1' } },
        { type: 'ReportExported', data: { report: 8, ...period } },
        { type: 'FhirRead', data: { resource: 'Patient', found: 1, patientId: 'p-1' } },
      ],
      { teamId: team, actorId: 'u-7' },
    );
    await deliver(environment, stream);
    const rows = () =>
      environment.rows(
        /* sql */ `
        select kind, actor_id, at, patient_id, admission_id, review_id, report, start_date::text, end_date::text, list,
               searches, found, reviews, thing, drug_id, format
        from access where team_id = $1
        order by array_position(array[
          'ChartOpened', 'PatientsSearched', 'PatientsListed', 'ReviewsExported', 'ReviewPrinted', 'ReportPrinted',
          'RoundListPrinted', 'DrugUseListed', 'DrugUsePrinted', 'ChatAsked', 'ErrorsSearched', 'ErrorsExported',
          'HistoryRead', 'HistoryVerified', 'HistoryExported', 'ReportExported', 'FhirRead'
        ], kind)`,
        [team],
      );
    const by = { ...nothing, actor_id: 'u-7', at: new Date('2026-03-01T09:30:00.000Z') };
    expect(await rows()).toEqual([
      { ...by, kind: 'ChartOpened', patient_id: 'p-1', admission_id: 'a-1' },
      { ...by, kind: 'PatientsSearched', searches: 3, found: 12 },
      { ...by, kind: 'PatientsListed', list: 'ward', found: 14 },
      { ...by, kind: 'ReviewsExported', start_date: '2026-03-01', end_date: '2026-03-31' },
      { ...by, kind: 'ReviewPrinted', patient_id: 'p-1', admission_id: 'a-1', review_id: 'a-1.r' },
      { ...by, kind: 'ReportPrinted', report: 4 },
      { ...by, kind: 'RoundListPrinted', found: 12 },
      { ...by, kind: 'DrugUseListed', found: 5, drug_id: 'd-1' },
      { ...by, kind: 'DrugUsePrinted', found: 4 },
      { ...by, kind: 'ChatAsked', patient_id: 'p-1', admission_id: 'a-1', reviews: 2 },
      { ...by, kind: 'ErrorsSearched', found: 9, start_date: '2026-03-01' },
      { ...by, kind: 'ErrorsExported', format: 'csv', start_date: '2026-03-01', end_date: '2026-03-31' },
      { ...by, kind: 'HistoryRead', thing: 'drug', drug_id: 'd-1' },
      { ...by, kind: 'HistoryVerified', thing: 'everything' },
      { ...by, kind: 'HistoryExported', thing: 'admission', patient_id: 'p-1', admission_id: 'a-1' },
      { ...by, kind: 'ReportExported', report: 8, start_date: '2026-03-01', end_date: '2026-03-31' },
      { ...by, kind: 'FhirRead', thing: 'Patient', found: 1, patient_id: 'p-1' },
    ]);
    expect(await environment.rows('select from change where stream = $1', [stream])).toEqual([]);
  },
);
