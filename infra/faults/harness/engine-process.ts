/** An engine of the settings as a process of this run: its command starts it, and the process at its port is it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { DidNotStart } from '../../start/program/start-errors.ts';
import type { Process } from '../../start/processes/supervise.ts';
import { type EngineAddress, shown } from '../../test/engine-address.ts';
import { processListeningOn } from '../../test/listening-process.ts';
import { engineSettings } from './engine-settings.ts';

const START_MS = 120_000;
/** An engine that takes longer to stop is killed. Its folder is not used again. */
const STOP_MS = 10_000;
const LOOK_MS = 50;
/** A shell adds the number of the signal that has ended its command. */
const SIGNAL_CODE = 128;

/**
 * Resolves when the engine accepts connections.
 * @param options.folder where the command runs
 * @throws Error if another process has its port already, or the command ends or takes longer than two minutes
 */
export async function startEngine(options: {
  name: string;
  command: string;
  address: EngineAddress;
  folder: string;
}): Promise<Process> {
  const { name, command, address, folder } = options;
  if ((await processListeningOn(address.port)) !== undefined)
    throw new Error(`Another process listens on ${shown([address])}: ${name} is not started`);
  // A process group of its own: what the command has started ends with it.
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: environment(),
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit').then(([code]) => ({
    code: typeof code === 'number' && code < SIGNAL_CODE ? code : null,
  }));
  const signal = (which: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, which);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  // A shell may end before the engine that it has started.
  const isOver = async (): Promise<boolean> => {
    await exited;
    for (const end = performance.now() + STOP_MS; performance.now() < end; await pause(LOOK_MS))
      if ((await processListeningOn(address.port)) === undefined) return true;
    return false;
  };
  const stop = async (): Promise<void> => {
    signal('SIGTERM');
    if (await Promise.race([isOver(), pause(STOP_MS, false, { ref: false })])) return;
    signal('SIGKILL');
    await isOver();
  };
  const ended = exited.then(({ code }) => {
    throw new DidNotStart(name, code);
  });
  try {
    await Promise.race([ended, untilAccepting(name, address)]);
  } catch (error) {
    await stop();
    throw error;
  }
  ended.catch(() => undefined);
  return { exited, stop };
}

/** EventStoreDB refuses to start with a variable `EVENTSTORE_…` that is no option of its own. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !engineSettings.names.some((one) => one === name)));

async function untilAccepting(name: string, address: EngineAddress): Promise<void> {
  for (const end = performance.now() + START_MS; performance.now() < end; await pause(LOOK_MS))
    if (await accepts(address)) return;
  throw new Error(`${name} does not listen on ${shown([address])} after ${START_MS / 1_000} s`);
}

async function accepts(address: EngineAddress): Promise<boolean> {
  const socket = connect({ ...address });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
