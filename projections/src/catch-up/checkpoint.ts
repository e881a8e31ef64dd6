/** How far a stream's rows are, and the rows themselves, as Postgres has them. */
import type { Pool } from 'pg';
import { ownedRows, ownerOf } from './erasure.ts';
import { groupBy } from 'service-kit/aggregates/group-by';
import type { Projection } from '../read-models/projection.ts';
import { StreamRows } from '../read-models/stream-rows.ts';
import type { Row, Table, Value } from '../read-models/table.ts';

/** Before a stream's first event. */
export const NOTHING = -1n;

export interface Progress {
  /** The last event whose rows are here, or `NOTHING`. */
  readonly revision: bigint;
  /** The id of that event; null if an older version of this program projected it. */
  readonly eventId: string | null;
  /** The log was replaced since; whether it still holds that event is not known yet. */
  readonly isUnverified: boolean;
  readonly parked: boolean;
  /** Which version of the projection has made the rows. */
  readonly version: number;
  /** A decimal string: a switch to rebuilt rows begins the next one. */
  readonly generation: string;
}

export interface StreamState {
  readonly progress: Progress;
  readonly rows: StreamRows;
}

interface ProgressRow {
  readonly stream: string;
  readonly revision: string | null;
  readonly event_id: string | null;
  readonly in_doubt: boolean | null;
  readonly parked: boolean;
  readonly version: number | null;
  readonly generation: string | null;
}

const progressOf = (row: ProgressRow): Progress => ({
  revision: BigInt(row.revision ?? NOTHING),
  eventId: row.event_id,
  isUnverified: row.in_doubt ?? false,
  parked: row.parked,
  version: row.version ?? 0,
  generation: row.generation ?? '0',
});

const progressColumns = /* sql */ `
  streams.stream, c.revision, c.event_id, c.in_doubt, v.version, v.generation,
  exists (select from parked_stream p where p.projection = $1 and p.stream = streams.stream) as parked`;
const checkpoints = /* sql */ `
  left join projection_checkpoint c on c.projection = $1 and c.stream = streams.stream
  left join projection_version v on v.projection = $1`;

/** Takes no lock: the guard decides at the end. */
export async function readProgress(pool: Pool, projection: string, stream: string): Promise<Progress> {
  const { rows } = await pool.query<ProgressRow>({
    name: 'progress',
    text: `select ${progressColumns} from (select $2::text as stream) streams ${checkpoints}`,
    values: [projection, stream],
  });
  const [row] = rows;
  if (!row) throw new TypeError('Each stream has one row');
  return progressOf(row);
}

/** The columns of a table that JavaScript's numbers cannot hold, which `StreamRows` has as texts. */
const bigints = ({ columns }: Table): string[] =>
  Object.keys(columns).filter((name) => columns[name]?.type === 'bigint');

/** SQL: the rows of a stream, all tables in one statement: `$1` projection, `$2` streams, `$3` what their tables hold. */
const loadStatement = (tables: readonly Table[]): string => {
  const loaded = tables.map(
    (table, index) =>
      `(select json_agg(owned) from ${table.name} owned where ${ownedRows(table, 'owned').replaceAll('$1', 'streams.id')})
       as table_${index}`,
  );
  return /* sql */ `
    select ${[progressColumns, ...loaded].join(', ')}
    from unnest($2::text[], $3::text[]) as streams(stream, id) ${checkpoints}`;
};

/** Progress and rows of streams of one kind, of the same instant. */
async function readKind(
  pool: Pool,
  projection: Projection,
  streams: readonly string[],
): Promise<[string, StreamState][]> {
  const [first] = streams;
  if (first === undefined) return [];
  const tables = projection.tablesOf(first).filter(({ isAppendOnly }) => !isAppendOnly);
  const { rows } = await pool.query<ProgressRow & Record<string, Row[] | null>>({
    name: `load ${tables.map(({ name }) => name).join(' ')}`.slice(0, 60),
    text: loadStatement(tables),
    values: [projection.name, streams, streams.map((stream) => (tables[0] ? ownerOf(tables[0], stream) : stream))],
  });
  return rows.map((row) => {
    const loaded = new StreamRows();
    for (const [index, table] of tables.entries()) {
      const names = bigints(table);
      for (const stored of row[`table_${index}`] ?? []) {
        const row: Record<string, Value> = { ...stored };
        for (const name of names) if (typeof row[name] === 'number') row[name] = String(row[name]);
        loaded.load(table, row);
      }
    }
    return [row.stream, { progress: progressOf(row), rows: loaded }];
  });
}

/** Progress and rows of each stream, of the same instant. Takes no lock: the guard decides at the end. */
export async function readStreams(
  pool: Pool,
  projection: Projection,
  streams: readonly string[],
): Promise<Map<string, StreamState>> {
  const kinds = groupBy(streams, (stream) => projection.tablesOf(stream));
  const read: [string, StreamState][] = [];
  for (const kind of kinds.values()) read.push(...(await readKind(pool, projection, kind)));
  return new Map(read);
}

/** Called when this log holds the event at the checkpoint. */
export async function setVerified(
  pool: Pool,
  projection: string,
  stream: string,
  { revision, isUnverified }: Progress,
): Promise<void> {
  await pool.query(
    /* sql */ `
    update projection_checkpoint set in_doubt = false
    where projection = $1 and stream = $2 and revision = $3 and in_doubt = $4`,
    [projection, stream, revision, isUnverified],
  );
}
