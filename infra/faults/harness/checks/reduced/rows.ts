/** Rows of tables by their keys, as a plain reducer makes them. */

export type Row = Readonly<Record<string, unknown>>;

/**
 * The tables that the reducer makes, with their keys. They hold what is written about patients. The others are compared
 * with rebuilt rows only: past states are made of these rows, figures of erased patients come whole from one event, and
 * the directory, the catalogue, the access log and the audit hold no chart.
 */
export const keysOf = {
  patient: ['patient_id'],
  absorbed_patient: ['survivor_id', 'patient_id'],
  admission: ['admission_id'],
  review: ['review_id'],
  review_entry: ['entry_id'],
  physician_note: ['note_id'],
  gallery_group: ['group_id'],
  gallery_image: ['group_id', 'position'],
  admission_medication: ['medication_id'],
  moved_out: ['move_id'],
  transfer_offer: ['admission_id'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type TableName = keyof typeof keysOf;
export const tableNames = Object.keys(keysOf) as readonly TableName[];

/** Not compared: made of names and record numbers by the folding of letters, which a reducer would have to repeat. */
export const leftOut: Readonly<Partial<Record<TableName, readonly string[]>>> = {
  patient: ['first_key', 'middle_key', 'last_key', 'fourth_key', 'name_key', 'record_key'],
};

export const keyOf = (table: TableName, row: Row): string =>
  keysOf[table].map((column) => String(row[column])).join(' ');

export class Rows {
  readonly #tables = new Map<TableName, Map<string, Row>>(tableNames.map((name) => [name, new Map<string, Row>()]));

  of(table: TableName): readonly Row[] {
    return [...this.#at(table).values()];
  }

  put(table: TableName, row: Row): void {
    this.#at(table).set(keyOf(table, row), row);
  }

  /** Changes the rows that have these values. */
  set(table: TableName, which: Row, values: Row): void {
    for (const row of this.matching(table, which)) this.put(table, { ...row, ...values });
  }

  remove(table: TableName, which: Row): void {
    for (const row of this.matching(table, which)) this.#at(table).delete(keyOf(table, row));
  }

  /** The first row with these values. @throws Error if there is none */
  one(table: TableName, which: Row): Row {
    const [row] = this.matching(table, which);
    if (!row) throw new Error(`The events name a row of ${table} that they have not made`);
    return row;
  }

  matching(table: TableName, which: Row): readonly Row[] {
    const wanted = Object.entries(which);
    return [...this.#at(table).values()].filter((row) => wanted.every(([name, value]) => row[name] === value));
  }

  #at(table: TableName): Map<string, Row> {
    const rows = this.#tables.get(table);
    if (!rows) throw new TypeError(`No table ${table}`);
    return rows;
  }
}
