/** The rows of one stream in memory: what a fold reads, and what a worker has to write after it. */
import type { RowChange, SharedChange } from './row-change.ts';
import { type Columns, keyOf, type Row, type RowOf, type Table } from './table.ts';

/** A row that must exist is missing: rows and log do not match, and the stream must stop. */
export class RowMissing extends Error {
  override readonly name = 'RowMissing';
}
/** A row that must not exist is there: rows and log do not match, and the stream must stop. */
export class RowExists extends Error {
  override readonly name = 'RowExists';
}

/** The rows that a fold may read. */
export interface Rows {
  find<C extends Columns, Key extends string>(
    table: Table<C, Key>,
    key: Pick<RowOf<C>, Key & keyof C>,
  ): RowOf<C> | undefined;
  /** As `find`. @throws RowMissing */
  one<C extends Columns, Key extends string>(table: Table<C, Key>, key: Pick<RowOf<C>, Key & keyof C>): RowOf<C>;
  /** In no particular order. */
  all<C extends Columns, Key extends string>(table: Table<C, Key>): RowOf<C>[];
}

export type WriteKind = 'insert' | 'update' | 'delete';

/** Rows of one table to be inserted, updated or deleted. Only the key of a deleted row is used. */
export interface TableWrite {
  readonly kind: WriteKind;
  readonly table: Table;
  readonly rows: readonly Row[];
}

/** The difference between two states of a stream's rows: at most one write for each row. */
export interface StreamWrites {
  readonly rows: readonly TableWrite[];
  readonly shared: readonly SharedChange[];
}

/** The size of a row in the cache, beside its texts. */
const ROW_BYTES = 200;
/** The size of a text within a list or an object, beside its characters. */
const TEXT_BYTES = 20;
const bytesOf = (row: object): number => {
  let bytes = ROW_BYTES;
  for (const name in row) {
    const value: unknown = row[name as keyof typeof row];
    if (typeof value === 'string') bytes += value.length + TEXT_BYTES;
    else if (value !== null && typeof value === 'object') bytes += bytesOf(value);
  }
  return bytes;
};

/** A state never ends before it begins, although the clocks of several processes differ by milliseconds. */
const laterOf = (since: string, at: string): string =>
  since === '-infinity' || Date.parse(at) > Date.parse(since) ? at : since;

interface Touched {
  readonly row: Row | undefined;
}

/** Mutable, with one owner: after an error it is thrown away. */
export class StreamRows implements Rows {
  readonly #tables = new Map<string, Map<string, Row>>();
  /** Each changed row as it was before the first change since `takeWrites`. */
  #touched = new Map<Table, Map<string, Touched>>();
  #appended = new Map<Table, Row[]>();
  #shared: SharedChange[] = [];
  #bytes = 0;

  /** About how much memory the rows take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a row that is already stored. */
  load(table: Table, row: Row): void {
    this.#rowsOf(table).set(keyOf(table, row), row);
    this.#bytes += bytesOf(row);
  }

  find<C extends Columns, Key extends string>(table: Table<C, Key>, key: object): RowOf<C> | undefined {
    // A table's map holds rows of this table only.
    return this.#tables.get(table.name)?.get(keyOf(table, key as Row)) as RowOf<C> | undefined;
  }

  one<C extends Columns, Key extends string>(table: Table<C, Key>, key: object): RowOf<C> {
    const row = this.find(table, key);
    if (!row) throw new RowMissing(`A row of ${table.name} is not there`);
    return row;
  }

  all<C extends Columns, Key extends string>(table: Table<C, Key>): RowOf<C>[] {
    return [...(this.#tables.get(table.name)?.values() ?? [])] as RowOf<C>[];
  }

  /** @throws RowMissing · RowExists; then the rows are of no use any more */
  apply(changes: readonly RowChange[]): void {
    for (const change of changes) this.#applyOne(change);
  }

  #applyOne(change: RowChange): void {
    switch (change.change) {
      case 'insert': {
        const { table, row } = change;
        if (this.find(table, row)) throw new RowExists(`A row of ${table.name} is there already`);
        return this.#set(table, keyOf(table, row), row);
      }
      case 'update': {
        const { table, key, set, ending } = change;
        const was: Row = this.one(table, key);
        const since = ending && this.#keepPast(table, was, ending);
        return this.#set(table, keyOf(table, key), { ...was, ...set, ...(since !== undefined && { since }) });
      }
      case 'delete': {
        const { table, key, ending } = change;
        const was: Row = this.one(table, key);
        if (ending) this.#keepPast(table, was, ending);
        return this.#set(table, keyOf(table, key), undefined);
      }
      case 'append':
        return this.#append(change.table, change.row);
      case 'shared':
        // The rows that this batch appends end with the stored ones.
        if (change.shared.kind === 'patient erased') this.#drop(({ isPast = false }) => isPast);
        if (change.shared.kind === 'stream erased')
          this.#drop(({ isPast = false, unlessErased }) => isPast || unlessErased !== undefined);
        this.#shared.push(change.shared);
        return;
      default:
        return change satisfies never;
    }
  }

  /** @returns the start of the next state */
  #keepPast({ past, name }: Table, was: Row, { at, by }: { at: string; by: string }): string {
    const { since } = was;
    if (!past || typeof since !== 'string') throw new TypeError(`${name} keeps no past states`);
    const until = laterOf(since, at);
    this.#append(past, { until, ended_by: by, ...was });
    return until;
  }

  #drop(isEnded: (table: Table) => boolean): void {
    for (const table of this.#appended.keys()) if (isEnded(table)) this.#appended.delete(table);
  }

  #append(table: Table, row: Row): void {
    const rows = this.#appended.get(table);
    if (rows) rows.push(row);
    else this.#appended.set(table, [row]);
  }

  #rowsOf({ name }: Table): Map<string, Row> {
    const rows = this.#tables.get(name) ?? new Map<string, Row>();
    this.#tables.set(name, rows);
    return rows;
  }

  #set(table: Table, key: string, row: Row | undefined): void {
    const rows = this.#rowsOf(table);
    const was = rows.get(key);
    const touched = this.#touched.get(table) ?? new Map<string, Touched>();
    this.#touched.set(table, touched);
    if (!touched.has(key)) touched.set(key, { row: was });
    this.#bytes += (row ? bytesOf(row) : 0) - (was ? bytesOf(was) : 0);
    if (row) rows.set(key, row);
    else rows.delete(key);
  }

  /** The changes since the last call: a row inserted and deleted in between is not there. */
  takeWrites(): StreamWrites {
    const rows: TableWrite[] = [];
    for (const [table, touched] of this.#touched) {
      const writes: Record<WriteKind, Row[]> = { insert: [], update: [], delete: [] };
      for (const [key, { row: was }] of touched) {
        const row = this.#rowsOf(table).get(key);
        if (row && was) writes.update.push(row);
        else if (row) writes.insert.push(row);
        else if (was) writes.delete.push(was);
      }
      for (const kind of ['insert', 'update', 'delete'] as const)
        if (writes[kind].length > 0) rows.push({ kind, table, rows: writes[kind] });
    }
    for (const [table, appended] of this.#appended) rows.push({ kind: 'insert', table, rows: appended });
    const shared = this.#shared;
    this.#touched = new Map();
    this.#appended = new Map();
    this.#shared = [];
    return { rows, shared };
  }
}
