/** Runs test files in one Vitest for all mutants: modules stay transformed, and Postgres runs on. */
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { overlayEnvironment } from '../../test/overlay/overlay.ts';
import type { Outcome } from './mutant.ts';
import type { TestRun } from './tests-for.ts';

export interface Verdict {
  readonly outcome: Outcome;
  /** The failed test, or the error that kept the tests from running. */
  readonly why?: string;
  /** The name of the failed test within its file. */
  readonly test?: string;
}

export interface TestRunner {
  /** The next run reads the file again, with its importers. */
  forget(file: string): void;
  /** Stops at the first failing test. */
  run(tests: TestRun): Promise<Verdict>;
  stop(): Promise<void>;
}

export async function startTestRunner(root: string, overlayFile: string, plugin: Plugin): Promise<TestRunner> {
  const inherited = {
    resolve: { conditions: ['source'] },
    ssr: { resolve: { conditions: ['source'] } },
    plugins: [plugin],
  };
  const shared = {
    environment: 'node',
    isolate: false,
    exclude: ['**/node_modules/**', '**/dist/**'],
    // For the programs that tests start, not for the process of the tests.
    env: overlayEnvironment(overlayFile),
  };
  const vitest = await createVitest('test', {
    config: false,
    root,
    watch: false,
    bail: 1,
    maxWorkers: 1,
    reporters: [{}],
    projects: [
      {
        ...inherited,
        test: { ...shared, name: 'unit', include: ['**/*.spec.ts'], exclude: [...shared.exclude, '**/*.int.spec.ts'] },
      },
      {
        ...inherited,
        test: {
          ...shared,
          name: 'integration',
          include: ['**/*.int.spec.ts'],
          globalSetup: [join(root, 'infra/verification/test/global-setup.ts')],
          testTimeout: 60_000,
          hookTimeout: 300_000,
        },
      },
    ],
  });
  return {
    forget: (file) => vitest.invalidateFile(join(root, file)),
    async run({ files, names }) {
      // Results of earlier mutants would count for `bail`.
      vitest.state.filesMap.clear();
      vitest.state.idMap.clear();
      if (names) vitest.setGlobalTestNamePattern(new RegExp(names.map(escaped).join('|')));
      else vitest.resetGlobalTestNamePattern();
      const specifications = files.map((file) => specificationOf(vitest, join(root, file)));
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
      return verdictOf(testModules, unhandledErrors);
    },
    stop: () => vitest.close(),
  };
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function specificationOf(vitest: Vitest, file: string): TestSpecification {
  const name = file.endsWith('.int.spec.ts') ? 'integration' : 'unit';
  const project = vitest.projects.find((one) => one.name === name);
  if (!project) throw new Error(`No project ${name}`);
  return project.createSpecification(file);
}

/** Only a failed test kills. An error outside of tests says that the mutant does not run. */
function verdictOf(modules: readonly TestModule[], unhandled: readonly unknown[]): Verdict {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const failed = tests.find((test) => test.result().state === 'failed');
  if (failed)
    return {
      outcome: 'killed',
      test: failed.name,
      why: `${failed.module.relativeModuleId}: ${failed.fullName}: ${messageOf(failed.result().errors?.[0])}`,
    };
  const errors = [
    ...modules.flatMap((module) => [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ]),
    ...unhandled,
  ];
  if (errors.length > 0) return { outcome: 'broken', why: messageOf(errors[0]) };
  if (!tests.some((test) => test.result().state === 'passed')) return { outcome: 'broken', why: 'no test ran' };
  return { outcome: 'survived' };
}

const messageOf = (error: unknown): string =>
  String((error as { message?: unknown } | undefined)?.message ?? error).split('\n', 1)[0] ?? '';
