import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { messages } from './messages-plugin.ts';
import { offline } from './offline-plugin.ts';

const backend = process.env['BACKEND_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), messages(), offline()],
  /** `source`: the workspaces' contracts are read from their TypeScript, so no build has to come first. */
  resolve: {
    conditions: ['source', ...defaultClientConditions],
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
    // `npm run check:budgets` limits what each screen loads.
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    // A family of calls keeps those that the pages use.
    rolldownOptions: { treeshake: { manualPureFunctions: ['call'] } },
  },
});
