import { randomUUID } from 'node:crypto';
import type { CollectedReport, ErasedSince, Metrics } from 'language/contract/reports';
import { admissionEvents, type AdmissionEvent } from 'language/domain/admission/events';
import { erasedFiguresOf } from 'language/domain/admission/erased-figures';
import { type Recorded, recordedAtOf } from 'language/domain/command';
import { knownEvent } from 'language/domain/event-schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { people, teams } from '../../testing/generated-log.ts';
import { everyDay, everyReport, reader, useReportEnvironment } from '../../testing/report-environment.ts';

/** Reports that count, and name no patient. */
const counting = ['errsByTypeDistribution', 'countsReviewPerDay', 'listReviewsPerTag'];
const isCounting = (path: string): boolean => counting.some((report) => path.includes(report));
const metrics = people.map((user) => ({ user, path: `/api/users/${user}/metrics` }));

describe('in the log of a seed', () => {
  const { byHand, log, answer, answersHalfway, halfway, environment } = useReportEnvironment(20_26);
  const before = new Map<string, unknown>();
  const metricsBefore = new Map<string, Metrics>();
  const erased = new Set<string>();
  let instant = '';
  let collectedBefore: CollectedReport;

  const instants = (): string[] => {
    const all = log.map(({ metadata }) => recordedAtOf(metadata)).sort();
    return [0.3, 0.8].map((share) => all[Math.floor(share * (all.length - 1))] ?? '');
  };

  /** The events of an erasure, as `commands/erase-patient.ts` writes them. */
  async function erase(patientId: string): Promise<void> {
    const { append, project } = { append: environment().log.append, project: environment().project };
    const ofPatient = log.filter(({ stream }) => stream === `patient-${patientId}`);
    const teamId = ofPatient[0]?.metadata.teamId ?? '';
    const at = new Date().toISOString();
    const metadata = {
      commandId: randomUUID(),
      command: 'AgreeToErasure',
      actorId: 'u-mona',
      occurredAt: at,
      recordedAt: at,
      schemaVersion: 1,
      teamId,
      patientId,
    };
    const streams = new Set(
      log.flatMap((event) =>
        event.stream.startsWith('admission-') && event.metadata.patientId === patientId ? [event.stream] : [],
      ),
    );
    for (const stream of streams) {
      const events = log.flatMap((stored): Recorded<AdmissionEvent>[] => {
        const event = stored.stream === stream ? knownEvent(admissionEvents, stored) : undefined;
        return event ? [event] : [];
      });
      if (events.at(-1)?.type === 'AdmissionDeleted') continue;
      const { reviews, errors } = erasedFiguresOf(events);
      await append(stream, BigInt(events.length - 1), [
        { id: randomUUID(), type: 'AdmissionErased', data: { patientId, teamId, reviews, errors }, metadata },
      ]);
      await project(stream);
    }
    await append(`patient-${patientId}`, BigInt(ofPatient.length - 1), [
      { id: randomUUID(), type: 'PatientDeleted', data: {}, metadata },
    ]);
    await project(`patient-${patientId}`);
    erased.add(patientId);
  }

  beforeAll(async () => {
    [instant = ''] = instants();
    collectedBefore = await answer(`/api/reviews?${everyDay('icu')}`, reader);
    for (const path of everyReport.filter(isCounting))
      for (const asOf of ['', ...instants().map((one) => `&asOf=${one}`)])
        before.set(path + asOf, await answer(path + asOf, reader));
    for (const { user, path } of metrics) metricsBefore.set(user, await answer(path, user));
    const admitted = [...new Set(collectedBefore.result.map(({ patient }) => patient))];
    const recurrent = byHand.recurrent('icu').map(({ _id }) => _id);
    for (const patient of new Set([...admitted.filter((_, nth) => nth % 2 === 0), ...recurrent.slice(0, 1)]))
      await erase(patient);
  }, 120_000);

  test('the reports that count stay the same, now and as known at any instant', async () => {
    expect(erased.size).toBeGreaterThan(2);
    for (const [path, said] of before) expect(await answer(path, reader), path).toEqual(said);
    for (const [path, said] of answersHalfway)
      if (isCounting(path)) expect(await answer(`${path}&asOf=${halfway()}`, reader), path).toEqual(said);
  });

  test('the reports that name patients lose those who were erased, now and as known at any instant', async () => {
    for (const asOf of ['', `&asOf=${instant}`, `&asOf=${halfway()}`])
      for (const team of teams) {
        const { result } = await answer<CollectedReport>(`/api/reviews?${everyDay(team)}${asOf}`, reader);
        expect(result.filter(({ patient }) => erased.has(patient))).toEqual([]);
        expect(await answer(`/api/reviews/searchProgress?${everyDay(team)}${asOf}`)).toEqual({ total: result.length });
        const recurrent = await answer<{ _id: string }[]>(`/api/admissions/getRecurrentAdmissions?team=${team}${asOf}`);
        expect(recurrent.filter(({ _id }) => erased.has(_id))).toEqual([]);
      }
    const { result } = await answer<CollectedReport>(`/api/reviews?${everyDay('icu')}`, reader);
    expect(result).toEqual(collectedBefore.result.filter(({ patient }) => !erased.has(patient)));
    const { patients } = await answer<ErasedSince>(`/api/reviews/erasedSince?team=icu&asOf=${instant}`);
    expect(patients).toBe(erased.size);
  });

  test('the metrics of a person keep reviews and errors, and lose the patients', async () => {
    for (const { user, path } of metrics) {
      const now = await answer<Metrics>(path, user);
      const was = metricsBefore.get(user);
      expect(now.reviews).toBe(was?.reviews);
      expect(now.revMetricsPerType).toEqual(was?.revMetricsPerType);
      expect(now.patients).toBeLessThanOrEqual(was?.patients ?? 0);
    }
  });

  test('no row of an erased patient is left, and a rebuild without the keys gives the same figures', async () => {
    const { rows } = environment();
    const ofErased = async (table: string, column: string): Promise<number> =>
      (await rows(`select from ${table} where ${column} = any ($1)`, [[...erased]])).length;
    for (const table of ['patient', 'past_patient', 'admission', 'past_admission', 'review', 'past_review'])
      expect([table, await ofErased(table, 'patient_id')]).toEqual([table, 0]);
    const orphans = await rows(
      `select from (select admission_id from review_entry union all select admission_id from past_review_entry) e
       where not exists (select from admission a where a.admission_id = e.admission_id)
         and exists (select from erased_review r where r.admission_id = e.admission_id)`,
    );
    expect(orphans).toEqual([]);
    const figures = async (): Promise<object[]> => [
      ...(await rows('select * from erased_review e order by to_jsonb(e)::text')),
      ...(await rows('select * from erased_error e order by to_jsonb(e)::text')),
    ];
    const kept = await figures();
    expect(kept.length).toBeGreaterThan(10);

    const streams = [...new Set(log.map(({ stream }) => stream))];
    await environment().rebuildAfterErasing(
      [...erased],
      streams.filter((stream) => stream.startsWith('admission-') || stream.startsWith('patient-')),
    );
    expect(await figures()).toEqual(kept);
    for (const [path, said] of before) expect(await answer(path, reader), path).toEqual(said);
  });
});
