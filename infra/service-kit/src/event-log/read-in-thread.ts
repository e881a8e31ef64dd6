/**
 * `readAll` with a thread of its own, which reads and decrypts while this one folds: for who reads the whole log. Events
 * are checked in this thread (docs/decisions/read-side/rebuild.md).
 */
import { Worker } from 'node:worker_threads';
import { fromSent, type PageAnswer, type PageQuestion } from './opened-page.ts';
import type { MasterKeys } from '../security/key-ring.ts';
import { type EventLog, type LogPage, LogUnavailable } from './port.ts';
import { checkedForm } from './stored-form.ts';

export interface ReaderSettings {
  readonly eventstoreUrl: string;
  /** The database of the patients' keys. */
  readonly databaseUrl: string;
  readonly masterKeys: MasterKeys;
}

export interface ThreadedReader {
  readonly readAll: EventLog['readAll'];
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (page: LogPage) => void;
  readonly reject: (error: Error) => void;
}

const YOUNG_GENERATION_MB = 32;

/** Node runs no TypeScript: specs run the built thread. */
const program = new URL(
  import.meta.url.endsWith('.ts') ? '../../dist/event-log/reader-thread.js' : './reader-thread.js',
  import.meta.url,
);

export function startReader(settings: ReaderSettings): ThreadedReader {
  const thread = new Worker(program, {
    workerData: settings,
    execArgv: [],
    // All of its objects are short-lived. Node's options for the young generation would hold for this thread too.
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  });
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let ended: LogUnavailable | undefined;
  const end = (why: string): void => {
    // The first reason counts: the end follows a failure.
    ended ??= new LogUnavailable(why);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  thread.on('message', (answer: PageAnswer) => {
    const asker = waiting.get(answer.nth);
    waiting.delete(answer.nth);
    if (!asker) return;
    if ('page' in answer) {
      const { events, last } = fromSent(answer.page);
      asker.resolve({ events: events.map(checkedForm), last });
    } else asker.reject(answer.isAway ? new LogUnavailable(answer.failure) : new Error(answer.failure));
  });
  thread.on('error', (error) => end(`The thread that reads the event log has failed: ${error.message}`));
  thread.on('exit', () => end('The thread that reads the event log has ended'));
  return {
    readAll: (request) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended);
        const nth = (asked += 1);
        waiting.set(nth, { resolve, reject });
        thread.postMessage({ nth, request } satisfies PageQuestion, []);
      }),
    async close() {
      await thread.terminate();
    },
  };
}
