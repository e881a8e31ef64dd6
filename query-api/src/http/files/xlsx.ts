/**
 * Cells as an Excel file (docs/product.md, "Exported files"). The library needs all rows in memory and a third of a
 * millisecond of a core for each, so a thread makes the file and its size is bounded
 * (docs/decisions/read-side/spreadsheets.md).
 */
import { Worker } from 'node:worker_threads';
import { refusal } from 'language/domain/reasons/refusal';
import { countWorkInProgress } from 'service-kit/concurrency/work-in-progress';
import { HttpProblem } from 'service-kit/http/http-problem';
import { type Column, type ColumnKind, contentOf, type FileContext, headingsOf } from './columns.ts';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Lines of a file, without the head row. */
export const XLSX_LINES_MAX = 20_000;
/** The size of all cells, as JSON. */
const CHARACTERS_MAX = 16_000_000;
/** Files of all people that are made at the same time. */
const FILES_MAX = 2;
const MEMORY_MB_MAX = 512;
/** A piece of the answer, in bytes. */
const PIECE = 256 * 1024;

/** Excel's, in UTF-16 code units. */
const CELL_MAX = 32_767;
/** Excel has no earlier calendar: its 1900 is a leap year. */
const FIRST_DAY = '1900-03-01';

/**
 * The look of a column: Excel's code of the format, and the width in characters. A text is `@` and stays one when it is
 * edited.
 */
export const looks: Readonly<Record<ColumnKind, { readonly format?: string; readonly width: number }>> = {
  code: { format: '@', width: 16 },
  id: { format: '@', width: 24 },
  name: { format: '@', width: 28 },
  longText: { format: '@', width: 60 },
  number: { width: 12 },
  day: { format: 'yyyy-mm-dd', width: 16 },
  utc: { format: 'yyyy-mm-dd"T"hh:mm:ss.000"Z"', width: 27 },
  hospitalTime: { format: 'yyyy-mm-dd hh:mm:ss', width: 24 },
};

/** A cell as JSON: a number in a column of days or instants is Unix time in milliseconds, as the cell shows it. */
type XlsxCell = string | number | null;

/** The thread gets these at its start. Each message is rows as JSON, divided by line breaks; the last one is empty. */
export interface XlsxSheet {
  readonly name: string;
  readonly isRightToLeft: boolean;
  readonly headings: readonly string[];
  readonly columns: readonly { readonly format?: string; readonly width: number }[];
}

/** The content of a cell, with a mark in place of what Excel would refuse. */
function textIn(text: string, { say }: FileContext['words']): string {
  const mark = text.length > CELL_MAX ? say('text.cut', { limit: CELL_MAX }) : '';
  // Not within a character of two code units.
  const kept = mark ? text.slice(0, CELL_MAX - mark.length).replace(/[\uD800-\uDBFF]$/, '') + mark : text;
  // The format's own escape of characters, where it is meant as text.
  const plain = kept.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  // The library finds texts in an object without an own prototype of names, where `constructor` is a function.
  return plain in {} ? `_x${plain.charCodeAt(0).toString(16).padStart(4, '0')}_${plain.slice(1)}` : plain;
}

const timeIn = (kind: ColumnKind, text: string): number =>
  Date.parse(kind === 'hospitalTime' ? `${text.slice(0, 10)}T${text.slice(11, 19)}Z` : text);

function cellOf<Row>(column: Column<Row>, row: Row, context: FileContext): XlsxCell {
  const [, kind] = column;
  const content = contentOf(column, row, context) ?? null;
  if (typeof content !== 'string') return content;
  const isTime = kind === 'day' || kind === 'utc' || kind === 'hospitalTime';
  return isTime && content >= FIRST_DAY ? timeIn(kind, content) : textIn(content, context.words);
}

/** A row as JSON, with its line break. */
export const xlsxLine = <Row>(columns: readonly Column<Row>[], row: Row, context: FileContext): string =>
  `${JSON.stringify(columns.map((column) => cellOf(column, row, context)))}\n`;

const startOfAll = countWorkInProgress(FILES_MAX);

/**
 * @param chunks rows of `xlsxLine`
 * @param sheet the name of the sheet, an id of words
 * @returns the file in pieces; the first one comes when the file is whole
 * @throws HttpProblem 400 for more than a file holds, 503 while other files are made
 */
export async function* asXlsx<Row>(
  columns: readonly Column<Row>[],
  chunks: AsyncIterable<string>,
  { words }: FileContext,
  sheet: string,
): AsyncGenerator<Uint8Array> {
  const leave = startOfAll('');
  if (!leave) throw new HttpProblem(refusal('too-many-long-reports'));
  const workerData: XlsxSheet = {
    name: words.say(sheet),
    isRightToLeft: words.say('language.direction') === 'rtl',
    headings: headingsOf(columns, words),
    columns: columns.map(([, kind]) => looks[kind]),
  };
  const thread = new Worker(new URL('./xlsx-thread.mjs', import.meta.url), {
    workerData,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX },
  });
  const made = new Promise<Uint8Array>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The thread that makes an Excel file has ended')));
  });
  // A failure is thrown where the file is taken.
  made.catch(() => undefined);
  let file: Uint8Array;
  try {
    let lines = 0;
    let characters = 0;
    for await (const chunk of chunks) {
      lines += chunk.split('\n').length - 1;
      characters += chunk.length;
      if (lines > XLSX_LINES_MAX || characters > CHARACTERS_MAX)
        throw new HttpProblem(refusal('xlsx-too-long', { lines: XLSX_LINES_MAX }));
      thread.postMessage(chunk, []);
    }
    thread.postMessage('', []);
    file = await made;
  } finally {
    await thread.terminate();
    leave();
  }
  for (let begin = 0; begin < file.length; begin += PIECE) yield file.subarray(begin, begin + PIECE);
}
