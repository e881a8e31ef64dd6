import { defineConfig } from 'vitest/config';
import { messages } from './frontend/messages-plugin.ts';
import { LongestFirst } from './infra/test/longest-first.ts';

const source = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } };
const FAULTS = 'infra/faults/harness/smoke.int.spec.ts';
const skip = ['**/node_modules/**', '**/dist/**', '**/.build/**'];

/**
 * The suffix says what a test needs: `*.spec.ts` nothing, `*.int.spec.ts` Postgres and the event log, `*.e2e.ts` a
 * browser. The projects run one after the other: those with servers and those with browsers take longer beside each
 * other. Except for browsers, the files share the modules of a process: loading them for each file took three quarters
 * of the time of unit and screen tests, and a third of the time with servers. So a test restores what it changes in
 * them.
 */
export default defineConfig({
  test: {
    // Two workers left a quarter of two cores idle.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...source,
        plugins: [messages()],
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          setupFiles: ['frontend/src/testing/english.ts'],
          include: ['{command-api,projections,query-api,infra}/**/*.spec.ts', 'frontend/src/**/*.spec.ts'],
          exclude: [...skip, '**/*.int.spec.ts'],
          testTimeout: 20_000,
        },
      },
      // Without the condition for what Node loads itself: @pandacss/is-valid-prop names a `source` that it does not
      // ship.
      {
        resolve: source.resolve,
        plugins: [messages()],
        test: {
          name: 'screens',
          environment: 'jsdom',
          isolate: false,
          include: ['frontend/src/**/*.spec.tsx'],
          exclude: skip,
          setupFiles: ['frontend/src/testing/english.ts', 'frontend/src/testing/setup.ts'],
          testTimeout: 20_000,
        },
      },
      {
        ...source,
        test: {
          name: 'integration',
          environment: 'node',
          isolate: false,
          include: ['**/*.int.spec.ts'],
          exclude: [...skip, FAULTS],
          globalSetup: ['infra/test/global-setup.ts'],
          // Of an address as the name of a TLS server, as the event log's client has it.
          execArgv: ['--disable-warning=DEP0123'],
          testTimeout: 60_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
      // Alone: beside others its faults would find a machine that is late without them.
      {
        ...source,
        test: {
          name: 'faults',
          environment: 'node',
          include: [FAULTS],
          globalSetup: ['infra/test/global-setup.ts'],
          execArgv: ['--disable-warning=DEP0123'],
          sequence: { groupOrder: 2 },
        },
      },
      {
        ...source,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['frontend/e2e/**/*.e2e.ts'],
          exclude: skip,
          globalSetup: ['frontend/e2e/support/demo-folder.ts'],
          // All files took 915 s, with three at once 980.
          maxWorkers: 4,
          testTimeout: 240_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
