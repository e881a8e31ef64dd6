import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { keyIdOf } from 'service-kit/security/key-ring';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CannotDo } from '../../../runtime/start/program/operator-command.ts';
import { makeEscrow } from './make-escrow.ts';
import { decodePart, encodePart, type Part } from './part-code.ts';
import { codeIn, partHtml, partText } from './part-page.ts';
import { joinParts, splitKey } from './parts.ts';
import { partsInFiles, restoreEscrow, typedParts } from './restore-escrow.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const facts = { installation: 'https://pharmacy.hospital.example', date: '2026-11-26' };
const silent = (): void => undefined;
const unreported = async (): Promise<void> => undefined;
const key = randomBytes(32);
let parts: readonly [Part, Part, Part];
let folder: string;
beforeAll(async () => {
  const [one, two, three] = await splitKey(key);
  parts = [one!, two!, three!];
  folder = await mkdtemp(join(tmpdir(), 'escrow-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** @returns the sentence of the refusal */
const refused = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof CannotDo) return error.message;
    throw error;
  }
  return 'not refused';
};

test('each two of three parts give the key; one has nothing of it', async () => {
  for (const [a, b] of [
    [0, 1],
    [0, 2],
    [1, 2],
    [2, 0],
  ] as const)
    expect(await joinParts(parts[a], parts[b])).toEqual(key);
  for (const { share, keyId } of parts) {
    expect(Buffer.from(share).subarray(0, 32).equals(key)).toBe(false);
    expect(keyId).toBe(keyIdOf(key));
  }
});

test('a part comes back from its groups however they are typed', () => {
  for (const part of parts) {
    const groups = encodePart(part);
    expect(groups).toHaveLength(17);
    const plain = groups.join(' ');
    const arabic = plain.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
    const letters = plain.replaceAll('0', 'o').replaceAll('1', 'l');
    for (const typed of [
      plain,
      plain.toLowerCase(),
      groups.join(''),
      groups.join('-'),
      groups.join('\n\n'),
      arabic,
      letters,
    ])
      expect(decodePart(typed)).toEqual(part);
  }
});

test('every wrong character is found, and its group is named', () => {
  const groups = encodePart(parts[0]);
  for (const [place, group] of groups.entries())
    for (const [at, right] of [...group].entries())
      for (const wrong of ALPHABET.replace(right, '')) {
        const typed = groups.with(place, group.slice(0, at) + wrong + group.slice(at + 1)).join(' ');
        expect(refused(() => decodePart(typed))).toBe(`Group ${place + 1} has a typing mistake.`);
      }
});

test('groups in another order, left out, cut or made up are refused', () => {
  const groups = encodePart(parts[0]);
  fc.assert(
    fc.property(fc.nat(16), fc.nat(16), (one, other) => {
      const swapped = groups.with(one, groups[other]!).with(other, groups[one]!);
      fc.pre(groups[one] !== groups[other]);
      expect(refused(() => decodePart(swapped.join(' ')))).not.toBe('not refused');
    }),
  );
  expect(refused(() => decodePart(groups.slice(1).join(' ')))).toContain(
    '17 groups of 5 characters, 85 in all. This one has 80',
  );
  expect(refused(() => decodePart(groups.with(6, groups[6]!.slice(1)).join(' ')))).toBe(
    'Group 7 has more or fewer than 5 characters.',
  );
  expect(refused(() => decodePart(groups.with(6, 'UUUUU').join(' ')))).toBe('Group 7 has a typing mistake.');
  expect(refused(() => decodePart(groups.with(6, '!').with(7, '').join(' ')))).toContain('75 characters');
  // Each group for itself is right.
  const others = encodePart(parts[1]);
  expect(refused(() => decodePart(groups.with(9, others[9]!).join(' ')))).toContain('do not belong together');
  const newer = encodePart({ ...parts[0], number: 16 + 1 });
  expect(refused(() => decodePart(newer.join(' ')))).toContain('newer version');
});

test('parts that do not belong together are refused with a sentence each', async () => {
  const again = await splitKey(key);
  const different = await splitKey(randomBytes(32));
  await expect(joinParts(parts[1], parts[1])).rejects.toThrow(
    'Part 2 was given twice. Two different parts are needed.',
  );
  await expect(joinParts(parts[0], again[1]!)).rejects.toThrow('made at different times');
  await expect(joinParts(parts[0], different[1]!)).rejects.toThrow(
    `parts of different keys: ${keyIdOf(key)} and ${different[1]!.keyId}`,
  );
  const made = { ...again[1]!, set: parts[0].set };
  await expect(joinParts(parts[0], made)).rejects.toThrow('do not give the key');
});

test('the pages hold what is needed to restore, in both languages, and nothing of the other parts', () => {
  for (const part of parts) {
    const groups = encodePart(part);
    const [text, html] = [partText(part, facts), partHtml(part, { ...facts, installation: '<b>Ward & Co</b>' })];
    expect(decodePart(codeIn(text))).toEqual(part);
    for (const page of [text, html]) {
      for (const group of groups) expect(page).toContain(group);
      for (const fact of [part.keyId, part.set, facts.date, 'restore-escrow', `part ${part.number} of 3`])
        expect(page).toContain(fact);
      expect(page).toContain(`الجزء ${part.number} من 3`);
      expect(page).not.toContain(key.toString('base64'));
      for (const other of parts) if (other !== part) expect(page).not.toContain(encodePart(other).at(8));
    }
    expect(html).toContain('<svg');
    expect(html).toContain('&lt;b&gt;Ward &amp; Co&lt;/b&gt;');
  }
});

test('an escrow is written once, for its owner alone, and two of its files give the key in a new file', async () => {
  const [escrow, file] = [join(folder, 'escrow'), join(folder, 'restored.key')];
  await makeEscrow(key, escrow, facts, silent, unreported);
  for (const name of ['part-1.html', 'part-2.html', 'part-3.html', 'part-1.txt', 'part-2.txt', 'part-3.txt'])
    expect((await stat(join(escrow, name))).mode & 0o777).toBe(0o600);
  expect((await stat(escrow)).mode & 0o777).toBe(0o700);
  await expect(makeEscrow(key, escrow, facts, silent, unreported)).rejects.toThrow('exists already');
  await expect(makeEscrow(key, join(folder, 'none', 'escrow'), facts, silent, unreported)).rejects.toThrow('ENOENT');

  const found = await partsInFiles([join(escrow, 'part-3.txt'), join(escrow, 'part-1.txt')]);
  await restoreEscrow(found, file, silent, unreported);
  expect(await readFile(file, 'utf8')).toBe(`${key.toString('base64')}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await writeFile(file, 'kept');
  await expect(restoreEscrow(found, file, silent, unreported)).rejects.toThrow(`${file} exists already`);
  expect(await readFile(file, 'utf8')).toBe('kept');
});

test('a file that is no part, or not there, is named', async () => {
  const file = join(folder, 'shopping.txt');
  await writeFile(file, 'bread');
  await expect(partsInFiles([file, file])).rejects.toThrow(`${file}: A part has 17 groups`);
  await expect(partsInFiles([join(folder, 'none')])).rejects.toThrow('none cannot be read (ENOENT)');
});

test('typed parts end with their last character or with an empty line', async () => {
  const [one, two] = [encodePart(parts[0]), encodePart(parts[1])];
  const typings = [
    `${one.join(' ')}\n${two.join(' ')}\n`,
    `\n${one.slice(0, 9).join(' ')}\n${one.slice(9).join(' ')}\n\n\n${two.join('')}`,
  ];
  for (const typed of typings)
    expect(await typedParts(Readable.from([typed]), { isPerson: false, say: silent })).toEqual([parts[0], parts[1]]);
});

test('a person types a wrong part again; from a program it is an error. Neither sentence quotes it', async () => {
  const [one, two] = [encodePart(parts[0]), encodePart(parts[1])];
  const wrong = one.with(4, one[4]!.slice(0, 4) + (one[4]!.endsWith('7') ? '8' : '7'));
  const typed = `${wrong.join(' ')}\n${one.join(' ')}\n${two.slice(0, 3).join(' ')}\n\n${two.join(' ')}\n`;
  const said: string[] = [];
  expect(await typedParts(Readable.from([typed]), { isPerson: true, say: (line) => said.push(line) })).toEqual([
    parts[0],
    parts[1],
  ]);
  expect(said).toEqual([
    'Type the first part, then an empty line.',
    'The first part: Group 5 has a typing mistake.',
    'Type the first part, then an empty line.',
    'Type the second part, then an empty line.',
    'The second part: A part has 17 groups of 5 characters, 85 in all. This one has 15 characters.',
    'Type the second part, then an empty line.',
  ]);
  const program = { isPerson: false, say: silent };
  await expect(typedParts(Readable.from([typed]), program)).rejects.toThrow('The first part: Group 5');
  await expect(typedParts(Readable.from([`${one.join(' ')}\n`]), program)).rejects.toThrow('Two parts are needed.');
  await expect(typedParts(Readable.from([`${one.join(' ')}\n\n${two[0]}`]), program)).rejects.toThrow(
    'The second part: A part has 17 groups',
  );
});
