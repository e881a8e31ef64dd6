/**
 * The fonts of the tested browser: those of the machine, or of some folders alone. A page must be right with any fonts.
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * The environment with which Chromium finds only the fonts below `folders` (Linux: fontconfig).
 * @param folders absolute, separated as in PATH; empty for the fonts of the machine
 * @throws Error if a folder is missing: the browser would draw boxes for letters, and every test would still pass
 */
export function environmentWithFonts(folders: string): Record<string, string> {
  if (folders === '') return {};
  const all = folders.split(delimiter);
  const missing = all.find((folder) => !statSync(folder, { throwIfNoEntry: false })?.isDirectory());
  if (missing !== undefined) throw new Error(`TEST_FONTS names a folder that does not exist: ${missing}`);
  const place = mkdtempSync(join(tmpdir(), 'clinical-pharmacy-fonts-'));
  process.once('exit', () => rmSync(place, { recursive: true, force: true }));
  const file = join(place, 'fonts.conf');
  const fonts = all.map((folder) => `<dir>${escaped(folder)}</dir>`).join('');
  writeFileSync(
    file,
    `<?xml version="1.0"?>\n<fontconfig>${fonts}<cachedir>${escaped(join(place, 'cache'))}</cachedir></fontconfig>\n`,
  );
  return { FONTCONFIG_FILE: file };
}
