/**
 * Runs Postgres with the command line of its arguments. Shuts Postgres down (SIGINT: fast, clean) when the process that
 * forked the keeper ends, also when it is killed. Plain JavaScript, so that specs can fork it without a build.
 */
import { spawn } from 'node:child_process';

/**
 * The longest time of a fast shutdown. An immediate shutdown follows; the next start then recovers from the write-ahead
 * log.
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
// The forking process may have ended before the listener was added.
if (!process.connected) shutDown();
// The log has no reader after the forking process has ended. A broken pipe must not end the shutdown.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
postgres.on('error', () => process.exit(127));
postgres.on('exit', (code) => process.exit(code ?? 1));
