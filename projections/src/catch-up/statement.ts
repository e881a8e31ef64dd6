/**
 * The one statement of a transaction: guard, rows, changes and notices of several streams
 * (docs/decisions/read-side/row-folds.md). Nothing is written for a stream whose guard does not move. Its text depends
 * on the tables that are written, not on the rows, so that each connection prepares it once.
 */
import type { Row, Table } from '../read-models/table.ts';
import type { StreamWrites, WriteKind } from '../read-models/stream-rows.ts';

/** A stream's part of the statement. */
export interface Part {
  readonly stream: string;
  readonly writes: StreamWrites;
}

interface Operation {
  readonly kind: WriteKind;
  readonly table: Table;
  readonly rows: Row[];
}

/** The statement's values name a stream by its place in the list of streams. */
const PLACE = 'nth';

/** Merges the writes of the streams: one operation for each table and kind. */
function operationsOf(parts: readonly Part[]): Operation[] {
  const operations = new Map<string, Operation>();
  for (const [nth, { writes }] of parts.entries())
    for (const { kind, table, rows } of writes.rows) {
      const id = `${kind} ${table.name}`;
      const operation = operations.get(id) ?? { kind, table, rows: [] };
      operations.set(id, operation);
      for (const row of rows)
        operation.rows.push({ [PLACE]: nth, ...(kind === 'delete' ? keyColumns(table, row) : row) });
    }
  // In one order, so that the same tables make the same statement.
  return [...operations].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, operation]) => operation);
}

