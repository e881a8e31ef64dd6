/**
 * Puts the mutated text of one file in place of the file: for tests by a plugin of Vite, for the programs that tests
 * start by a hook of Node. No file of the product is changed.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Plugin, transformWithOxc } from 'vite';

/** The file that tells the hook which module it replaces; without it, none. */
export const OVERLAY_FILE = 'RIGHTS_MUTATION_OVERLAY';

export interface Overlay {
  readonly plugin: Plugin;
  /** @param text the mutated text, in TypeScript */
  set(file: string, text: string): Promise<void>;
  clear(): void;
}

/** @param overlayFile of the hook */
export function createOverlay(root: string, overlayFile: string): Overlay {
  let current: { readonly id: string; readonly text: string } | undefined;
  return {
    plugin: {
      name: 'rights-mutation',
      enforce: 'pre',
      load: (id) => (id === current?.id ? current.text : undefined),
    },
    async set(file, text) {
      const id = join(root, file);
      current = { id, text };
      const { code } = await transformWithOxc(text, id, { sourcemap: false });
      writeFileSync(
        overlayFile,
        JSON.stringify({ url: pathToFileURL(join(root, builtPath(file))).href, source: withBuiltImports(code) }),
      );
    },
    clear() {
      current = undefined;
      rmSync(overlayFile, { force: true });
    },
  };
}

/** Where the build writes a source file. */
export const builtPath = (file: string): string => file.replace(/\/src\//, '/dist/').replace(/\.ts$/, '.js');

/** As the compiler does, with `rewriteRelativeImportExtensions`. */
export const withBuiltImports = (code: string): string =>
  code.replaceAll(/((?:from|import)\s*\(?\s*["']\.{1,2}\/[^"']+)\.ts(["'])/g, '$1.js$2');
