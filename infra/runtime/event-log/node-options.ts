/**
 * How Node runs the event log. The programs that start it use `eventLogEnv`, because Node takes these options only at
 * its start; `npm run event-log` has them in package.json. The event log itself calls `growHeapFaster`.
 */
import { setFlagsFromString } from 'node:v8';

/**
 * The heap in MB. The log needs a fraction of it, independent of its length. Without a limit V8 lets 300 MB of garbage
 * lie before it collects (measured: a peak of 322 MB; with the limit well below).
 *
 * Node's code lies on large pages where the machine has them. Between two appends of a single writer Postgres and the
 * client use the processor, so the log begins with an empty translation cache (measured side by side on a virtual
 * machine: a tenth more appends a second for 11 MB).
 */
const OPTIONS = '--max-old-space-size=160 --use-largepages=silent';

/** The environment to start the event log with. */
export const eventLogEnv = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  NODE_OPTIONS: [env['NODE_OPTIONS'], OPTIONS].filter(Boolean).join(' '),
});

/**
 * How much V8 allocates before it collects the whole heap, in percent of what is alive; the maximum size above limits
 * it. With the default and the small heap of the event log (18 MB) V8 collects after every 22 MB of buffers: six times
 * a second while a subscriber catches up, 40 ms of processor time each, more than a quarter of the server's time for
 * an event (measured). With this value it collects after about 90 MB, which costs 30 MB of memory at the peak
 * (measured).
 */
const HEAP_GROWTH_PERCENT = 400;

/** Call it at the start of the program: NODE_OPTIONS does not take this flag. */
export const growHeapFaster = (): void => setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