const keyColumns = ({ key }: Table, row: Row): Row =>
  Object.fromEntries(key.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

const typed = ({ columns }: Table, names: readonly string[]): string =>
  names.map((name) => `${name} ${columns[name]?.type}`).join(', ');

/** @param value the number of the value that holds the rows */
function writeOf({ kind, table }: Operation, value: number): string {
  const { name, key } = table;
  const all = Object.keys(table.columns);
  const columns = kind === 'delete' ? key : all;
  const given = `jsonb_to_recordset($${value}::jsonb) as given(${PLACE} int, ${typed(table, columns)})`;
  const byKey = key.map((column) => `written.${column} = given.${column}`).join(' and ');
  switch (kind) {
    case 'insert':
      return /* sql */ `
        insert into ${name} (${columns.join(', ')})
        select ${columns.map((column) => `given.${column}`).join(', ')}
        from moved join ${given} using (${PLACE}) ${unlessErased(table)}`;
    case 'update':
      return /* sql */ `
        update ${name} written
        set ${all
          .filter((column) => !key.includes(column))
          .map((column) => `${column} = given.${column}`)
          .join(', ')}
        from moved join ${given} using (${PLACE})
        where ${byKey}`;
    case 'delete':
      return /* sql */ `
        delete from ${name} written using moved join ${given} using (${PLACE}) where ${byKey}`;
    default:
      return kind satisfies never;
  }
}

/** No row of a patient is written after the patient's erasure (`erasure.ts`). */
function unlessErased({ unlessErased: by }: Table): string {
  switch (by) {
    case undefined:
      return '';
    case 'erased_patient':
      return /* sql */ `
        where not exists (select from erased_patient e where e.patient_id = moved.patient_id)`;
    case 'audited_patient':
      return 'join not_erased on not_erased.patient_id = given.patient_id';
    default:
      return by satisfies never;
  }
}

/**
 * The auditor's patients whose changes are kept. The rows are locked until the end of the transaction, so a deletion of
 * the patient waits, and then removes these changes. The first statement inserts the row of an admitted patient; its
 * `do update` finds a row that another admission has inserted since this statement began.
 */
const notErased = (known: number, changes: number | undefined): string => /* sql */ `
  admitted as (
    insert into audited_patient (patient_id, erased)
    select distinct given.patient_id, false
    from moved join jsonb_to_recordset($${known}::jsonb) as given(${PLACE} int, patient_id text) using (${PLACE})
    order by given.patient_id
    on conflict (patient_id) do update set erased = audited_patient.erased
    returning patient_id, erased
  ), not_erased as (
    select patient_id from admitted where not erased
    ${changes === undefined ? '' : lockOthers(known, changes)}
  )`;
const lockOthers = (known: number, changes: number): string => /* sql */ `
    union all
    select patient_id from (
      select patient_id from audited_patient
      where not erased and patient_id in (
        select given.patient_id
        from moved join jsonb_to_recordset($${changes}::jsonb) as given(${PLACE} int, patient_id text) using (${PLACE})
        except
        select given.patient_id
        from moved join jsonb_to_recordset($${known}::jsonb) as given(${PLACE} int, patient_id text) using (${PLACE})
      )
      order by patient_id
      for share
    ) locked`;

/** A stream's guard. `revision` is null before the stream's first event. */
export interface Guard {
  readonly stream: string;
  readonly patient_id: string | null;
  readonly revision: string | null;
  readonly event_id: string | null;
  readonly in_doubt: boolean;
  /** The generation of the rows that were read. */
  readonly generation: string;
  readonly to_revision: string;
  readonly to_event_id: string;
}

/**
 * Moves the checkpoints that still are as they were read, of streams that are not parked. Nothing moves after a switch
 * to rebuilt rows: a switch locks the checkpoints and begins a generation. The locks are taken in the
 * order of the streams, so that two workers do not wait for each other. The insert of a first checkpoint waits for
 * another worker's, and then inserts nothing. `set_config` makes the commit wait for the disk: announced changes are
 * shown to people, and a crash of Postgres must not take them back.
 *
 * Postgres guesses 100 rows for a JSON list, and then reads all checkpoints of a projection rather than 100 by their
 * keys. By the comparison of the projection it guesses one row, and everything is found by its key.
 */
const guard = /* sql */ `
  given as materialized (
    select given.*, set_config('synchronous_commit', 'on', true)
    from jsonb_to_recordset($1::jsonb) as given(
      ${PLACE} int, projection text, stream text, patient_id text, revision bigint, event_id text, in_doubt boolean,
      generation bigint, to_revision bigint, to_event_id text
    )
    where given.projection = $2
      and given.generation = coalesce((select v.generation from projection_version v where v.projection = $2), 0)
      and not exists (select from parked_stream p where p.projection = $2 and p.stream = given.stream)
  ), locked as materialized (
    select given.*
    from given join projection_checkpoint c on c.projection = $2 and c.stream = given.stream
    where c.revision = given.revision and c.in_doubt = given.in_doubt and c.event_id is not distinct from given.event_id
    order by given.stream
    for update of c
  ), continued as (
    update projection_checkpoint c
    set revision = locked.to_revision, event_id = locked.to_event_id, in_doubt = false, updated_at = now()
    from locked
    where c.projection = $2 and c.stream = locked.stream
    returning c.stream
  ), begun as (
    insert into projection_checkpoint (projection, stream, revision, event_id)
    select $2, stream, to_revision, to_event_id from given where revision is null order by stream
    on conflict do nothing
    returning stream
  ), moved as materialized (
    select given.${PLACE}, given.stream, given.patient_id
    from given
    join (select stream from continued union all select stream from begun) as guarded using (stream)
  )`;

/** In a transaction that has moved the checkpoint already. */
const unguarded = /* sql */ `
  moved as materialized (
    select * from jsonb_to_recordset($1::jsonb) as given(${PLACE} int, stream text, patient_id text)
    where $2::text is not null
  )`;

/** The notices are delivered at the commit. */
const announce = (notices: number, channel: number): string => /* sql */ `
  notices as materialized (
    select given.notice, given.place, given.${PLACE}
    from moved join jsonb_to_recordset($${notices}::jsonb) as given(${PLACE} int, place int, notice jsonb)
      using (${PLACE})
  ), changed as (
    insert into change (stream, revision, touched, actor_id, team_id, at)
    select notice->>'stream', (notice->>'revision')::bigint,
           array(select jsonb_array_elements_text(notice->'touched')),
           notice->>'actorId', notice->>'teamId', (notice->>'at')::timestamptz
    from notices order by ${PLACE}, place
  ), announced as materialized (
    select pg_notify($${channel}, notice::text) as sent from notices order by ${PLACE}, place
  )`;

export interface Statement {
  readonly text: string;
  readonly values: readonly string[];
}

export interface StatementParts {
  readonly projection: string;
  readonly isGuarded: boolean;
  readonly guards: readonly Guard[];
  readonly parts: readonly Part[];
  /** The notices of all streams; `nth` is the place of the stream. */
  readonly notices: readonly { readonly nth: number; readonly place: number; readonly notice: object }[];
  readonly channel: string;
}

/** @returns the statement; its rows are the streams whose guard has moved */
export function statementOf({ projection, isGuarded, guards, parts, notices, channel }: StatementParts): Statement {
  const values: string[] = [jsonOf(guards.map((one, nth) => ({ nth, projection, ...one }))), projection];
  const value = (rows: readonly object[]): number => values.push(jsonOf(rows));
  const steps = [isGuarded ? guard : unguarded];
  const operations = operationsOf(parts).map((operation) => ({ operation, at: value(operation.rows) }));
  const changes = operations.find(({ operation }) => operation.table.unlessErased === 'audited_patient')?.at;
  const known = parts.flatMap(({ writes }, nth) =>
    writes.shared.flatMap((change) => (change.kind === 'patient known' ? [{ nth, patient_id: change.patientId }] : [])),
  );
  if (known.length > 0 || changes !== undefined) steps.push(notErased(value(known), changes));
  for (const [index, { operation, at }] of operations.entries())
    steps.push(`write_${index} as (${writeOf(operation, at)})`);
  if (notices.length > 0) steps.push(announce(value(notices), values.push(channel)));
  const sent = notices.length > 0 ? '(select count(sent) from announced)' : '0';
  return { text: `with ${steps.join(', ')} select stream, ${sent} as notices from moved`, values };
}

/**
 * Half of a surrogate pair is not UTF-8, and jsonb refuses it; node-postgres sends text with U+FFFD in its place, and so
 * does this.
 */
function jsonOf(value: object): string {
  const json = JSON.stringify(value);
  if (!/\\ud[89a-f]/.test(json)) return json;
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'string' ? Buffer.from(part).toString() : part,
  );
}

/** At most this many texts are prepared, on each connection. A worker meets about 60. */
const PREPARED = 200;
const names = new Map<string, string>();

/** The name under which a connection keeps the statement; none if there are many already. */
export function nameOf(text: string): { name?: string } {
  const known = names.get(text);
  if (known !== undefined) return { name: known };
  if (names.size >= PREPARED) return {};
  const name = `write ${names.size}`;
  names.set(text, name);
  return { name };
}
