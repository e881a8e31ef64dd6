/** The notes of a rebuild in `/api/ready` of every process, whichever process rebuilds. */
import type { Pool } from 'pg';
import { madeVersions } from './versions.ts';
import type { ProjectionName } from '../schema/projections.ts';

const EVERY_MS = 1_000;
/** A note of a killed process. Its rebuild goes on soon, in another one. */
const OLD_SECONDS = 10;

/** The notes of the process that rebuilds. */
export class RebuildNotes {
  readonly #pool: Pool;
  readonly #projections: readonly ProjectionName[];
  readonly #timer: NodeJS.Timeout;
  #sentence: string | undefined;
  #written: Promise<unknown> = Promise.resolve();

  constructor(pool: Pool, projections: readonly ProjectionName[]) {
    this.#pool = pool;
    this.#projections = projections;
    // Repeated, because a step may take minutes.
    this.#timer = setInterval(() => {
      if (this.#sentence !== undefined) this.#write(this.#sentence, false);
    }, EVERY_MS).unref();
  }

  /** Written within a second. */
  say(sentence: string): void {
    this.#sentence = sentence;
  }

  /** @param failure why the rebuild ended without a switch; a switch has removed the notes */
  async end(failure?: string): Promise<void> {
    clearInterval(this.#timer);
    if (failure !== undefined) this.#write(failure, true);
    await this.#written;
  }

  /** None is written after the switch. A note that cannot be written is not worth an error. */
  #write(sentence: string, isFailed: boolean): void {
    const made = madeVersions(this.#projections);
    this.#written = this.#pool
      .query(
        /* sql */ `
        insert into rebuild_note (projection, sentence, is_failed)
        select projection, $3, $4
        from unnest($1::text[], $2::int[]) as made(projection, version) join projection_version live using (projection)
        where live.version < made.version
        on conflict (projection) do update
        set sentence = excluded.sentence, is_failed = excluded.is_failed, at = now()`,
        [[...made.keys()], [...made.values()], sentence, isFailed],
      )
      .catch(() => undefined);
  }
}

/** `said`: progress, or why it failed; else empty. */
export interface RebuildState {
  readonly state: 'waits' | 'runs' | 'failed' | 'newerVersion';
  readonly said: string;
}

/** @returns the projections whose rows are not of the version of this program */
export async function readRebuilds(pool: Pool): Promise<ReadonlyMap<ProjectionName, RebuildState>> {
  const { rows } = await pool.query<{
    projection: ProjectionName;
    version: number;
    sentence: string | null;
    is_failed: boolean | null;
    is_old: boolean | null;
  }>(/* sql */ `
    select projection, v.version, n.sentence, n.is_failed, n.at < now() - interval '${OLD_SECONDS} seconds' as is_old
    from projection_version v left join rebuild_note n using (projection)`);
  const made = madeVersions();
  return new Map(
    rows.flatMap(({ projection, version, sentence, is_failed: isFailed, is_old: isOld }) => {
      const own = made.get(projection) ?? version;
      const is = (state: RebuildState['state'], said = ''): [ProjectionName, RebuildState][] => [
        [projection, { state, said }],
      ];
      if (version === own) return [];
      if (version > own) return is('newerVersion');
      if (sentence === null || (isOld === true && isFailed !== true)) return is('waits');
      return is(isFailed === true ? 'failed' : 'runs', sentence);
    }),
  );
}

/** @returns a sentence for each projection whose rows are not of the version of this program */
export async function readNotes(pool: Pool): Promise<ReadonlyMap<ProjectionName, string>> {
  return new Map([...(await readRebuilds(pool))].map(([projection, rebuild]) => [projection, sentenceOf(rebuild)]));
}

function sentenceOf({ state, said }: RebuildState): string {
  switch (state) {
    case 'waits':
      return 'a rebuild is about to begin';
    case 'runs':
      return `rebuilding, ${said}`;
    case 'failed':
      return `rebuild failed: ${said}`;
    case 'newerVersion':
      return 'made by a newer version of the program, and left to it';
  }
}
