/**
 * Renders the landing page in each language: `node prerender.mjs <file>` writes the list to `file`. The packages are
 * bundled too: loading them one module after the other took 1.5 s longer.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const [, , file = ''] = process.argv;
const outDir = join(dirname(file), 'prerender');
await build({
  root: fileURLToPath(new URL('../../frontend', import.meta.url)),
  logLevel: 'warn',
  ssr: { noExternal: true },
  build: { ssr: 'src/prerender.tsx', outDir, copyPublicDir: false },
});
const { landingPages } = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
writeFileSync(file, JSON.stringify(await landingPages()));
// The modules of the page keep timers and listeners.
process.exit();
