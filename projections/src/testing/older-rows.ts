/** For `*.int.spec.ts` only: an installation whose rows an earlier program has made, to start a later one on. */
import type { EventLog } from 'service-kit/event-log/port';
import { randomOf } from 'language/domain/testing/random';
import { randomHistory } from 'language/domain/testing/random-history';
import { catchUpOrPark } from '../catch-up/worker.ts';
import { type ChangedOptions, rebuildChanged } from '../rebuild/rebuild-changed.ts';
import { beginVersions } from '../rebuild/versions.ts';
import { projectionsOf } from '../schema/projections.ts';
import { startProjections } from '../service.ts';
import { admitted, entry, onPatient, reviewAdded, startTestEnvironment, type TestEnvironment } from '../testing.ts';
import { earlierProgram, thisProgram } from './program-version.ts';

const ADMISSIONS = 8;
const EVENTS_TOGETHER = 40;

export interface OlderRows extends TestEnvironment {
  /** All rows at the end of the log, and the position stored. */
  work(): Promise<void>;
  /** The position stored, as by the dispatcher. */
  dispatch(): Promise<void>;
  options(more?: Partial<ChangedOptions>): ChangedOptions;
  /** The service, which rebuilds in this process. */
  start(log?: EventLog): Promise<StartedService>;
  /** The recorded version of `clinical`. */
  recorded(): Promise<{ version: number; generation: string } | undefined>;
  /** The first characters of the notes of reviews, as `laterProgram` marks them. */
  notes(where?: string): Promise<string[]>;
}

interface StartedService {
  /** The outcome of the first attempt. */
  readonly rebuilt: Promise<string>;
  ready(): Promise<{ ready: boolean; checks: { projections: { each: { clinical: { rebuild?: string } } } } }>;
  stop(): Promise<void>;
}

/** With random admissions `old…` and the admission `known`, whose review `known.r` has the entry `known-e`. */
export async function startOlderRows(): Promise<OlderRows> {
  const environment = await startTestEnvironment();
  const { installation, pool, log, logger } = environment;
  earlierProgram();
  await beginVersions(pool);
  const streams = new Set<string>();
  const append: OlderRows['append'] = (stream, events) => {
    streams.add(stream);
    return environment.append(stream, events, onPatient(stream.replace('admission', 'p')));
  };
  const dispatch = async (): Promise<void> => {
    const { last } = await log.readAll({ prefixes: [], after: undefined, maxCount: 1_000_000 });
    await pool.query(
      `insert into dispatcher_position (commit, prepare) values ($1, $2)
       on conflict (id) do update set commit = excluded.commit, prepare = excluded.prepare`,
      [String(last?.commit), String(last?.prepare)],
    );
  };
  const work = async (): Promise<void> => {
    const wakeUps = [...streams].flatMap((stream) =>
      projectionsOf(stream).map((projection) => ({ projection, stream })),
    );
    await catchUpOrPark(environment, logger, wakeUps, 3);
    await dispatch();
  };
  const options = (more: Partial<ChangedOptions> = {}): ChangedOptions => ({
    databaseUrl: installation.databaseUrl,
    pool,
    log,
    logger,
    signal: new AbortController().signal,
    ...more,
  });
  for (let n = 0; n < ADMISSIONS; n += 1) await append(`admission-old${n}`, randomHistory(`old${n}`, randomOf(n)));
  await append('admission-known', [admitted('p-known'), reviewAdded('known.r', [entry('known-e')])]);
  await work();
  return {
    ...environment,
    append,
    dispatch,
    work,
    options,
    async start(log) {
      let end = (_outcome: string): void => {};
      const rebuilt = new Promise<string>((resolve) => (end = resolve));
      const service = await startProjections(
        {
          databaseUrl: installation.databaseUrl,
          eventstoreUrl: installation.eventstoreUrl,
          redisUrl: undefined,
          masterKeys: [Buffer.from(installation.masterKey, 'base64')],
          host: '127.0.0.1',
          port: 0,
          async runRebuild(signal) {
            const given = { signal, eventsTogether: EVENTS_TOGETHER, ...(log && { log }) };
            const outcome = await rebuildChanged(options(given));
            end(outcome);
            return outcome;
          },
        },
        logger,
      );
      return {
        rebuilt,
        stop: service.stop,
        async ready() {
          const answer = await fetch(`http://127.0.0.1:${service.port}/api/ready`);
          return JSON.parse(await answer.text()) as Awaited<ReturnType<StartedService['ready']>>;
        },
      };
    },
    recorded: async () =>
      (
        await environment.rows<{ version: number; generation: string }>(
          `select version, generation from read_v1.projection_version where projection = 'clinical'`,
        )
      )[0],
    notes: async (where = 'true') =>
      (await environment.rows<{ note: string }>(`select clinical_note as note from review where ${where}`)).map(
        ({ note }) => note.slice(0, 3),
      ),
    async stop() {
      thisProgram();
      await environment.stop();
    },
  };
}

/** Pages of ten events. @param onPage called with the number of the page and the place from which it is read */
export function pagedLog(
  log: EventLog,
  onPage: (page: number, after: bigint | undefined) => Promise<void> | void,
): EventLog {
  let pages = 0;
  return {
    ...log,
    async readAll(asked) {
      pages += 1;
      await onPage(pages, asked.after?.commit);
      return log.readAll({ ...asked, maxCount: 10 });
    },
  };
}
