/** For `*.int.spec.ts` only: however the wake-ups come, the rows are the same. One log, one set of rows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DomainEvent } from 'language/domain/command';
import { randomOf } from 'language/domain/testing/random';
import { randomHistory } from 'language/domain/testing/random-history';
import type { EventLog } from 'service-kit/event-log/port';
import { catchUp, catchUpAll } from '../catch-up/catch-up.ts';
import { catchUpLog } from '../catch-up/catch-up-log.ts';
import { RowCache } from '../catch-up/row-cache.ts';
import type { WakeUp } from '../queue/wake-up.ts';
import { readModels } from '../read-models/all.ts';
import { projectionsOf } from '../schema/projections.ts';
import {
  admitted,
  day,
  entry,
  onPatient,
  reviewAdded,
  startTestEnvironment,
  type TestEnvironment,
} from '../testing.ts';

/** Shows the first events of each stream only. */
const upTo = (log: EventLog, shown: ReadonlyMap<string, number>): EventLog => ({
  ...log,
  async *readStream(stream, options = {}) {
    for await (const event of log.readStream(stream, options)) {
      if (event.revision >= BigInt(shown.get(stream) ?? 0)) return;
      yield event;
    }
  },
});

/** @param patients with an admission each */
export function testSameRows(patients: number): void {
  let environment: TestEnvironment;
  beforeAll(async () => {
    environment = await startTestEnvironment();
  });
  afterAll(() => environment.stop());

  test('rows are the same for single events, random batches, many streams together, in any order, and from pages of the log', async () => {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const random = randomOf(seed);
    const int = (below: number): number => random.between(0, below - 1);
    const lengths = new Map<string, number>();
    const append = async (stream: string, events: readonly DomainEvent[], patientId: string) => {
      await environment.append(stream, events, onPatient(patientId));
      lengths.set(stream, (lengths.get(stream) ?? 0) + events.length);
    };
    for (let n = 0; n < patients; n += 1) {
      const events = randomHistory(`any${n}`, random);
      await append(`admission-any${n}`, events, `p-any${n}`);
      const facts = { firstName: 'Ali', middleName: '', lastName: '', fourthName: '', birthdate: day('1950-02-28') };
      const isDeleted = events.at(-1)?.type === 'AdmissionDeleted' && int(2) === 0;
      await append(
        `patient-p-any${n}`,
        [
          { type: 'PatientRegistered', data: { teamId: 't-1', ...facts, medicalRecordNumber: '' } },
          { type: 'PatientCorrected', data: { ...facts, medicalRecordNumber: '7' } },
          ...(isDeleted ? [{ type: 'PatientDeleted', data: {} }] : []),
        ],
        `p-any${n}`,
      );
    }
    // The random admissions may all be without an entry at their end.
    await append('admission-one', [admitted('p-one'), reviewAdded('one.1', [entry('one-1')])], 'p-one');
    const wakeUps = [...lengths.keys()].flatMap((stream) =>
      projectionsOf(stream).map((projection) => ({ projection, stream })),
    );
    const tables = (
      await environment.rows<{ name: string }>(
        `select relname as name from pg_class where relnamespace = 'read_v1'::regnamespace and relkind = 'r'
       and relname not in ('migration', 'migration_lock', 'change', 'error_type') order by relname`,
      )
    ).map(({ name }) => name);
    const dump = async () =>
      Object.fromEntries(
        await Promise.all(
          tables.map(async (table): Promise<[string, object[]]> => [
            table,
            await environment.rows(
              `select to_jsonb(t) - 'updated_at' as row from ${table} t order by (to_jsonb(t) - 'updated_at')::text`,
            ),
          ]),
        ),
      );
    const empty = () => environment.pool.query(`truncate ${tables.join(', ')} cascade`);
    const shuffled = (): WakeUp[] => random.shuffled(wakeUps);

    await empty();
    for (const { projection, stream } of wakeUps) await catchUp(environment, readModels[projection], stream);
    const alone = await dump();
    expect(alone['review_entry']).not.toEqual([]);

    for (const step of [() => 1, () => 1 + int(9), () => 1_000]) {
      await empty();
      const shown = new Map<string, number>();
      const sources = { pool: environment.pool, log: upTo(environment.log, shown), cache: new RowCache() };
      while ([...lengths].some(([stream, length]) => (shown.get(stream) ?? 0) < length)) {
        for (const stream of lengths.keys()) shown.set(stream, (shown.get(stream) ?? 0) + step());
        expect(await catchUpAll(sources, shuffled())).toEqual({ errors: [], unfinished: [] });
      }
      expect(await dump(), `seed ${seed}`).toEqual(alone);
    }

    for (const eventsTogether of [1, 1 + int(40), 10_000]) {
      await empty();
      const sources = { pool: environment.pool, log: environment.log, cache: new RowCache() };
      for await (const done of catchUpLog(sources, { after: undefined, eventsTogether }))
        expect(done).toMatchObject({ errors: [], unfinished: [] });
      expect(await dump(), `seed ${seed}`).toEqual(alone);
    }
  }, 120_000);
}
