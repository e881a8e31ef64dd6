/**
 * The server's resident memory (Linux) while writers append and a hundred subscribers follow a long log: some catch up
 * from its start, some hang, the others are live.
 */
import { readFile } from 'node:fs/promises';
import { type Verdict, verdictOf } from './figures.ts';
import { startLoad, startServer } from './processes.ts';
import type { Run } from './settings.ts';

const MOST_MB = 300;
const CATCHING_UP = 40;
const STUCK = 10;
const LIVE = 50;
const APPENDS_A_SECOND = 100;
/** A multiple of BENCH_SECONDS: memory needs longer than speed to show. */
const LENGTHS = 5;
/** Time for the garbage collection. */
const REST_MS = 3_000;

export async function measureMemory(databaseUrl: string, dataDir: string, run: Run): Promise<Verdict[]> {
  const [server, listeners, writers] = [
    await startServer(databaseUrl, dataDir, run.LOG_LEVEL),
    startLoad(),
    startLoad(),
  ];
  try {
    const { url } = server;
    const started = await residentMb(server.pid);
    await listeners.measure.subscribe({ url, count: LIVE, from: 'end' });
    await listeners.measure.subscribe({ url, count: STUCK, from: 'start', stuck: true });
    await listeners.measure.subscribe({ url, count: CATCHING_UP, from: 'start' });
    const written = await writers.measure.appendAtPace({
      url,
      perSecond: APPENDS_A_SECOND,
      seconds: Math.ceil(LENGTHS * run.BENCH_SECONDS),
    });
    await listeners.measure.heard({ events: written });
    const busy = await residentMb(server.pid);
    const delivered = await listeners.measure.unsubscribe();
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    const after = await residentMb(server.pid);
    console.log(
      `memory with ${run.BENCH_LOG_EVENTS.toLocaleString('en-US')} events in the log ` +
        `(inserted into its table before the server started), ` +
        `${LIVE} live, ${CATCHING_UP} catching up, ${STUCK} that hang, ` +
        `${APPENDS_A_SECOND} appends/s, ${delivered.toLocaleString('en-US')} events delivered:\n` +
        `  ${started.now} MB after the start, ${busy.now} MB busy, ` +
        `${after.now} MB ${REST_MS / 1_000} s after they left, ${after.peak} MB at its peak`,
    );
    const reached = after.peak < MOST_MB;
    return [
      {
        reached,
        sentence: `${verdictOf(reached)}  memory: ${after.peak} MB at its peak, to stay below ${MOST_MB} MB`,
      },
    ];
  } finally {
    for (const process of [listeners, writers, server]) await process.stop();
  }
}

/** Resident memory now, and its peak from the kernel. */
async function residentMb(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string): number =>
    Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024);
  return { now: mb('VmRSS'), peak: mb('VmHWM') };
}
