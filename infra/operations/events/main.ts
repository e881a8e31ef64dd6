/** `npm run events`: `terminal/command-line.ts` has the commands and options, README.md the overview. */
import { UsageError, parseCommandLine, type Command } from './terminal/command-line.ts';
import { Interrupted, type Context } from './commands/context.ts';
import { exportLog } from './commands/export.ts';
import { follow } from './commands/follow.ts';
import { importFile } from './commands/import.ts';
import { read } from './commands/read.ts';
import { verify } from './commands/verify.ts';
import { describeFailure } from './failures.ts';
import { connect, type LogClient } from './log/log-client.ts';
import { runningLog } from './log/running-log.ts';
import { Output } from './terminal/output.ts';

const DONE = 0;
const NOT_DONE = 1;
const NOT_UNDERSTOOD = 2;
/** The exit code that shells use after Ctrl-C. */
const INTERRUPTED = 130;

const say = (line: string): void => void process.stderr.write(`${line}\n`);
process.stderr.on('error', () => undefined);

async function main(): Promise<number> {
  const out = new Output(process.stdout);
  let url = '';
  let name: Command['name'] | undefined;
  try {
    const typed = parseCommandLine(process.argv.slice(2), process.env);
    if (typed.kind === 'help') {
      await out.write(typed.text);
      await out.flush();
      return DONE;
    }
    url = typed.url ?? (await runningLog(process.env));
    name = typed.command.name;
    await run(typed.command, url, out);
    return DONE;
  } catch (error) {
    if (error instanceof UsageError) {
      say(`${error.message} (--help says more)`);
      return NOT_UNDERSTOOD;
    }
    if (error instanceof Interrupted) return INTERRUPTED;
    // The reader has closed the pipe, as in `read | head`.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE' && (name === 'read' || name === 'follow')) return DONE;
    say(describeFailure(error, url));
    return NOT_DONE;
  }
}

async function run(command: Command, url: string, out: Output): Promise<void> {
  const stopping = new AbortController();
  // A second signal ends the process at once.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  const log = connect(url);
  const context: Context = { log, out, say, signal: stopping.signal };
  try {
    await reach(log);
    await perform(command, context);
    await out.flush();
  } finally {
    await log.close();
  }
}

/** Fails at once where no log answers. Later calls retry while the log is unavailable. */
async function reach(log: LogClient): Promise<void> {
  for await (const event of log.read({ from: 'end', backwards: true, maxCount: 1n })) void event;
}

function perform(command: Command, context: Context): Promise<void> {
  switch (command.name) {
    case 'read':
      return read(context, command);
    case 'follow':
      return follow(context, command);
    case 'export':
      return exportLog(context, command);
    case 'import':
      return importFile(context, command);
    case 'verify':
      return verify(context, command);
  }
}

process.exit(await main());
