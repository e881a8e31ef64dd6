import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const backend = process.env['BACKEND_URL'] ?? 'http://127.0.0.1:8080';

/**
 * What the first page and every file needs lies together: apart, each of the small ones is a request more of the first
 * page, and packed worse.
 */
const everyPage = new RegExp(
  [
    'node_modules/(react|scheduler|lucide-react)/(?!.*icons)',
    // These import nothing from outside this list: a chunk that imports back from another is evaluated before what it
    // needs.
    'src/platform/(http/(api|backoff|load-with-retry)|session/(session|stored-session)|browser/uuid)\\.ts$',
    'src/components/(lazy-component|async-boundary)\\.tsx$',
  ].join('|'),
);

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  /** `source`: the workspaces' contracts are read from their TypeScript, so no build has to come first. */
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    alias: {
      'hoist-non-react-statics': new URL('./src/app/no-statics.ts', import.meta.url).pathname,
      // As Chakra's theme imports it, and nothing else does.
      './tokens/colors.js': new URL('./src/app/no-colors.ts', import.meta.url).pathname,
    },
  },
  server: {
    port: Number(process.env['PORT'] ?? 5173),
    proxy: { '/api': backend, '/socket.io': { target: backend, ws: true } },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    sourcemap: false,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Chakra's `define…` give back what they are given; unless that is said, every recipe of the library is kept. What
    // Node draws ahead keeps the order of its imports: it has no browser before `prerender-browser.ts`. The first page
    // carries the names of all chunks that may follow: without a word before their hash they are half a kilobyte less.
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: isSsrBuild ? [] : [{ name: 'base', test: everyPage }],
        },
      },
      treeshake: { manualPureFunctions: ['defineConfig', 'defineRecipe', 'defineSlotRecipe'] },
    },
  },
}));
