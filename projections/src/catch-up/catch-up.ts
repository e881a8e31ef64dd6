/** Brings streams' rows up to the log: reads from the checkpoint and commits batches up to the end of each stream. */
import type { Pool } from 'pg';
import type { EventLog, StoredEvent } from 'service-kit/event-log/port';
import { setVerified, NOTHING, readProgress, readStreams, type StreamState } from './checkpoint.ts';
import { isTransient, NewerRows, PoisonEvent, UnknownType } from './failure.ts';
import { groupBy } from 'service-kit/aggregates/group-by';
import { stopwatch } from 'service-kit/telemetry/signals';
import { type News, readFromCheckpoint } from './read-log.ts';
import { RowCache } from './row-cache.ts';
import { tellWritten } from './tell-written.ts';
import { isSpecial, type Projected, writeAlone, writeTogether } from './write.ts';
import type { WakeUp } from '../queue/wake-up.ts';
import { readModels } from '../read-models/all.ts';
import { type Projection, versionOf } from '../read-models/projection.ts';
import type { RowChange } from '../read-models/row-change.ts';
import { StreamRows } from '../read-models/stream-rows.ts';

/** At most this many events of a stream in one transaction. A command writes far fewer; only catching up reaches it. */
const BATCH = 200;
/** At most this many streams in one transaction. */
const STREAMS = 50;
/** Batches of a stream in one call of `catchUpAll`. Another stream waits no longer than that. */
const ROUNDS = 5;
/** Streams that are read from the log at the same time. */
const READERS = 8;

export interface Sources {
  /** Its search_path is the read schema. */
  readonly pool: Pool;
  readonly log: EventLog;
  /** Shared by all calls of a process. Without it, each call begins with what Postgres has. */
  readonly cache?: RowCache;
  /** Announces nothing, writes no change rows and ends nothing that people have seen: a rebuild repeats events. */
  readonly isSilent?: true;
}

type SourcesOfCall = Sources & Required<Pick<Sources, 'cache'>>;

/**
 * Any number of calls may run at the same time, also after a late or doubled wake-up. The guard commits one batch; the
 * other calls read again. No Postgres connection is held while the log is read.
 * @returns the revision that the rows have reached; a parked stream stays where it is
 * @throws PoisonEvent at an event that cannot be projected; the events before it are committed
 * @throws transient errors unchanged; batches that were committed before stay committed
 */
export async function catchUp(sources: Sources, projection: Projection, stream: string): Promise<bigint> {
  const call = { cache: new RowCache(), ...sources };
  let batchSize = BATCH;
  for (;;) {
    const outcome = (await advance(call, projection, [stream], batchSize)).get(stream);
    if (outcome?.kind === 'reached') return outcome.revision;
    if (outcome?.kind !== 'failed') continue;
    if (isTransient(outcome.error) || outcome.events <= 1) throw asPoison(outcome);
    // Retries one event at a time, to find the event that fails.
    batchSize = 1;
  }
}

export interface FailedWakeUp {
  readonly wakeUp: WakeUp;
  /** As {@link catchUp} throws it. */
  readonly error: unknown;
}

/**
 * Catches up many streams, several in one transaction. A stream that fails for its own sake fails alone.
 * @returns the wake-ups that failed, and those of streams with more events
 */
export async function catchUpAll(
  sources: Sources,
  wakeUps: readonly WakeUp[],
): Promise<{
  readonly errors: readonly FailedWakeUp[];
  readonly unfinished: readonly WakeUp[];
}> {
  const call = { cache: new RowCache(), ...sources };
  const failed: FailedWakeUp[] = [];
  const unfinished: WakeUp[] = [];
  for (const [projection, ofProjection] of groupBy(wakeUps, (wakeUp) => wakeUp.projection)) {
    const model = call.isSilent ? { ...readModels[projection], isSilent: true as const } : readModels[projection];
    const streams = [...new Set(ofProjection.map(({ stream }) => stream))];
    for (let from = 0; from < streams.length; from += STREAMS) {
      const { errors, pending } = await catchUpTogether(call, model, streams.slice(from, from + STREAMS));
      for (const [stream, error] of errors) failed.push({ wakeUp: { projection, stream }, error });
      unfinished.push(...pending.map((stream) => ({ projection, stream })));
    }
  }
  return { errors: failed, unfinished };
}

