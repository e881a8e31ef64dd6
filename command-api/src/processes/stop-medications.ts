/**
 * "Stop Closed AdmMed" of the admin tools: whatever is still being taken in an admission that is closed stopped with
 * the discharge.
 *
 * Goes through the log from where the last run ended, and looks at each admission that has been discharged, or whose
 * medications have changed, since. Every look is a command of its own that has nothing to do the second time: a run
 * that was cut off is gone on with by the next, and two at once do no harm. An admission that cannot be read is logged
 * and passed over.
 */
import type { Pool } from 'pg';
import { resumePlace, savePlace } from './followers/follower-position.ts';
import { stopMedicationsOfDischarged } from '../domain/admission/decide-medication.ts';
import type { Admission } from '../domain/admission/state.ts';
import type { Actor, Command } from '../domain/command.ts';
import { placeOf } from 'service-kit/event-log/place';
import { type EventLog, KeyDestroyed, MalformedEvent, type Place, type StoredEvent } from 'service-kit/event-log/port';
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import type { Handle } from '../commands/intent.ts';
import { derivedId } from '../commands/derived-id.ts';
import type { Logger } from 'service-kit/process/logger';

const FOLLOWER = 'stop-medications';
/** After these only can something be left to stop. */
const REASONS_TO_LOOK: readonly string[] = [
  'PatientDischarged',
  'AdmissionMedicationAdded',
  'AdmissionMedicationUpdated',
];
/**
 * A gateway waits half a minute for an answer: a run that takes longer says so, and the next goes on where it ended.
 */
const MOST_MS = 20_000;
const SAVE_EVERY = 500;

export interface MedicationsStopped {
  readonly stopped: number;
  /** In how many admissions. */
  readonly admissions: number;
  /** False where the time was up before the end: run it again. */
  readonly complete: boolean;
}
export type StopMedications = (run: {
  readonly commandId: string;
  readonly actor: Actor;
}) => Promise<MedicationsStopped>;

interface Parts {
  readonly log: EventLog;
  readonly folds: FoldCaches;
  readonly handle: Handle;
  readonly pool: Pool;
  readonly logger: Logger;
}

/** @param mostMs how long a run may take, in milliseconds */
export const createStopMedications =
  (parts: Parts, mostMs = MOST_MS): StopMedications =>
  async ({ commandId, actor }) => {
    const { log, pool, logger } = parts;
    const end = new AbortController();
    let isComplete = false;
    // Not AbortSignal.any over AbortSignal.timeout: Node 20 collects a timeout that nothing else holds, and the run
    // would have no end.
    const timeIsUp = setTimeout(() => end.abort(), mostMs);
    /** Up to which revision: what comes to a stream during this run is looked at once more. */
    const looked = new Map<string, bigint>();
    const closed = new Set<string>();
    let reached: Place | undefined;
    let [stopped, passed] = [0, 0];

    const onCaughtUp = (): void => {
      isComplete = true;
      end.abort();
    };
    try {
      const after = await resumePlace(pool, log, FOLLOWER, logger);
      for await (const event of log.follow({ prefixes: ['admission-'], after, signal: end.signal, onCaughtUp })) {
        if (REASONS_TO_LOOK.includes(event.type) && event.revision > (looked.get(event.stream) ?? -1n)) {
          const look = await stopIn(parts, event, commandId, actor);
          looked.set(event.stream, look.revision);
          stopped += look.stopped;
          if (look.stopped > 0) closed.add(event.stream);
        }
        reached = placeOf(event) ?? reached;
        passed += 1;
        if (reached && passed % SAVE_EVERY === 0) await savePlace(pool, FOLLOWER, reached);
      }
    } finally {
      clearTimeout(timeIsUp);
    }
    if (reached) await savePlace(pool, FOLLOWER, reached);
    return { stopped, admissions: closed.size, complete: isComplete };
  };

/** @returns how many were stopped now, and the revision that was looked at */
async function stopIn(
  { folds, handle, logger }: Parts,
  { stream, revision: reason }: StoredEvent,
  runId: string,
  actor: Actor,
): Promise<{ stopped: number; revision: bigint }> {
  const admissionId = stream.slice('admission-'.length);
  let stopped = 0;
  try {
    const { revision } = await handle({
      name: 'StopMedicationsOfDischarged',
      commandId: derivedId(runId, `stop-medications:${admissionId}@${reason}`),
      fold: folds.admission,
      id: admissionId,
      payload: {},
      actor: () => actor,
      decide: (admission: Admission, command: Command<object>) => {
        const events = stopMedicationsOfDischarged(admission, command);
        stopped = events.length;
        return events;
      },
    });
    return { stopped, revision };
  } catch (error) {
    if (!(error instanceof MalformedEvent || error instanceof KeyDestroyed)) throw error;
    logger.error(
      { stream, reason: error.message },
      'medications cannot be stopped in an admission that cannot be read',
    );
    return { stopped: 0, revision: reason };
  }
}
