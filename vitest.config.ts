import { defineConfig } from 'vitest/config';
import { messages } from './frontend/messages-plugin.ts';
import { LongestFirst } from './infra/verification/test/longest-first.ts';

const source = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } };
/** It runs alone: beside others its faults would find a machine that is late without them. */
const FAULTS = 'infra/verification/faults/harness/smoke.nightly.int.spec.ts';
/** Files with `.nightly` before their suffix: `nightly` runs these alone (`npm run test:all`), `every` these too. */
const tests = process.env['TESTS'] as 'nightly' | 'every' | undefined;
const nightly = tests === 'nightly' ? '.nightly' : '';
const skip = ['**/node_modules/**', '**/dist/**', '**/.build/**', FAULTS, ...(tests ? [] : ['**/*.nightly.*'])];
/** Before the other setup files: modules that they load must stay for the spec. */
const RESET = 'frontend/src/testing/reset-state.ts';
/** Beside a busy machine the first visit of a file takes many times as long. */
const TEST_MS = 120_000;
const isShuffled = process.argv.some((argument) => argument.startsWith('--sequence.shuffle'));
/** A `--sequence` option replaces the `sequence` of every project. What a plugin adds is kept beside it. */
const sequence = (groupOrder: number) => ({
  name: 'sequence-of-project',
  config: () => ({ test: { sequence: { groupOrder, setupFiles: 'list' as const } } }),
});

/**
 * The suffix says what a test needs: `*.spec.ts` nothing, `*.int.spec.ts` Postgres and the event log, `*.e2e.ts` a
 * browser (docs/testing.md). The projects run one after the other: those with servers and those with browsers take longer
 * beside each other, and a worker ends when the environment changes. Except for browsers, the files share a process:
 * loading the packages for each file took three quarters of the time of unit and screen tests, and a third of the time
 * with servers. In unit and screen tests each file evaluates our own modules again (0.15 s for a screen), so that no file
 * sees the state of another; an integration test restores what it changes.
 */
export default defineConfig({
  test: {
    // Tests wait as well: two workers left a quarter of two cores idle, three a tenth of them in the tests with servers.
    maxWorkers: 4,
    sequence: isShuffled ? {} : { sequencer: LongestFirst },
    projects: [
      {
        ...source,
        plugins: [messages(), sequence(0)],
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          setupFiles: [RESET, 'frontend/src/testing/english.ts'],
          include: [
            `{command-api,projections,query-api,infra}/**/*${nightly}.spec.ts`,
            `frontend/src/**/*${nightly}.spec.ts`,
          ],
          exclude: [...skip, '**/*.int.spec.ts'],
          testTimeout: TEST_MS,
        },
      },
      // The condition is left out for what Node loads itself: @pandacss/is-valid-prop names a `source`
      // that it does not ship.
      {
        resolve: source.resolve,
        plugins: [messages(), sequence(1)],
        test: {
          name: 'screens',
          environment: 'jsdom',
          isolate: false,
          // Screens make much that lives shortly: with V8's own limit they took 3 and 7 % more of a processor.
          execArgv: ['--max-semi-space-size=64'],
          include: [`frontend/src/**/*${nightly}.spec.tsx`],
          exclude: skip,
          setupFiles: [RESET, 'frontend/src/testing/english.ts', 'frontend/src/testing/setup.ts'],
          testTimeout: TEST_MS,
        },
      },
      {
        ...source,
        plugins: [sequence(2)],
        test: {
          name: 'integration',
          environment: 'node',
          isolate: false,
          include: [`**/*${nightly}.int.spec.ts`],
          exclude: skip,
          globalSetup: ['infra/verification/test/global-setup.ts'],
          // The warning of an address as the name of a TLS server, as the event log's client has it.
          execArgv: ['--disable-warning=DEP0123'],
          testTimeout: TEST_MS,
          hookTimeout: 300_000,
          // A second, which is the default, is too short for a busy machine.
          expect: { poll: { timeout: 30_000 } },
        },
      },
      ...(tests
        ? [
            {
              ...source,
              plugins: [sequence(3)],
              test: {
                name: 'faults',
                environment: 'node' as const,
                include: [FAULTS],
                globalSetup: ['infra/verification/test/global-setup.ts'],
                execArgv: ['--disable-warning=DEP0123'],
              },
            },
          ]
        : []),
      {
        ...source,
        plugins: [sequence(4)],
        test: {
          name: 'browser',
          environment: 'node',
          include: [`frontend/e2e/**/*${nightly}.e2e.ts`],
          exclude: skip,
          globalSetup: ['frontend/e2e/support/demo-folder.ts'],
          testTimeout: 240_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
