/** Measures reports as known at an instant over a hundred thousand entries, beside the same reports as they are now. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createPatientKeys } from 'service-kit/security/patient-keys';
import type { AdmissionEvent, Entry } from 'command-api/domain/admission/events';
import { calendarDate } from 'command-api/domain/values/calendar-date';
import type { DomainEvent } from 'command-api/domain/command';
import { connectEventLog } from 'service-kit/event-log/eventstoredb';
import { schemaVersionOf } from 'service-kit/event-log/upcast';
import { createLogger } from 'service-kit/process/logger';
import { Pool } from 'pg';
import type { Product } from '../../test/product.ts';
import { settingsOf } from '../../test/settings-of.ts';
import { heading, row, summarise, verdict } from '../figures.ts';

const PATIENTS = Number(process.env['BENCH_PATIENTS'] ?? 250);
/** Each patient is admitted twice. */
const STAYS = 2 * PATIENTS;
const REVIEWS_OF_A_STAY = 25;
const ENTRIES_OF_A_REVIEW = 8;
/** Later, one entry of each review is changed, and every fourth review moves to another day with its entries. */
const ENTRIES = STAYS * REVIEWS_OF_A_STAY * ENTRIES_OF_A_REVIEW;
const TYPES = 12;
const TIMES = 12;
const TARGET_MS = 2_000;
const AT_ONCE = 8;
/** The first version of a row counts as a change. */
const MOVED_TO = calendarDate('2026-01-15');
const DAY = 86_400_000;

interface Where {
  readonly team: string;
  readonly author: string;
  readonly token: string;
}

/** Prints the figures. All rows are written first and changed half a year later. */
export async function measureReports(product: Product, { team, author, token }: Where): Promise<void> {
  const { DATABASE_URL, EVENTSTORE_URL = '', MASTER_KEY = '' } = await settingsOf(product, 'command-api');
  const pool = new Pool({ connectionString: DATABASE_URL, max: 4 });
  const log = connectEventLog({
    url: EVENTSTORE_URL,
    keys: createPatientKeys(pool, [Buffer.from(MASTER_KEY, 'base64')]),
    logger: createLogger('bench', 'warn'),
  });
  const now = Date.now();
  const [written, changed] = [now - 400 * DAY, now - 200 * DAY];
  const between = new Date(now - 300 * DAY).toISOString();
  const said = (events: readonly DomainEvent[], at: number, patientId: string) =>
    events.map((event, index) => {
      const id = randomUUID();
      return {
        ...event,
        id,
        metadata: {
          commandId: id,
          command: 'Bench',
          actorId: author,
          occurredAt: new Date(at + index * 1_000).toISOString(),
          schemaVersion: schemaVersionOf(event.type),
          teamId: team,
          patientId,
        },
      };
    });
  const write = async (patient: number): Promise<void> => {
    const patientId = randomUUID();
    const data = {
      teamId: team,
      firstName: 'محمد',
      middleName: 'أحمد',
      lastName: 'علي',
      fourthName: `${patient}`,
      birthdate: calendarDate('1960-01-01'),
      medicalRecordNumber: `${patient}`,
    };
    await log.append(
      `patient-${patientId}`,
      'no_stream',
      said([{ type: 'PatientRegistered', data }], written, patientId),
    );
    for (const stay of [0, 1]) {
      const admissionId = randomUUID();
      const first = said([...writtenOf(patient * 2 + stay, patientId, team, admissionId)], written, patientId);
      await log.append(`admission-${admissionId}`, 'no_stream', first);
      await log.append(
        `admission-${admissionId}`,
        BigInt(first.length - 1),
        said([...changedOf(admissionId)], changed, patientId),
      );
    }
  };
  const count = async (table: string): Promise<number> =>
    (await pool.query<{ count: number }>(`select count(*)::int as count from read_v1.${table}`)).rows[0]?.count ?? 0;

  try {
    const [entries, past] = [await count('review_entry'), await count('past_review_entry')];
    for (let patient = 0; patient < PATIENTS; patient += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, PATIENTS - patient) }, (_, index) => write(patient + index)),
      );
    const pastOfEach = [...changedOf('a')].reduce(
      (sum, event) => sum + (event.type === 'ReviewHeadEdited' ? ENTRIES_OF_A_REVIEW : 1),
      0,
    );
    while (
      (await count('review_entry')) < entries + ENTRIES ||
      (await count('past_review_entry')) < past + STAYS * pastOfEach
    )
      await pause(1_000);
    // A type that is not in the catalogue is searched in all entries. This never happens in the product.
    await pool.query(
      `insert into read_v1.error_type (err_type_id, label, position)
       select 'type-' || n, 'Type ' || n, n + 1 from generate_series(0, ${TYPES - 1}) n
       on conflict do nothing`,
    );
    await pool.query('analyze');

    const ask = async (path: string): Promise<number> => {
      const sent = performance.now();
      const response = await fetch(`${product.url}${path}`, { headers: { authorization: `bearer ${token}` } });
      const length = (await response.arrayBuffer()).byteLength;
      if (!response.ok || length < 3) throw new Error(`${path}: ${response.status}, ${length} bytes`);
      return performance.now() - sent;
    };
    const period = `team=${team}&startDate=2000-01-01&endDate=2099-12-31`;
    const reports: Readonly<Record<string, string>> = {
      'errors by type': `/api/reviews/errsByTypeDistribution?${period}`,
      'reviews per day': `/api/reviews/countsReviewPerDay?${period}`,
      'errors per tag': `/api/reviews/listReviewsPerTag?${period}`,
      'recurrent admissions': `/api/admissions/getRecurrentAdmissions?team=${team}`,
      progress: `/api/reviews/searchProgress?${period}`,
      'collected, of 30 days': `/api/reviews?team=${team}&startDate=2025-03-01&endDate=2025-03-30&csv=0`,
      'the same with its CSV': `/api/reviews?team=${team}&startDate=2025-03-01&endDate=2025-03-30`,
    };
    const measure = async (what: string, path: string, target: boolean): Promise<void> => {
      const taken: number[] = [];
      for (let time = 0; time < TIMES; time += 1) taken.push(await ask(path));
      const figures = summarise(taken, what);
      console.log(row(what, figures));
      if (target) console.log(verdict(`${what} p95`, figures.p95, TARGET_MS));
    };
    console.log(`\nA team with ${ENTRIES} entries, ${STAYS * pastOfEach} of whose states are past`);
    console.log(heading);
    for (const [what, path] of Object.entries(reports)) {
      await measure(`${what}, as it is`, path, false);
      await measure(`${what}, as known before all changes`, `${path}&asOf=${between}`, true);
      await measure(`${what}, as known now`, `${path}&asOf=${new Date().toISOString()}`, true);
    }
    const instants = `asOf=${between}&until=${new Date().toISOString()}`;
    for (const report of ['2', '3', '5'])
      await measure(
        `what changed in report ${report}`,
        `/api/reviews/changedBetween?${period}&report=${report}&${instants}`,
        false,
      );
  } finally {
    await log.close();
    await pool.end();
  }
}

