/** `npm run keys -- restore-escrow`: the master key from two parts, in a new file. Needs no database. */
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { keyIdOf } from 'service-kit/security/key-ring';
import { CannotDo, type ReportAction } from '../../../runtime/start/program/operator-command.ts';
import { writeNewKeyFile } from '../key-file.ts';
import { charactersIn, CHARACTERS, decodePart, type Part } from './part-code.ts';
import { codeIn } from './part-page.ts';
import { joinParts, NEEDED } from './parts.ts';

type Say = (line: string) => void;

/** @throws CannotDo when the parts do not belong together or the file exists */
export async function restoreEscrow(
  [one, other]: readonly [Part, Part],
  file: string,
  say: Say,
  report: ReportAction,
): Promise<void> {
  const key = await joinParts(one, other);
  await writeNewKeyFile(file, key);
  const keyId = keyIdOf(key);
  await report('master key restored from escrow', { keyId }, { kind: 'MasterKeyRestored', data: { keyId } });
  say(`The master key ${keyId} is in ${file}.`);
}

/** @throws CannotDo with the file's name */
export async function partsInFiles(files: readonly string[]): Promise<readonly [Part, Part]> {
  const parts: Part[] = [];
  for (const file of files) {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new CannotDo(`${file} cannot be read (${error.code}).`);
    });
    parts.push(named(file, () => decodePart(codeIn(text))));
  }
  return bothOf(parts);
}

/**
 * A part ends with its last character, or with an empty line. A person at a terminal types a wrong part again.
 * @throws CannotDo when the input ends before two parts, and for a wrong part that comes from a program
 */
export async function typedParts(
  input: NodeJS.ReadableStream,
  { isPerson, say }: { isPerson: boolean; say: Say },
): Promise<readonly [Part, Part]> {
  const parts: Part[] = [];
  let typed = '';
  const ask = (): void => {
    if (isPerson) say(`Type the ${parts.length === 0 ? 'first' : 'second'} part, then an empty line.`);
  };
  const take = (): void => {
    try {
      parts.push(named(`The ${parts.length === 0 ? 'first' : 'second'} part`, () => decodePart(typed)));
    } catch (error) {
      if (!isPerson || !(error instanceof CannotDo)) throw error;
      say(error.message);
    }
    typed = '';
  };
  const lines = createInterface({ input, terminal: false });
  try {
    ask();
    for await (const line of lines) {
      typed += `${line}\n`;
      const characters = charactersIn(typed);
      if (characters === 0 || (line.trim() !== '' && characters < CHARACTERS)) continue;
      take();
      if (parts.length === NEEDED) return bothOf(parts);
      ask();
    }
    if (charactersIn(typed) > 0) take();
    return bothOf(parts);
  } finally {
    lines.close();
  }
}

function bothOf([one, other]: readonly Part[]): readonly [Part, Part] {
  if (!one || !other) throw new CannotDo('Two parts are needed.');
  return [one, other];
}

/** @throws CannotDo that begins with the name of what was read */
function named(name: string, read: () => Part): Part {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CannotDo)) throw error;
    throw new CannotDo(`${name}: ${error.message}`);
  }
}
