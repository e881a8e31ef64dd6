/**
 * Loads each native part of the release once: `node native-parts.mjs <oldest glibc>`. Exit code 1 with one line for the
 * first that does not run here.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const app = fileURLToPath(new URL('../app/', import.meta.url));
const { modules, programs } = JSON.parse(readFileSync(new URL('native-parts.json', import.meta.url), 'utf8'));

const numbersOf = (version) => version.split('.').map(Number);
const isOlder = ([a, b], [c, d]) => a < c || (a === c && b < d);
const fail = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

const { glibcVersionRuntime = '0.0' } = process.report.getReport().header;
if (isOlder(numbersOf(glibcVersionRuntime), numbersOf(process.argv[2])))
  fail(`glibc is ${glibcVersionRuntime}, older than ${process.argv[2]}`);
for (const { from, name } of modules) {
  try {
    createRequire(`${app}${from}/package.json`)(name);
  } catch (error) {
    fail(`${name}: ${error.message.split('\n').slice(0, 2).join(' ')}`);
  }
}
for (const program of programs) {
  try {
    execFileSync(`${app}${program}`, ['--version'], { stdio: 'pipe' });
  } catch (error) {
    fail(`${program}: ${String(error.stderr || error.message).split('\n')[0]}`);
  }
}