const entryOf = (entryId: string, number: number, change: number): Entry => ({
  entryId,
  errType: `type-${(number + change) % TYPES}`,
  errTypeLabel: `Type ${(number + change) % TYPES}`,
  errDrug: 'drug-1.0',
  errDrugLabel: 'Bench 500 mg',
  errNote: '<p>CrCl 25 mL/min: <strong>reduce</strong> to 500 mg every 12 hours.</p>',
  errRes: ([null, 1, 2, 3, 4] as const)[(number + change) % 5] ?? null,
  errSeverity: 'C',
  followUpDate: null,
  drugTags: [{ name: 'renal' }, { name: `tag-${number % 9}` }],
});
const dayOf = (stay: number, review: number) =>
  calendarDate(new Date(Date.UTC(2025, 0, 1) + ((stay * 7 + review) % 365) * DAY).toISOString().slice(0, 10));

function* writtenOf(stay: number, patientId: string, teamId: string, admissionId: string): Generator<AdmissionEvent> {
  yield {
    type: 'PatientAdmitted',
    data: { patientId, teamId, admissionDate: calendarDate('2025-01-01'), admissionDetails: '' },
  };
  for (let review = 0; review < REVIEWS_OF_A_STAY; review += 1) {
    const entries = Array.from({ length: ENTRIES_OF_A_REVIEW }, (_, index) =>
      entryOf(`${admissionId}-${review}-${index}`, review * ENTRIES_OF_A_REVIEW + index, 0),
    );
    yield {
      type: 'ReviewAdded',
      data: {
        reviewId: `${admissionId}.r${review}`,
        reviewDate: dayOf(stay, review),
        clinicalNote: '<p>Stable.</p>',
        entries,
      },
    };
  }
}

function* changedOf(admissionId: string): Generator<AdmissionEvent> {
  for (let review = 0; review < REVIEWS_OF_A_STAY; review += 1) {
    const reviewId = `${admissionId}.r${review}`;
    yield {
      type: 'ReviewMedicationUpdated',
      data: { reviewId, entry: entryOf(`${admissionId}-${review}-0`, review * ENTRIES_OF_A_REVIEW, 1) },
    };
    if (review % 4 === 0)
      yield { type: 'ReviewHeadEdited', data: { reviewId, reviewDate: MOVED_TO, clinicalNote: '<p>Stable.</p>' } };
  }
}
