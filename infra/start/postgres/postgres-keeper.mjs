/**
 * Keeps Postgres company: runs the command line that it is given, and shuts Postgres down (SIGINT: fast, clean) as soon
 * as the process that forked it is gone, however it went. Plain JavaScript, so that specs can fork it without a build.
 */
import { spawn } from 'node:child_process';

/**
 * Longest time that a fast shutdown may take before an immediate one, which recovers from the write-ahead log at the
 * next start.
 */
const SHUTDOWN_MS = 5_000;

const [program, ...args] = process.argv.slice(2);
const postgres = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] });
const shutDown = () => {
  postgres.kill('SIGINT');
  setTimeout(() => postgres.kill('SIGQUIT'), SHUTDOWN_MS).unref();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, shutDown);
process.on('disconnect', shutDown);
// Gone before anybody here listened for it.
if (!process.connected) shutDown();
// Once the forking process is gone nobody reads the log: a broken pipe must not end the shutdown.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
postgres.on('error', () => process.exit(127));
postgres.on('exit', (code) => process.exit(code ?? 1));
