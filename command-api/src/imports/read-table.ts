/**
 * Reads a table out of a file (docs/decisions/write-side/table-import.md). A thread does it with bounds of memory and
 * time: an Excel file of 10 MB can hold a gigabyte, or name a cell a billion rows below.
 */
import { Worker } from 'node:worker_threads';
import { type Encoding, importLimits, type Separator, type TableRow } from 'language/contract/imports';
import type { Reason } from 'language/domain/reasons/catalogue';
import { refusal } from 'language/domain/reasons/refusal';
import { createSemaphore } from 'service-kit/concurrency/semaphore';
import { HttpProblem } from 'service-kit/http/http-problem';
import { decode, detectEncoding, detectSeparator, isBinary } from './decode.ts';

const MEMORY_MB_MAX = 512;
const TIME_MS_MAX = 60_000;
const inTurn = createSemaphore(2, 16);

type Refused = Extract<
  Reason,
  'table-too-many-columns' | 'table-too-many-rows' | 'unknown-sheet' | 'not-a-table' | 'table-takes-too-much'
>;
interface Bounds {
  readonly rowsMax: number;
  readonly columnsMax: number;
}
export type ThreadInput = Bounds &
  (
    | { readonly text: string; readonly separator: Separator }
    | { readonly text?: undefined; readonly bytes: Uint8Array; readonly sheet: string | undefined }
  );
export interface ThreadAnswer {
  readonly refused?: Refused;
  readonly rows?: TableRow[];
  readonly sheets?: string[];
  readonly sheet?: string;
}

export interface Table {
  readonly encoding?: Encoding;
  readonly separator?: Separator;
  readonly sheets?: string[];
  readonly sheet?: string;
  readonly headings: string[];
  readonly rows: TableRow[];
}
/** The choices of a person, in place of what would be detected. */
export interface Chosen {
  readonly encoding?: Encoding | undefined;
  readonly separator?: Separator | undefined;
  readonly sheet?: string | undefined;
}

/** @throws HttpProblem 400, 413 or 415 for a file that is no such table */
export async function readTable(bytes: Buffer, chosen: Chosen = {}): Promise<Table> {
  const isZip = bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
  const { facts, input } = isZip ? { facts: {}, input: { bytes, sheet: chosen.sheet } } : await csvOf(bytes, chosen);
  const bounds = { rowsMax: importLimits.rows, columnsMax: importLimits.columns };
  const { refused, rows = [], ...sheets } = await inTurn(() => answerOfThread({ ...bounds, ...input }));
  if (refused !== undefined) throw new HttpProblem(refusalOf(refused), { field: 'file' });
  // Titles above a table fill one cell.
  const head = Math.max(
    0,
    rows.findIndex(({ cells }) => cells.filter((cell) => cell !== '').length > 1),
  );
  const [headings, ...below] = rows.slice(head);
  if (!headings || below.length === 0) throw new HttpProblem(refusal('table-is-empty'), { field: 'file' });
  const width = Math.max(headings.cells.length, ...below.slice(0, 100).map(({ cells }) => cells.length));
  return {
    ...facts,
    ...sheets,
    headings: Array.from({ length: width }, (_, at) => headings.cells[at] ?? ''),
    rows: below,
  };
}

async function csvOf(bytes: Buffer, chosen: Chosen) {
  const encoding = chosen.encoding ?? detectEncoding(bytes);
  const text = decode(bytes, encoding);
  if (isBinary(text)) throw new HttpProblem(refusal('not-a-table'), { field: 'file' });
  const separator = chosen.separator ?? detectSeparator(text);
  return { facts: { encoding, separator }, input: { text, separator } };
}

function refusalOf(refused: Refused) {
  if (refused === 'table-too-many-columns') return refusal(refused, { limit: importLimits.columns });
  return refused === 'table-too-many-rows' ? refusal(refused, { limit: importLimits.rows }) : refusal(refused);
}

async function answerOfThread(input: ThreadInput): Promise<ThreadAnswer> {
  const thread = new Worker(new URL('./table-thread.mjs', import.meta.url), {
    workerData: input,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB_MAX },
  });
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ThreadAnswer>((resolve) => {
      // Out of memory or of time.
      const tooMuch = (): void => resolve({ refused: 'table-takes-too-much' });
      thread.once('message', resolve);
      thread.once('error', tooMuch);
      thread.once('exit', tooMuch);
      late = setTimeout(tooMuch, TIME_MS_MAX);
    });
  } finally {
    clearTimeout(late);
    await thread.terminate();
  }
}
