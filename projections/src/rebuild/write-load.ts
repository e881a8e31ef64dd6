/** Writes what the load has folded: many streams, their checkpoints and the place of the load, in one transaction. */
import type { Pool, PoolClient } from 'pg';
import type { Position } from 'service-kit/event-log/port';
import { inTransaction } from 'service-kit/postgres/in-transaction';
import { copyRows } from './copy-rows.ts';
import { storeLoadProgress } from './next-schema.ts';
import { forgetErased, forgetPast } from '../catch-up/erasure.ts';
import { statementOf } from '../catch-up/statement.ts';
import { readModels } from '../read-models/all.ts';
import type { SharedChange } from '../read-models/row-change.ts';
import type { StreamRows, StreamWrites, TableWrite } from '../read-models/stream-rows.ts';
import { bigint, type Row, table, type Table, text } from '../read-models/table.ts';
import type { ProjectionName } from '../schema/projections.ts';

/** Rows of one statement. */
const CHUNK = 2_000;

/** A stream of one projection in the memory of the load. */
export interface LoadedStream {
  readonly projection: ProjectionName;
  readonly stream: string;
  readonly rows: StreamRows;
  revision: bigint;
  eventId: string | null;
  /** True if Postgres has a checkpoint of it. */
  isStored: boolean;
  isChanged: boolean;
}

const checkpoint = table(
  'projection_checkpoint',
  { projection: text, stream: text, revision: bigint, event_id: text },
  ['projection', 'stream'],
  { owner: { column: 'stream', holds: 'name' } },
);

interface Merged {
  readonly inserts: Map<Table, Row[]>;
  readonly updates: Map<Table, Row[]>;
  readonly deletes: Map<Table, Row[]>;
}

/** The place of the load in the log, and the events before it. */
export interface Place {
  readonly after: Position | undefined;
  readonly events: number;
}

/** The rows that streams have to write. The streams may be changed again before that. */
export interface TakenLoad {
  readonly merged: Merged;
  readonly begun: readonly Row[];
  readonly continued: readonly Row[];
  readonly written: readonly { readonly one: LoadedStream; readonly writes: StreamWrites }[];
}

export function takeLoad(streams: readonly LoadedStream[]): TakenLoad {
  const merged: Merged = { inserts: new Map(), updates: new Map(), deletes: new Map() };
  const begun: Row[] = [];
  const continued: Row[] = [];
  const written = streams.map((one) => {
    const writes = one.rows.takeWrites();
    merge(merged, writes);
    const { projection, stream, revision, eventId } = one;
    (one.isStored ? continued : begun).push({ projection, stream, revision: String(revision), event_id: eventId });
    one.isStored = true;
    one.isChanged = false;
    return { one, writes };
  });
  return { merged, begun, continued, written };
}

/** @param parentsFirst the tables, in the order in which rows may be inserted */
export function writeLoad(
  pool: Pool,
  parentsFirst: readonly Table[],
  { merged, begun, continued, written }: TakenLoad,
  place: Place,
): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await copyRows(tx, checkpoint, begun);
    await change(tx, 'update', checkpoint, continued);
    for (const one of parentsFirst.toReversed()) await change(tx, 'delete', one, merged.deletes.get(one) ?? []);
    for (const one of parentsFirst) {
      await copyRows(tx, one, merged.inserts.get(one) ?? []);
      await change(tx, 'update', one, merged.updates.get(one) ?? []);
    }
    await writeShared(tx, written);
    await storeLoadProgress(tx, place);
  });
}

function merge(merged: Merged, writes: StreamWrites): void {
  for (const { kind, table: of, rows } of writes.rows) {
    const tables = kind === 'insert' ? merged.inserts : kind === 'update' ? merged.updates : merged.deletes;
    const known = tables.get(of);
    if (known) for (const row of rows) known.push(row);
    else tables.set(of, [...rows]);
  }
}

async function change(tx: PoolClient, kind: 'update' | 'delete', of: Table, rows: readonly Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const write: TableWrite = { kind, table: of, rows: rows.slice(from, from + CHUNK) };
    const { text: sql, values } = statementOf({
      projection: 'rebuild',
      isGuarded: false,
      guards: [noGuard],
      parts: [{ stream: '', writes: { rows: [write], shared: [] } }],
      notices: [],
      channel: '',
    });
    await tx.query(sql, [...values]);
  }
}
/** The rows of a chunk need no guard: a rebuild is the only writer of its schema. */
const noGuard = {
  stream: '',
  patient_id: null,
  revision: null,
  event_id: null,
  in_doubt: false,
  generation: '0',
  to_revision: '0',
  to_event_id: '',
};

/**
 * The rows that streams of a patient change together. Rows that an erasure ends are removed after
 * the load (`endErased`). `reading.chart_seen` is not made from the log: the workers have ended its
 * rows when these events were new.
 */
async function writeShared(
  tx: PoolClient,
  written: readonly { readonly one: LoadedStream; readonly writes: StreamWrites }[],
): Promise<void> {
  const known = new Set<string>();
  const erased = new Set<string>();
  for (const { one, writes } of written)
    for (const shared of writes.shared) {
      if (shared.kind === 'patient known') known.add(shared.patientId);
      else if (shared.kind === 'audit erased') erased.add(shared.patientId);
      else if (isEndWithoutPatient(shared)) await forgetPast(tx, readModels[one.projection], one.stream);
      else if (shared.kind === 'stream erased') await forgetErased(tx, readModels[one.projection], one.stream);
    }
  if (known.size > 0)
    await tx.query(
      'insert into audited_patient (patient_id, erased) select unnest($1::text[]), false on conflict do nothing',
      [[...known]],
    );
  if (erased.size > 0)
    await tx.query(
      `insert into audited_patient (patient_id, erased) select unnest($1::text[]), true
       on conflict (patient_id) do update set erased = true`,
      [[...erased]],
    );
}

const isEndWithoutPatient = (shared: SharedChange): boolean =>
  shared.kind === 'past ends' && shared.patientId === undefined;

/** SQL: removes what `../catch-up/erasure.ts` removes with a patient, for all erased patients at once. */
const ends: Readonly<Partial<Record<ProjectionName, readonly string[]>>> = {
  patients: ['delete from past_patient where patient_id in (select patient_id from erased_patient)'],
  clinical: [
    ...['past_review_entry', 'past_review'].map(
      (of) => `delete from ${of} where admission_id in (
        select a.admission_id from past_admission a join erased_patient using (patient_id))`,
    ),
    'delete from past_admission where patient_id in (select patient_id from erased_patient)',
  ],
  audit: [
    `delete from error_change c where not exists (
       select from audited_patient p where p.patient_id = c.patient_id and not p.erased)`,
  ],
};

export async function endErased(pool: Pool, projections: readonly ProjectionName[]): Promise<void> {
  for (const name of projections) for (const sql of ends[name] ?? []) await pool.query(sql);
}
