import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

const backend = process.env['BACKEND_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
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
    outDir: 'dist', emptyOutDir: true, manifest: true, sourcemap: false, target: 'es2022', modulePreload: { polyfill: false },
    // Chakra's `define…` give back what they are given; unless that is said, every recipe of the library is kept.
    // The first page carries the names of all chunks that may follow: without a word before their hash they are half a kilobyte less.
    // What every file needs lies together: apart, each of the small ones is a request more of the first page, and packed worse.
    rolldownOptions: {
      output: { chunkFileNames: 'assets/[hash].js', codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: 'base', test: /node_modules\/(react|scheduler|lucide-react)\/(?!.*icons)/ }] } },
      treeshake: { manualPureFunctions: ['defineConfig', 'defineRecipe', 'defineSlotRecipe'] },
    },
  },
});
