// @ts-check
/**
 * The thread of `xlsx.ts`: takes rows until an empty message, and answers with the file. Plain JavaScript, so that specs
 * start it without a build.
 */
import { getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import writeXlsxFile from 'write-excel-file/node';

/** On Linux a priority belongs to a thread: screens come before files. Elsewhere it would be that of the process. */
const NICE = 5;
if (process.platform === 'linux') setPriority(0, Math.max(getPriority(0), NICE));

/** @type {import('./xlsx.ts').XlsxSheet} */
const { name, isRightToLeft, headings, columns } = workerData;

/** @type {import('write-excel-file/node').SheetData} */
const rows = [headings.map((value) => ({ value, type: String, format: '@', fontWeight: 'bold' }))];

/** @type {(value: string | number | null, column: number) => import('write-excel-file/node').Cell} */
const cellOf = (value, column) => {
  if (value === null) return null;
  if (typeof value === 'string') return { value, type: String, format: '@' };
  const format = columns[column]?.format;
  return format === undefined ? { value, type: Number } : { value: new Date(value), type: Date, format };
};

parentPort?.on('message', (/** @type {string} */ lines) => {
  if (lines !== '') {
    for (const line of lines.split('\n')) if (line !== '') rows.push(JSON.parse(line).map(cellOf));
    return;
  }
  // A failure ends the thread, which `xlsx.ts` hears.
  void writeXlsxFile(rows, {
    sheet: name,
    rightToLeft: isRightToLeft,
    stickyRowsCount: 1,
    columns: columns.map(({ width }) => ({ width })),
  })
    .toBuffer()
    .then((file) => parentPort?.postMessage(new Uint8Array(file), []));
});
