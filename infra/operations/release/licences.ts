/** LICENCES.txt of a release: name, version, licence and its texts, for each package that runs or is in the pages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Package } from './packages.ts';

export const LICENCE_FILE = /^(licen[cs]e|copying|notice|copyright)/i;
const LINE = '-'.repeat(80);

/**
 * @param notes files with licences of parts that are no packages of npm, such as the libraries of Postgres
 * @returns the text of the file
 */
export function licenceTexts(root: string, packages: readonly Package[], notes: readonly string[]): string {
  const parts = packages.map(({ folder, name, version, licence }) => {
    const names = readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name);
    const licences = names.filter((file) => LICENCE_FILE.test(file));
    // libvips names the licences of its parts in its README only.
    const files = licences.length > 0 ? licences : names.filter((file) => /^readme(\.md)?$/i.test(file));
    const texts = files.map((file) => readFileSync(join(root, folder, file), 'utf8').trim());
    return [`${name} ${version}: ${licence || 'see its text'}`, ...texts].join('\n\n');
  });
  return [...notes.map((text) => text.trim()), ...parts].join(`\n\n${LINE}\n`).concat('\n');
}

/**
 * The licence of the Node that runs this: beside its binary in Node's own archive, else where Debian's package has it.
 * @throws Error where it is in neither place
 */
export function nodeLicence(node: string): string {
  const places = [join(dirname(node), '..', 'LICENSE'), '/usr/share/doc/nodejs/LICENSE'];
  const found = places.find((file) => existsSync(file));
  if (found === undefined)
    throw new Error(`The licence of Node is in none of ${places.join(', ')}: build with Node's own archive.`);
  return found;
}
