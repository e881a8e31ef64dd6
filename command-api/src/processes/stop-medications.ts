/**
 * "Stop Closed AdmMed" of the admin tools: stops the medications that are still open in discharged admissions.
 *
 * A run reads the log from where the last run ended, and gives a command to each admission that was discharged, or
 * whose medications changed, since. The command is idempotent: the next run resumes a run that was interrupted, and two
 * runs at once do no harm. An admission that cannot be read is logged and passed over.
 */
import type { Pool } from 'pg';
import { resumePlace, savePlace } from './followers/follower-position.ts';
import { stopMedicationsOfDischarged } from 'language/domain/admission/decide-medication';
import type { Admission } from 'language/domain/admission/state';
import type { Actor, Command } from 'language/domain/command';
import { placeOf } from 'service-kit/event-log/place';
import {
  type EventLog,
  KeyDestroyed,
  MalformedEvent,
  type EventPosition,
  type StoredEvent,
} from 'service-kit/event-log/port';
import type { FoldCaches } from 'service-kit/aggregates/fold-cache';
import type { Handle } from '../commands/intent.ts';
import { derivedId } from '../commands/derived-id.ts';
import type { Logger } from 'service-kit/process/logger';

const FOLLOWER = 'stop-medications';
/** Only these events can leave a medication to stop. */
const RELEVANT_TYPES: readonly string[] = [
  'PatientDischarged',
  'AdmissionMedicationAdded',
  'AdmissionMedicationUpdated',
];
/**
 * A gateway waits half a minute for an answer. A run that takes longer answers `complete: false`, and the next resumes.
 */
const RUN_MS_MAX = 20_000;
const SAVE_EVERY = 500;

export interface MedicationsStopped {
  readonly stopped: number;
  /** The number of admissions with stopped medications. */
  readonly admissions: number;
  /** False if the time was up before the end of the log: run it again. */
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

/** @param runMsMax how long a run may take, in milliseconds */
export const createStopMedications =
  (parts: Parts, runMsMax = RUN_MS_MAX): StopMedications =>
  async ({ commandId, actor }) => {
    const { log, pool, logger } = parts;
    const end = new AbortController();
    let isComplete = false;
    // Not AbortSignal.any over AbortSignal.timeout: Node 20 collects a timeout that nothing else references, and the
    // run would not end.
    const timeIsUp = setTimeout(() => end.abort(), runMsMax);
    /** The revision of each stream that is covered: a later event of the stream needs another command. */
    const covered = new Map<string, bigint>();
    const changed = new Set<string>();
    let reached: EventPosition | undefined;
    let [stopped, passed] = [0, 0];

    const onCaughtUp = (): void => {
      isComplete = true;
      end.abort();
    };
    try {
      const after = await resumePlace(pool, log, FOLLOWER, logger);
      for await (const event of log.follow({ prefixes: ['admission-'], after, signal: end.signal, onCaughtUp })) {
        if (RELEVANT_TYPES.includes(event.type) && event.revision > (covered.get(event.stream) ?? -1n)) {
          const result = await stopIn(parts, event, commandId, actor);
          covered.set(event.stream, result.revision);
          stopped += result.stopped;
          if (result.stopped > 0) changed.add(event.stream);
        }
        reached = placeOf(event) ?? reached;
        passed += 1;
        if (reached && passed % SAVE_EVERY === 0) await savePlace(pool, FOLLOWER, reached);
      }
    } finally {
      clearTimeout(timeIsUp);
    }
    if (reached) await savePlace(pool, FOLLOWER, reached);
    return { stopped, admissions: changed.size, complete: isComplete };
  };

/** @returns how many medications were stopped now, and the revision that is covered */
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
