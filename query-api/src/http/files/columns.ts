/**
 * The columns of an exported file, described once for its CSV and its XLSX (docs/product.md, "Exported files"). The kind
 * of a column says what its cells are.
 */
import type { FileWords } from './file-words.ts';
import { hospitalTime } from './hospital-time.ts';

/** The context of a cell's content. */
export interface FileContext {
  readonly words: FileWords;
  /** The hospital's. */
  readonly timeZone: string;
}

/** Kinds of text, by their usual length. */
type TextKind = 'code' | 'id' | 'name' | 'longText';
/** `utc` and `hospitalTime` are instants, given as ISO 8601 or a date; `day` is a calendar date. */
export type ColumnKind = TextKind | 'number' | 'day' | 'utc' | 'hospitalTime';

type ContentOf<Row, Content> = (row: Row, context: FileContext) => Content | null | undefined;
/** A heading is an id of words. An empty cell is null, undefined or an empty text. */
export type Column<Row> =
  | readonly [heading: string, kind: TextKind | 'day', contentOf: ContentOf<Row, string>]
  | readonly [heading: string, kind: 'number', contentOf: ContentOf<Row, number>]
  | readonly [heading: string, kind: 'utc' | 'hospitalTime', contentOf: ContentOf<Row, string | Date>];

export const headingsOf = <Row>(columns: readonly Column<Row>[], { say }: FileWords): string[] =>
  columns.map(([heading]) => say(heading));

/** A text, a number, or with the kind `utc` or `hospitalTime` a text that shows the instant. Empty: undefined. */
export function contentOf<Row>(column: Column<Row>, row: Row, context: FileContext): string | number | undefined {
  const [, kind, read] = column;
  const content = read(row, context) ?? '';
  if (content === '') return undefined;
  if (kind === 'hospitalTime' && typeof content !== 'number') return hospitalTime(content, context.timeZone);
  return content instanceof Date ? content.toISOString() : content;
}
