// @ts-check
/**
 * The parts of a ZIP archive that an Excel file is read from, with bounds: what an archive claims of its sizes is not
 * believed. Plain JavaScript, so that specs start the thread without a build.
 */
import { inflateRawSync } from 'node:zlib';

const ENTRIES_MAX = 2_000;
/** Bytes of all parts together, and of one. */
const WHOLE_MAX = 200 * 1024 * 1024;
const PART_MAX = 100 * 1024 * 1024;

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;

export class BrokenZip extends Error {}
export class ZipBomb extends Error {}

/**
 * An archive with the same XML parts, not compressed: its reader cannot meet anything else.
 * @param {Buffer} bytes
 * @returns {Buffer}
 * @throws BrokenZip, ZipBomb
 */
export function unpackedZip(bytes) {
  /** @type {Buffer[]} */
  const parts = [];
  let whole = 0;
  for (const { name, method, content } of entriesOf(bytes)) {
    if (!name.endsWith('.xml') && !name.endsWith('.xml.rels')) continue;
    const part = inflated(method, content, Math.min(PART_MAX, WHOLE_MAX - whole));
    whole += part.length;
    const nameBytes = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(LOCAL_ENTRY, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt32LE(part.length, 18);
    head.writeUInt32LE(part.length, 22);
    head.writeUInt16LE(nameBytes.length, 26);
    parts.push(head, nameBytes, part);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(DIRECTORY_END, 0);
  return Buffer.concat([...parts, end]);
}

/** @param {number} method @param {Buffer} content @param {number} most bytes */
function inflated(method, content, most) {
  if (method === 0) {
    if (content.length > most) throw new ZipBomb();
    return content;
  }
  if (method !== 8) throw new BrokenZip();
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, most) });
  } catch (error) {
    throw /** @type {{ code?: string }} */ (error).code === 'ERR_BUFFER_TOO_LARGE' ? new ZipBomb() : new BrokenZip();
  }
}

/** @param {Buffer} bytes */
function* entriesOf(bytes) {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end === -1 || end + 22 > bytes.length) throw new BrokenZip();
  const count = bytes.readUInt16LE(end + 10);
  if (count > ENTRIES_MAX) throw new ZipBomb();
  const names = new Set();
  let at = bytes.readUInt32LE(end + 16);
  for (let nth = 0; nth < count; nth += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new BrokenZip();
    const [size, local] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + 46, nameEnd);
    if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL_ENTRY || names.has(name))
      throw new BrokenZip();
    names.add(name);
    const begin = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    if (begin + size > bytes.length) throw new BrokenZip();
    yield { name, method: bytes.readUInt16LE(at + 10), content: bytes.subarray(begin, begin + size) };
    // The extra field and the comment follow.
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}
