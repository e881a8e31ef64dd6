/**
 * The event log's heap in MB. It needs a fraction of it whatever the log's length; without a limit V8 lets 300 MB of garbage lie before it
 * collects (measured: 322 MB at the peak, with the limit well below). For whoever starts the program: Node takes it at its start only.
 */
export const HEAP_LIMIT = '--max-old-space-size=160';

/** The environment that a process with this limit is started with. */
export const withHeapLimit = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...env, NODE_OPTIONS: [env['NODE_OPTIONS'], HEAP_LIMIT].filter(Boolean).join(' ') });
