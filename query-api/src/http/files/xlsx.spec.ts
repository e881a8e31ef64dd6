import { expect, test } from 'vitest';
import { readXlsx, type ReadXlsx, shownIn } from '../../testing/read-xlsx.ts';
import type { Column } from './columns.ts';
import { fileWords } from './file-words.ts';
import { asXlsx, XLSX_LINES_MAX, xlsxLine } from './xlsx.ts';

interface Line {
  text?: string;
  number?: number;
  day?: string;
  at?: string;
}
const columns: readonly Column<Line>[] = [
  ['reviews.recordNumber', 'code', ({ text }) => text],
  ['reviews.rating', 'number', ({ number }) => number],
  ['reviews.reviewDate', 'day', ({ day }) => day],
  ['errors.at', 'utc', ({ at }) => at],
  ['errors.atHospital', 'hospitalTime', ({ at }) => at],
];
const context = (language = 'en') => ({ words: fileWords(language), timeZone: 'Africa/Cairo' });

async function* chunksOf(lines: Iterable<Line>, of: ReturnType<typeof context>): AsyncGenerator<string> {
  for (const line of lines) yield xlsxLine(columns, line, of);
}
async function made(lines: Iterable<Line>, language = 'en'): Promise<ReadXlsx> {
  const of = context(language);
  const pieces: Uint8Array[] = [];
  for await (const piece of asXlsx(columns, chunksOf(lines, of), of, 'sheet.reviews')) pieces.push(piece);
  return readXlsx(Buffer.concat(pieces));
}
const textsOf = async (texts: string[], language?: string) =>
  (
    await made(
      texts.map((text) => ({ text })),
      language,
    )
  ).rows
    .slice(1)
    .map(([cell]) => cell?.value);

test('a number is a number, a day and an instant are dates, and an empty cell is none', async () => {
  const { rows } = await made([{ number: 4.5, day: '2026-03-02', at: '2026-03-02T22:40:07.250Z' }, { number: 0 }]);
  const [, [text, number, day, utc, hospital] = [], second] = rows;
  expect(text).toBeUndefined();
  expect(number).toEqual({ value: 4.5, format: '' });
  expect([day?.format, shownIn(day)]).toEqual(['yyyy-mm-dd', '2026-03-02T00:00:00.000']);
  expect([utc?.format, shownIn(utc)]).toEqual(['yyyy-mm-dd"T"hh:mm:ss.000"Z"', '2026-03-02T22:40:07.250']);
  expect([hospital?.format, shownIn(hospital)]).toEqual(['yyyy-mm-dd hh:mm:ss', '2026-03-03T00:40:07.000']);
  expect(second?.[1]?.value).toBe(0);
});

test('a text keeps its form, and stays a text when it is edited', async () => {
  const texts = ['00012345', '12E5', '1-2', '2026-03-02', 'TRUE', ' 7 ', '_x0041_', 'constructor', '<b>&amp;"\'</b>'];
  const { rows } = await made(texts.map((text) => ({ text })));
  expect(rows.slice(1).map(([cell]) => cell?.format)).toEqual(texts.map(() => '@'));
  expect(rows.slice(1).map(([cell]) => cell?.value)).toEqual(
    // `_xHHHH_` is the format's escape of a character.
    texts.map((text) => (text === '_x0041_' ? '_x005F_x0041_' : text === 'constructor' ? '_x0063_onstructor' : text)),
  );
});

test('no text is a formula, and none gets an apostrophe', async () => {
  const texts = ['=1+1', '+2', '-3', '@SUM(A1)', '＝1+1', '\u200B=1+1', '\t=1'];
  const { rows, hasFormula } = await made(texts.map((text) => ({ text })));
  expect(rows.slice(1).map(([cell]) => cell?.value)).toEqual(texts);
  expect(hasFormula).toBe(false);
});

test('a text that is too long for a cell is cut between characters, and says so', async () => {
  const [whole, cut = '', ...splits] = (await textsOf([
    'a'.repeat(32_767),
    'b'.repeat(32_768),
    `b${'💊'.repeat(20_000)}`,
    '💊'.repeat(20_000),
  ])) as string[];
  expect(whole).toHaveLength(32_767);
  expect(cut).toHaveLength(32_767);
  expect(cut).toMatch(/^b+ \[cut: a cell of Excel holds 32,767 characters\]$/);
  for (const split of splits) {
    expect(split.length).toBeLessThanOrEqual(32_767);
    expect(split).toMatch(/^b?💊+ \[cut/u);
  }
  expect((await textsOf(['ب'.repeat(40_000)], 'ar'))[0]).toMatch(/ب \[مقتطع: .*\]$/);
});

test('a day that Excel does not have stays a text', async () => {
  const { rows } = await made([{ day: '1900-02-28' }, { day: '1900-03-01' }]);
  expect(rows[1]?.[2]).toEqual({ value: '1900-02-28', format: '@' });
  expect(shownIn(rows[2]?.[2])).toBe('1900-03-01T00:00:00.000');
});

test('the head row is frozen and in the language of the file; in Arabic the sheet is from right to left', async () => {
  const english = await made([]);
  expect(english.rows[0]?.map((cell) => cell?.value)).toEqual([
    'Medical record number',
    'Rating',
    'Review date',
    'At (UTC)',
    'At (hospital’s time)',
  ]);
  expect(english).toMatchObject({ sheet: 'Reviews', isRightToLeft: false, frozenRows: 1 });
  expect(english.widths).toHaveLength(columns.length);
  const arabic = await made([{ text: 'محمود' }], 'ar');
  expect(arabic).toMatchObject({ sheet: 'المراجعات', isRightToLeft: true, frozenRows: 1 });
  expect(arabic.rows.map(([cell]) => cell?.value)).toEqual(['الرقم الطبي', 'محمود']);
});

test('more lines than a file holds are refused in a sentence', async () => {
  const lines = Array.from({ length: XLSX_LINES_MAX + 1 }, (): Line => ({}));
  await expect(made(lines)).rejects.toMatchObject({ refusal: { reason: 'xlsx-too-long' } });
});
