/** Reads an Excel file back: the entries of its archive, and its cells with their types. */
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;

/** Every entry of a zip archive, by its path, as text. */
function unzip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || file.readUInt32LE(end) !== END) throw new Error('It is no zip archive');
  const entries = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, size] = [file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = file.readUInt32LE(at + 42);
    const data = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const content = file.subarray(data, data + size);
    entries.set(
      file.toString('utf8', at + 46, at + 46 + name),
      (method === 0 ? content : inflateRawSync(content)).toString('utf8'),
    );
    at += 46 + name + extra + comment;
  }
  return entries;
}

const plain = (xml: string): string =>
  xml.replaceAll(
    /&(lt|gt|quot|apos|amp);/g,
    (_all, name: string) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '&',
  );

export interface ReadCell {
  readonly value: string | number;
  /** Excel's code of the number format; empty without one. */
  readonly format: string;
}
export interface ReadXlsx {
  /** By row; a cell that is not in the file is undefined. */
  readonly rows: (ReadCell | undefined)[][];
  readonly sheet: string;
  readonly hasFormula: boolean;
  readonly isRightToLeft: boolean;
  readonly frozenRows: number;
  readonly widths: number[];
}

const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;

export function readXlsx(file: Buffer): ReadXlsx {
  const entries = unzip(file);
  const xml = (path: string): string => entries.get(path) ?? '';
  const sheet = xml('xl/worksheets/sheet1.xml');
  const styles = xml('xl/styles.xml');
  const texts = [...xml('xl/sharedStrings.xml').matchAll(/<si><t[^>]*>([^]*?)<\/t><\/si>/g)].map(([, text = '']) =>
    plain(text),
  );
  const codes = new Map(
    [...styles.matchAll(/numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id = '', code = '']) => [id, plain(code)]),
  );
  const formats = [...(/<cellXfs[^]*<\/cellXfs>/.exec(styles)?.[0] ?? '').matchAll(/<xf [^>]*>/g)].map(([xf]) => {
    const id = /numFmtId="(\d+)"/.exec(xf)?.[1] ?? '0';
    return codes.get(id) ?? (id === '49' ? '@' : '');
  });
  const rows = [...sheet.matchAll(/<row [^>]*>([^]*?)<\/row>/g)].map(([, cells = '']) => {
    const row: (ReadCell | undefined)[] = [];
    for (const [, attributes = '', value = ''] of cells.matchAll(/<c ([^>]*)><v>([^<]*)<\/v><\/c>/g)) {
      const of = (name: string): string | undefined => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
      row[columnOf(of('r')?.replace(/\d+$/, '') ?? '')] = {
        value: of('t') === 's' ? (texts[Number(value)] ?? '') : Number(value),
        format: formats[Number(of('s') ?? 0)] ?? '',
      };
    }
    return row;
  });
  return {
    rows,
    sheet: plain(/<sheet [^>]*\bname="([^"]*)"/.exec(xml('xl/workbook.xml'))?.[1] ?? ''),
    hasFormula: sheet.includes('<f>'),
    isRightToLeft: /<sheetView [^>]*rightToLeft="1"/.test(sheet),
    frozenRows: Number(/<pane [^>]*ySplit="(\d+)"[^>]*state="frozen"/.exec(sheet)?.[1] ?? 0),
    widths: [...sheet.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) => Number(width)),
  };
}

/** The day and time that a cell of a date shows, as ISO 8601 without a zone. */
export const shownIn = (cell: ReadCell | undefined): string =>
  new Date(Math.round((Number(cell?.value) - 25_569) * 86_400_000)).toISOString().slice(0, -1);
