/**
 * A part as people type it: 17 groups of five characters of Crockford's base 32, which has no I, L, O and U. The last
 * character of each group checks the four before it and the group's place (Luhn mod 32), so a typing mistake is found
 * and named by its group.
 */
import { createHash } from 'node:crypto';
import { CannotDo } from '../../../runtime/start/program/operator-command.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS = 5;
const GROUP = 5;
export const GROUPS = 17;

const FORMAT = 1;
const SHARE_BYTES = 33;
const CHECKSUM_BYTES = 2;
/** Format and number, set, key id, share, checksum. */
const BYTES = 1 + 2 + 4 + SHARE_BYTES + CHECKSUM_BYTES;

export interface Part {
  /** 1 to 3. */
  readonly number: number;
  /** The parts that were made together, as `3f9a`. */
  readonly set: string;
  /** The id of the master key, as `3f9a-1c27`. */
  readonly keyId: string;
  readonly share: Uint8Array;
}

/** @returns the groups */
export function encodePart({ number, set, keyId, share }: Part): readonly string[] {
  const content = Buffer.concat([
    Buffer.from([FORMAT * 16 + number]),
    Buffer.from(set, 'hex'),
    Buffer.from(keyId.replace('-', ''), 'hex'),
    share,
  ]);
  const digits = toDigits(Buffer.concat([content, checksumOf(content)]));
  return Array.from({ length: GROUPS }, (_, place) => {
    const data = digits.slice(place * (GROUP - 1), (place + 1) * (GROUP - 1));
    return [...data, checkDigit(place, data)].map((digit) => ALPHABET[digit]).join('');
  });
}

/**
 * @param text as it was typed or scanned: case, spaces and signs between the characters do not count
 * @throws CannotDo, which names the groups with a mistake and quotes nothing
 */
export function decodePart(text: string): Part {
  const groups = groupsIn(text).map((group) => [...group].map((character) => ALPHABET.indexOf(character)));
  const mistyped = groups.flatMap((digits, place) => (isRight(digits, place) ? [] : [place + 1]));
  if (mistyped.length > 0) throw new CannotDo(`${inGroups(mistyped)} a typing mistake.`);
  const bytes = toBytes(groups.flatMap((digits) => digits.slice(0, -1)));
  const [content, checksum] = [bytes.subarray(0, BYTES - CHECKSUM_BYTES), bytes.subarray(BYTES - CHECKSUM_BYTES)];
  if (!checksum.equals(checksumOf(content)))
    throw new CannotDo('The groups do not belong together: compare all of them with the page.');
  const [head = 0] = content;
  if (head >> 4 !== FORMAT) throw new CannotDo('This part was made by a newer version of the program.');
  const keyId = content.toString('hex', 3, 7);
  return {
    number: head % 16,
    set: content.toString('hex', 1, 3),
    keyId: `${keyId.slice(0, 4)}-${keyId.slice(4)}`,
    share: Uint8Array.from(content.subarray(7)),
  };
}

/** How many characters of a code there are, to know when a part is complete. */
export const charactersIn = (text: string): number => normalised(text).join('').length;
export const CHARACTERS = GROUPS * GROUP;

/** Letters that look like digits count as those, as Crockford has it. Arabic digits count as Latin ones. */
const normalised = (text: string): readonly string[] =>
  text
    .toUpperCase()
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .split(/[^0-9A-Z]+/)
    .filter((token) => token !== '');

function groupsIn(text: string): readonly string[] {
  const tokens = normalised(text);
  const whole = tokens.join('');
  if (whole.length === CHARACTERS) return whole.match(/.{5}/g) ?? [];
  if (tokens.length === GROUPS) {
    const wrong = tokens.flatMap((token, place) => (token.length === GROUP ? [] : [place + 1]));
    throw new CannotDo(`${inGroups(wrong)} more or fewer than ${GROUP} characters.`);
  }
  throw new CannotDo(
    `A part has ${GROUPS} groups of ${GROUP} characters, ${CHARACTERS} in all. This one has ${whole.length} characters.`,
  );
}

const inGroups = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `Group ${numbers.join()} has` : `Groups ${numbers.join(', ')} have`;

const isRight = (digits: readonly number[], place: number): boolean =>
  !digits.includes(-1) && digits.at(-1) === checkDigit(place, digits.slice(0, -1));

/** Luhn mod N of the group's place and its digits. */
function checkDigit(place: number, digits: readonly number[]): number {
  const base = ALPHABET.length;
  const sum = [place, ...digits].reduceRight(
    ({ total, factor }, digit) => {
      const product = digit * factor;
      return { total: total + Math.floor(product / base) + (product % base), factor: factor === 2 ? 1 : 2 };
    },
    { total: 0, factor: 2 },
  ).total;
  return (base - (sum % base)) % base;
}

const checksumOf = (content: Uint8Array): Buffer =>
  createHash('sha256').update('master key part').update(content).digest().subarray(0, CHECKSUM_BYTES);

/** Zeros fill the last group. */
function toDigits(bytes: Buffer): readonly number[] {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const filled = bits.padEnd(GROUPS * (GROUP - 1) * BITS, '0');
  return (filled.match(/.{5}/g) ?? []).map((five) => Number.parseInt(five, 2));
}

function toBytes(digits: readonly number[]): Buffer {
  const bits = digits.map((digit) => digit.toString(2).padStart(BITS, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2))).subarray(0, BYTES);
}
