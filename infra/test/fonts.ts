/**
 * The fonts of a browser that is tested: those of the machine, or of some folders alone. A page must be right with any.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * What Chromium is to be started with so that it finds no other fonts than those below `folders` (Linux: fontconfig).
 * @param folders absolute, separated as in PATH; empty for the fonts of the machine
 * @throws Error where one of them is not there: the browser would draw boxes for letters, and every test would still
 * pass
 */
export function environmentWithFonts(folders: string): Record<string, string> {
  if (folders === '') return {};
  const all = folders.split(delimiter);
  const missing = all.find((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (missing !== undefined) throw new Error(`TEST_FONTS names a folder that is not there: ${missing}`);
  const place = mkdtempSync(join(tmpdir(), 'clinical-pharmacy-fonts-'));
  process.once('exit', () => rmSync(place, { recursive: true, force: true }));
  const file = join(place, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>\n<fontconfig>${all.map((folder) => `<dir>${escaped(folder)}</dir>`).join('')}<cachedir>${escaped(join(place, 'cache'))}</cachedir></fontconfig>\n`,
  );
  return { FONTCONFIG_FILE: file };
}