/** @returns the errors of the streams that failed, and the streams that are not at their end */
async function catchUpTogether(
  sources: SourcesOfCall,
  projection: Projection,
  streams: readonly string[],
): Promise<{ readonly errors: ReadonlyMap<string, unknown>; readonly pending: readonly string[] }> {
  const errors = new Map<string, unknown>();
  const alone: string[] = [];
  let pending = streams;
  for (let round = 0; round < ROUNDS && pending.length > 0; round += 1) {
    const next: string[] = [];
    try {
      for (const [stream, outcome] of await advance(sources, projection, pending, BATCH))
        if (outcome.kind === 'again') next.push(stream);
        else if (outcome.kind === 'failed')
          if (isTransient(outcome.error)) errors.set(stream, outcome.error);
          else alone.push(stream);
    } catch (error) {
      for (const stream of pending) errors.set(stream, error);
      next.length = 0;
    }
    pending = next;
  }
  for (const stream of alone)
    await catchUp(sources, projection, stream).catch((error: unknown) => errors.set(stream, error));
  return { errors, pending };
}

interface Failed {
  readonly kind: 'failed';
  readonly error: unknown;
  /** How many events were tried together; only one names the event that fails. */
  readonly events: number;
  readonly revision: bigint;
  readonly type: string;
}
type Outcome = { readonly kind: 'reached'; readonly revision: bigint } | { readonly kind: 'again' } | Failed;
const again: Outcome = { kind: 'again' };

const asPoison = ({ error, revision, type }: Failed): unknown =>
  isTransient(error) ? error : new PoisonEvent(revision, type, error);

const failedAt = (error: unknown, { events, failure }: News): Failed => ({
  kind: 'failed',
  error,
  events: events.length,
  revision: events[0]?.revision ?? failure?.revision ?? NOTHING,
  type: events[0]?.type ?? (failure ? 'unreadable' : 'none'),
});

/** A stream with events to write. */
interface Look extends Projected {
  readonly rows: StreamRows;
  readonly news: News;
  /** The log has no more events. */
  readonly isEnd: boolean;
}

/**
 * One batch of each stream: reads the rows that are not cached, reads the log, projects, writes.
 * @throws transient errors of Postgres while reading
 */
async function advance(
  sources: SourcesOfCall,
  projection: Projection,
  streams: readonly string[],
  batchSize: number,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const looks: Look[] = [];
  const cached = new Map(streams.map((stream) => [stream, sources.cache.take(projection.name, stream)]));
  const read = await readStreams(
    sources.pool,
    projection,
    streams.filter((stream) => !cached.get(stream)),
  );
  const waiting = [...streams];
  const lookAtNext = async (): Promise<void> => {
    for (let stream = waiting.pop(); stream !== undefined; stream = waiting.pop()) {
      const ofCache = cached.get(stream);
      const state = ofCache ?? read.get(stream);
      if (!state) throw new TypeError('Each stream was read');
      const look = await lookAt(sources, projection, stream, { state, isCached: ofCache !== undefined, batchSize });
      if ('kind' in look) outcomes.set(stream, look);
      else looks.push(look);
    }
  };
  await Promise.all(Array.from({ length: Math.min(READERS, streams.length) }, lookAtNext));
  const settle = (look: Look, isWritten: boolean): void => {
    outcomes.set(look.stream, isWritten ? written(sources, projection, look) : again);
  };
  const fail = (look: Look, error: unknown): void => {
    outcomes.set(look.stream, failedAt(error, look.news));
  };
  const together = looks.filter((look) => !isSpecial(look));
  try {
    const elapsed = stopwatch();
    const moved = await writeTogether(sources.pool, projection, together);
    const took = elapsed();
    for (const look of together) settle(look, moved.has(look.stream));
    tellWritten(
      projection,
      together.filter(({ stream }) => moved.has(stream)),
      took,
    );
  } catch (error) {
    for (const look of together) fail(look, error);
  }
  for (const look of looks.filter(isSpecial)) {
    try {
      const elapsed = stopwatch();
      const isWritten = await writeAlone(sources.pool, projection, look);
      settle(look, isWritten);
      if (isWritten) tellWritten(projection, [look], elapsed());
    } catch (error) {
      fail(look, error);
    }
  }
  return outcomes;
}

