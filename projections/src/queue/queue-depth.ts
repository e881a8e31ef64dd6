/** The depth of the job queue, for a service that has no queue of its own. */
import type { Logger } from 'service-kit/process/logger';
import type { WakeUps } from './queue.ts';

export interface QueueDepth {
  /** Jobs by state. @throws if the queue is unavailable */
  read(): Promise<Readonly<Record<string, number>>>;
  close(): Promise<void>;
}

/** Neither the code of the queue is loaded nor a connection opened before the first read. */
export function createQueueDepth(options: {
  readonly databaseUrl: string;
  readonly redisUrl: string | undefined;
  readonly logger: Logger;
}): QueueDepth {
  let opened: Promise<WakeUps> | undefined;
  return {
    async read() {
      opened ??= import('./queue.ts').then(({ createWakeUps }) => createWakeUps(options));
      const queue = await opened;
      try {
        return await queue.depth();
      } catch (error) {
        // A queue that was away when it was opened is opened again.
        opened = undefined;
        await queue.close().catch(() => undefined);
        throw error;
      }
    },
    close: async () => (await opened)?.close(),
  };
}
