/**
 * Puts another text in place of one source file in programs that are started, by a hook of Node's module loader
 * (`install-hook.ts`). No file of the product is changed.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripTypes } from '#modules';
import { builtPath } from '#programs';
import { root } from '../started-program.ts';

/** Names the file that tells the hook which module it replaces; without that file, none. */
const OVERLAY_FILE = 'MODULE_OVERLAY';

/**
 * The variables with which a program is started, and every program that it starts.
 * @param overlayFile need not be there yet: each program looks at its start
 */
export function overlayEnvironment(overlayFile: string): Readonly<Record<string, string>> {
  // Node itself loads the hook, so it has to be built.
  const hook = pathToFileURL(join(root, 'infra/dist/verification/test/overlay/install-hook.js')).href;
  return { [OVERLAY_FILE]: overlayFile, NODE_OPTIONS: `--import=${hook}` };
}

/** @param file the path of a source in the repository @param text in TypeScript */
export function writeOverlay(overlayFile: string, file: string, text: string): void {
  const url = pathToFileURL(join(root, builtPath(file))).href;
  writeFileSync(overlayFile, JSON.stringify({ url, source: stripTypes(file, text).code }));
}
