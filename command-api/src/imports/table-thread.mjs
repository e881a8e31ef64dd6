// @ts-check
/** The thread of `read-table.ts`: reads one file into cells of text, and ends. Nothing of a file is executed. */
import { parentPort, workerData } from 'node:worker_threads';
import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';
import { BrokenZip, unpackedZip, ZipBomb } from './bounded-zip.mjs';

/** @type {import('./read-table.ts').ThreadInput} */
const input = workerData;
const { rowsMax, columnsMax } = input;

/** Half of a surrogate pair and the zero character cannot be stored. @param {string} text */
const storable = (text) =>
  text
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .trim();

/** @param {number} number */
const two = (number) => String(number).padStart(2, '0');
/** A date cell has the clock of no place. One without a day is a time. @param {Date} date */
function textOfDate(date) {
  if (Number.isNaN(date.valueOf())) return '';
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
  if (date.getUTCFullYear() < 1900) return time;
  return `${date.toISOString().slice(0, 10)}${time === '00:00' ? '' : ` ${time}`}`;
}
/** @param {unknown} value */
function textOf(value) {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return textOfDate(value);
  // Excel keeps 15 digits: the rest is noise of binary fractions.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  return typeof value === 'string' || typeof value === 'boolean' ? storable(String(value)) : '';
}

/** @param {unknown[][]} table */
function rowsOf(table) {
  if (table.some(({ length }) => length > columnsMax))
    return { refused: /** @type {const} */ ('table-too-many-columns') };
  const rows = table.flatMap((cells, at) => {
    const texts = cells.map(textOf);
    return texts.every((text) => text === '') ? [] : [{ row: at + 1, cells: texts }];
  });
  return rows.length > rowsMax + 1 ? { refused: /** @type {const} */ ('table-too-many-rows') } : { rows };
}

/** @returns {Promise<import('./read-table.ts').ThreadAnswer>} */
async function read() {
  if (input.text !== undefined) {
    const table = parse(input.text, {
      delimiter: input.separator,
      relax_column_count: true,
      relax_quotes: true,
      bom: true,
      // A quote that is never closed must not take the rest of a file for one cell.
      max_record_size: 1_000_000,
    });
    return rowsOf(table);
  }
  const sheets = await readXlsxFile(unpackedZip(Buffer.from(input.bytes)));
  const named = sheets.map(({ sheet }) => sheet);
  const chosen = input.sheet === undefined ? (sheets.find(({ data }) => data.length > 1) ?? sheets[0]) : undefined;
  const sheet = chosen ?? sheets.find(({ sheet: name }) => name === input.sheet);
  if (sheet === undefined) return { refused: 'unknown-sheet' };
  return { sheets: named, sheet: sheet.sheet, ...rowsOf(sheet.data) };
}

read().then(
  (answer) => parentPort?.postMessage(answer, []),
  (error) => {
    const isKnown = error instanceof BrokenZip || error instanceof ZipBomb;
    const refused = isKnown && error instanceof ZipBomb ? 'table-takes-too-much' : 'not-a-table';
    // A library's own error may quote a cell: it goes nowhere.
    parentPort?.postMessage({ refused }, []);
  },
);
