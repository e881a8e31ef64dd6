import { deflateRawSync } from 'node:zlib';
import * as fc from 'fast-check';
import { HttpProblem } from 'service-kit/http/http-problem';
import { describe, expect, test } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { readTable } from './read-table.ts';

const xlsx = (rows: Parameters<typeof writeXlsxFile>[0]): Promise<Buffer> => writeXlsxFile(rows as never).toBuffer();
const csv = (text: string): Buffer => Buffer.from(text);
const refusalOf = (bytes: Buffer): Promise<string> =>
  readTable(bytes).then(
    () => 'read',
    (error: unknown) => (error instanceof HttpProblem ? error.refusal.reason : String(error)),
  );

test('a CSV file is read with its rows as a spreadsheet counts them', async () => {
  expect(await readTable(csv('\uFEFFWard list\n\nMRN;Name\n0012;"Mona; Adel"\n;\n13;"She said ""no"""\n'))).toEqual({
    encoding: 'utf-8',
    separator: ';',
    headings: ['MRN', 'Name'],
    rows: [
      { row: 4, cells: ['0012', 'Mona; Adel'] },
      { row: 6, cells: ['13', 'She said "no"'] },
    ],
  });
});

test('the cells of Excel are texts: numbers without noise, dates, times, and the value of a formula', async () => {
  const rows = [
    ['MRN', 'Weight', 'Day', 'Sum', 'Flag'].map((value) => ({ value, type: String })),
    [
      { value: '0012', type: String },
      { value: 0.1 + 0.2, type: Number },
      { value: new Date('1990-05-01T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' },
      { value: '=1+1', type: 'Formula' },
      { value: true, type: Boolean },
    ],
    [
      null,
      { value: 70, type: Number },
      { value: new Date('2026-11-30T14:05:00Z'), type: Date, format: 'dd/mm/yyyy hh:mm' },
    ],
  ];
  const { rows: read, sheet } = await readTable(await xlsx(rows as never));
  expect(sheet).toBeDefined();
  expect(read).toEqual([
    { row: 2, cells: ['0012', '0.3', '1990-05-01', '', 'true'] },
    { row: 3, cells: ['', '70', '2026-11-30 14:05', '', ''] },
  ]);
});

const cell = fc
  .string({ unit: fc.constantFrom('a', 'ب', '0', ' ', ',', ';', '"', '=', '+', '\n', 'é', '٣', '_'), maxLength: 12 })
  .map((text) => text.trim());
const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 });
const withHeadings = (rows: string[][]): string[][] => [['MRN', 'Name', 'Note'], ...rows.map((row) => ['x', ...row])];
const readBack = async (bytes: Buffer): Promise<string[][]> => (await readTable(bytes)).rows.map(({ cells }) => cells);

describe('what was written reads back the same', () => {
  test('as CSV', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t'), async (rows, separator) => {
        const all = withHeadings(rows);
        const text = all.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(separator)).join('\r\n');
        expect((await readTable(csv(text), { separator: separator as ',' })).rows.map(({ cells }) => cells)).toEqual(
          all.slice(1),
        );
      }),
      { numRuns: 15 },
    );
  });
  test('as Excel', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const all = withHeadings(rows).map((row) => [...row.slice(0, 4), 'end']);
        const file = await xlsx(all.map((row) => row.map((value) => ({ value, type: String }))) as never);
        expect((await readBack(file)).map((cells) => cells.slice(0, 4))).toEqual(
          all.slice(1).map((row) => row.slice(0, 4)),
        );
      }),
      { numRuns: 10 },
    );
  });
});

/** An archive of parts that are compressed already, with the size that it claims. */
function zip(parts: Record<string, { readonly packed: Buffer; readonly size: number }>): Buffer {
  const [bodies, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, { packed, size }] of Object.entries(parts)) {
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(size, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    bodies.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, ...directory, end]);
}
const part = (text: string, size?: number) => ({ packed: deflateRawSync(text), size: size ?? text.length });
const sheet = (data: string) =>
  zip({
    'xl/workbook.xml': part(
      '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': part(
      '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': part(`<worksheet><sheetData>${data}</sheetData></worksheet>`),
  });
const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
const head = `<row r="1">${text('A1', 'MRN')}${text('B1', 'Name')}</row>`;

test('a formula is read as the text or value that was saved with it, and never executed', async () => {
  const row = `<row r="2">${text('A2', '=HYPERLINK("http://evil.test")')}<c r="B2" t="str"><f>WEBSERVICE("http://evil.test")</f><v>kept</v></c></row>`;
  expect((await readTable(sheet(head + row))).rows).toEqual([
    { row: 2, cells: ['=HYPERLINK("http://evil.test")', 'kept'] },
  ]);
});

test.each([
  ['110 MB of spaces in 110 KB', () => sheet(head + ' '.repeat(110_000_000)), 'table-takes-too-much'],
  [
    'a row number of two billion',
    () => sheet(`${head}<row r="2000000000">${text('A2000000000', 'x')}</row>`),
    'table-takes-too-much',
  ],
  [
    'a gigabyte that is claimed and not there',
    () => zip({ 'xl/workbook.xml': part('<workbook/>', 1_000_000_000) }),
    'not-a-table',
  ],
  ['a file of Word', () => zip({ 'word/document.xml': part('<document/>') }), 'not-a-table'],
  ['a cut archive', () => sheet(head).subarray(0, 200), 'not-a-table'],
  [
    'an entity bomb',
    () =>
      zip({ 'xl/workbook.xml': part('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><workbook>&b;</workbook>') }),
    'not-a-table',
  ],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not-a-table'],
  ['an older Excel file', () => Buffer.from('d0cf11e0a1b11ae10000000000000000', 'hex'), 'not-a-table'],
  ['100,000 columns', () => csv(`${'a,'.repeat(100_000)}\n1,2\n`), 'table-too-many-columns'],
  ['20,001 rows', () => csv(`MRN,Name\n${'1,x\n'.repeat(20_001)}`), 'table-too-many-rows'],
  ['a quote that is never closed', () => csv(`MRN,Name\n"1,${'x\n'.repeat(600_000)}`), 'not-a-table'],
  ['headings alone', () => csv('MRN,Name\n'), 'table-is-empty'],
  ['an empty file', () => csv(''), 'table-is-empty'],
] as const)('%s is refused', async (_, bytes, reason) => {
  expect(await refusalOf(bytes())).toBe(reason);
});