/** Keeps the written rows, and says whether there may be more. */
function written({ cache }: SourcesOfCall, { name }: Projection, look: Look): Outcome {
  const { stream, progress, events, rows, isEnd } = look;
  const last = events.at(-1);
  if (last) {
    const now = { ...progress, revision: last.revision, eventId: last.id, isUnverified: false, parked: false };
    cache.put(name, stream, { progress: now, rows });
  }
  // The end of the stream. A newer event has its own wake-up, which waits until this job is over.
  return isEnd ? { kind: 'reached', revision: last?.revision ?? NOTHING } : again;
}

/** Reads the stream on from its checkpoint and projects the events. */
async function lookAt(
  sources: SourcesOfCall,
  projection: Projection,
  stream: string,
  { state, isCached, batchSize }: { state: StreamState; isCached: boolean; batchSize: number },
): Promise<Look | Outcome> {
  const { progress } = state;
  if (progress.parked) return { kind: 'reached', revision: progress.revision };
  if (progress.version > versionOf(projection))
    return failedAt(new NewerRows(projection.name), { events: [], isRebuild: false });
  let news: News | undefined;
  try {
    news = await readFromCheckpoint(sources.log, stream, progress, batchSize);
    const { events, failure, isRebuild } = news;
    // A cached state may be too old. It is believed only where the guard compares it.
    if (isCached && (isRebuild || events.length === 0))
      return await confirm(sources, projection, stream, state, isRebuild || failure !== undefined);
    if (events.length === 0) {
      if (failure) return { ...failedAt(failure.error, news), revision: failure.revision };
      if (!isRebuild) {
        if (progress.isUnverified) await setVerified(sources.pool, projection.name, stream, progress);
        else sources.cache.put(projection.name, stream, state);
        return { kind: 'reached', revision: progress.revision };
      }
    }
    const rows = isRebuild ? new StreamRows() : state.rows;
    for (const event of events) if (!event.unreadable) rows.apply(projectKnown(projection, rows, event));
    const isEnd = events.length < batchSize && !failure;
    return { stream, progress, events, isRebuild, writes: rows.takeWrites(), rows, news, isEnd };
  } catch (error) {
    if (isCached && !isTransient(error)) return again;
    return failedAt(error, news ?? { events: [], isRebuild: false });
  }
}

/** Compares a cached state with Postgres, where the log has no news for it. */
async function confirm(
  { pool, cache }: SourcesOfCall,
  { name }: Projection,
  stream: string,
  state: StreamState,
  isStrange: boolean,
): Promise<Outcome> {
  if (isStrange) return again;
  const { revision, eventId, isUnverified, parked, generation } = await readProgress(pool, name, stream);
  if (revision !== state.progress.revision || eventId !== state.progress.eventId || isUnverified || parked)
    return again;
  if (generation !== state.progress.generation) return again;
  cache.put(name, stream, state);
  return { kind: 'reached', revision };
}

/** @throws UnknownType, or the errors of the projection */
function projectKnown(projection: Projection, rows: StreamRows, event: StoredEvent): readonly RowChange[] {
  if (!Object.hasOwn(projection.eventsOf(event.stream), event.type))
    throw new UnknownType(event.type, event.metadata.schemaVersion);
  return projection.project(rows, event);
}
