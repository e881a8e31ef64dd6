/**
 * Builds the frontend and its landing page, which is rendered in each language. The packages of the page are bundled
 * too: loading them one module after the other took 1.5 s longer.
 */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, defaultServerConditions } from 'vite';
import { writeLandingPages } from './landing-page.mjs';

const root = fileURLToPath(new URL('../../../frontend', import.meta.url));
const outDir = join(root, '.build/prerender');
await Promise.all([
  build({ root, logLevel: 'warn' }),
  build({
    root,
    logLevel: 'warn',
    // `source` as for the browser: the services, which are built meanwhile, may have no modules yet.
    ssr: { noExternal: true, resolve: { conditions: ['source', ...defaultServerConditions] } },
    build: {
      ssr: 'src/prerender.tsx',
      outDir,
      copyPublicDir: false,
      // One file: what a chunk shares with others would run before `prerender-browser.ts`.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  }),
]);
const { landingPages } = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
writeLandingPages(join(root, 'dist'), await landingPages());
// The modules of the page keep timers and listeners.
process.exit();
