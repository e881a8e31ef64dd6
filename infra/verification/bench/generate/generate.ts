/** Generates a log into a database, or goes on where an earlier call ended. */
import { type Day, daysOf } from './days.ts';
import { openLogStore } from './log-store.ts';
import { DAYS, type LogRequest } from './size.ts';

export interface Generated {
  /** Events and days that were complete before. */
  readonly eventsBefore: number;
  readonly events: number;
  readonly streams: number;
  /** The size of the whole database. */
  readonly bytes: number;
  readonly seconds: number;
  readonly isComplete: boolean;
}

/** A batch has whole days and, after that, no more events than these and those of one day. */
const BATCH_EVENTS = 3_000;

/**
 * @param options.report called after each batch with the events of this call, and the part of all days that is done
 * @throws NotOurLog · LogInUse
 */
export async function generate(
  { databaseUrl, masterKey, request }: { databaseUrl: string; masterKey: Buffer; request: LogRequest },
  {
    stopping,
    report,
  }: {
    readonly stopping: AbortSignal;
    readonly report: (progress: { readonly events: number; readonly days: number; readonly seconds: number }) => void;
  },
): Promise<Generated> {
  const begun = performance.now();
  const seconds = (): number => (performance.now() - begun) / 1_000;
  const store = await openLogStore(databaseUrl, masterKey, request);
  try {
    const { before } = store;
    let reached = before;
    let batch: Day[] = [];
    let events = 0;
    if (!before.isComplete)
      for await (const day of daysOf(request, before.days)) {
        batch.push(day);
        events += day.events.length;
        if (events < BATCH_EVENTS && day.number + 1 < DAYS) continue;
        reached = await store.write(batch);
        [batch, events] = [[], 0];
        report({ events: Number(reached.position - before.position), days: reached.days, seconds: seconds() });
        if (stopping.aborted) break;
      }
    if (reached.isComplete && !before.isComplete) await store.vacuum();
    return {
      eventsBefore: Number(before.position),
      events: Number(reached.position),
      ...(await store.count()),
      seconds: seconds(),
      isComplete: reached.isComplete,
    };
  } finally {
    await store.close();
  }
}
