/**
 * How seldom V8 looks through the whole heap, which it decides by how much has been allocated since, in and outside of
 * it. With so small a heap as the event log's (18 MB) that is after every 22 MB of buffers, six times a second while
 * somebody catches up, each time 40 ms of processor time for nothing: measured, more than a quarter of all that the
 * server spends on an event. With this, after some 90 MB; measured with `npm run bench:event-log`, that costs some 30
 * MB of memory at the peak.
 */
import { setFlagsFromString } from 'node:v8';

/** In percent of what is alive. `--max-old-space-size` limits it, see `node-options.ts`. */
const GROWTH = 400;

/** To be called at a program's start: NODE_OPTIONS does not take this flag. */
export const collectSeldom = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
