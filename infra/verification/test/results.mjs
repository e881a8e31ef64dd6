/**
 * `node infra/verification/test/results.mjs REPORT`: what vitest's JSON report says, in few lines: the tests that failed, each with
 * the beginning of its first error, then `N passed, N failed`. What a CI keeps of a long output is often its end alone.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const SHOWN = 6;
const LETTERS_OF_AN_ERROR = 240;

/**
 * @param report vitest's JSON report
 * @param root the folder to which the names of files are relative
 */
export function results({ numPassedTests, numFailedTests, testResults }, root) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${file}: ${fullName}\n  ${beginning(failureMessages?.[0])}`);
    // A file that failed outside of its tests.
    return tests.length === 0 && status === 'failed' ? [`${file}\n  ${beginning(message)}`] : tests;
  });
  return [
    ...failures.slice(0, SHOWN),
    ...(failures.length > SHOWN ? [`and ${failures.length - SHOWN} more`] : []),
    `${numPassedTests} passed, ${numFailedTests} failed`,
  ];
}

function beginning(error = '') {
  const line = stripVTControlCharacters(error).replaceAll(/\s+/g, ' ').trim();
  return line.length > LETTERS_OF_AN_ERROR ? `${line.slice(0, LETTERS_OF_AN_ERROR)}…` : line;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log(results(JSON.parse(readFileSync(process.argv[2], 'utf8')), process.cwd()).join('\n'));
