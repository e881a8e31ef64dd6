/**
 * Puts the mutated text of one file in place of the file: for tests by a plugin of Vite, for the programs that tests
 * start by a hook of Node (`infra/verification/test/overlay`). No file of the product is changed.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { writeOverlay } from '../../test/overlay/overlay.ts';

export interface Overlay {
  readonly plugin: Plugin;
  /** @param text the mutated text, in TypeScript */
  set(file: string, text: string): void;
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
    set(file, text) {
      current = { id: join(root, file), text };
      writeOverlay(overlayFile, file, text);
    },
    clear() {
      current = undefined;
      rmSync(overlayFile, { force: true });
    },
  };
}
