/** The changes that an event makes in rows. A fold returns these; `stream-rows.ts` applies them. */
import { recordedAtOf } from 'language/domain/command';
import type { Columns, Row, RowOf, Table } from './table.ts';

/** The event that ends the old state and begins the new one. */
export interface EndingEvent {
  readonly metadata: { readonly occurredAt: string; readonly recordedAt?: string };
  readonly revision: bigint;
}

/** The end of a row's state, for tables that keep past states. */
export interface Ending {
  /** When the log recorded the event. */
  readonly at: string;
  /** The revision of the event. */
  readonly by: string;
}

/** Rows of other streams and of query-api that an event ends (`../catch-up/erasure.ts`). Rare, except `patient known`. */
export type SharedChange =
  /** The auditor's rows of this patient are kept, unless the patient was erased. */
  | { readonly kind: 'patient known'; readonly patientId: string }
  /** Past states of the stream's rows are kept only if this patient was not erased. */
  | { readonly kind: 'past ends'; readonly patientId: string | undefined }
  /** All past states of the patient's admissions and of the patient end. */
  | { readonly kind: 'patient erased'; readonly patientId: string }
  /** The stream is erased: past states of its rows end, the auditor's changes, and what was announced of it. */
  | { readonly kind: 'stream erased' }
  /** All changes of the patient's medication errors end. */
  | { readonly kind: 'audit erased'; readonly patientId: string }
  | { readonly kind: 'chart seen ends'; readonly admissionId: string }
  | { readonly kind: 'member has seen'; readonly teamId: string; readonly userId: string };

export type RowChange =
  | { readonly change: 'insert'; readonly table: Table; readonly row: Row }
  | {
      readonly change: 'update';
      readonly table: Table;
      readonly key: Row;
      readonly set: Row;
      readonly ending?: Ending;
    }
  | { readonly change: 'delete'; readonly table: Table; readonly key: Row; readonly ending?: Ending }
  /** A row of a table that is never read by folds. */
  | { readonly change: 'append'; readonly table: Table; readonly row: Row }
  | { readonly change: 'shared'; readonly shared: SharedChange };

type KeyOf<C extends Columns, Key extends string> = Pick<RowOf<C>, Key & keyof C>;

/** A table whose rows have the start of their state. */
type WithPast<C extends Columns, Key extends string> = Table<C, Key> & { readonly past: Table };

const endingOf = ({ metadata, revision }: EndingEvent): Ending => ({
  at: recordedAtOf(metadata),
  by: String(revision),
});

/** The stream stops if the row exists. */
export const insert = <C extends Columns, Key extends string>(table: Table<C, Key>, row: RowOf<C>): RowChange => ({
  change: 'insert',
  table,
  row,
});

/** The stream stops if the row is missing. */
export const update = <C extends Columns, Key extends string>(
  table: Table<C, Key>,
  key: KeyOf<C, Key>,
  set: Partial<RowOf<C>>,
): RowChange => ({ change: 'update', table, key, set: set as Row });

/** As {@link update}; the old state is kept. */
export const updateKeepingPast = <C extends Columns, Key extends string>(
  table: WithPast<C, Key>,
  key: KeyOf<C, Key>,
  set: Partial<RowOf<C>>,
  event: EndingEvent,
): RowChange => ({ change: 'update', table, key, set: set as Row, ending: endingOf(event) });

/** The stream stops if the row is missing. */
export const remove = <C extends Columns, Key extends string>(table: Table<C, Key>, key: KeyOf<C, Key>): RowChange => ({
  change: 'delete',
  table,
  key,
});

/** As {@link remove}; the last state is kept. */
export const removeKeepingPast = <C extends Columns, Key extends string>(
  table: WithPast<C, Key>,
  key: KeyOf<C, Key>,
  event: EndingEvent,
): RowChange => ({ change: 'delete', table, key, ending: endingOf(event) });

export const append = <C extends Columns, Key extends string>(table: Table<C, Key>, row: RowOf<C>): RowChange => ({
  change: 'append',
  table,
  row,
});

export const shared = (change: SharedChange): RowChange => ({ change: 'shared', shared: change });
