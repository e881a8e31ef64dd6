import { expect, test } from 'vitest';
import { results } from './results.mjs';

const passing = { fullName: 'a chart opens', status: 'passed', failureMessages: [] };
const failing = (fullName: string, message: string) => ({ fullName, status: 'failed', failureMessages: [message] });

test('the failed tests are named with the beginning of their errors, before the counts', () => {
  expect(
    results(
      {
        numPassedTests: 1,
        numFailedTests: 1,
        testResults: [
          {
            name: '/clone/infra/a.spec.ts',
            status: 'failed',
            message: '',
            assertionResults: [passing, failing('a chart closes', '\u001B[31mError: no\n   chart\u001B[39m')],
          },
          { name: '/clone/infra/b.spec.ts', status: 'failed', message: 'Cannot find package', assertionResults: [] },
        ],
      },
      '/clone',
    ),
  ).toEqual([
    'infra/a.spec.ts: a chart closes\n  Error: no chart',
    'infra/b.spec.ts\n  Cannot find package',
    '1 passed, 1 failed',
  ]);
});

test('many and long errors are cut', () => {
  const assertionResults = Array.from({ length: 8 }, (_, at) => failing(`test ${at}`, 'x'.repeat(10_000)));
  const lines = results(
    {
      numPassedTests: 0,
      numFailedTests: 8,
      testResults: [{ name: '/clone/a.spec.ts', status: 'failed', message: '', assertionResults }],
    },
    '/clone',
  );
  expect(lines).toHaveLength(8);
  expect(lines.slice(-2)).toEqual(['and 2 more', '0 passed, 8 failed']);
  expect(lines.join('\n').length).toBeLessThan(2_000);
});
