/**
 * "Stop Closed AdmMed" of the admin tools: whatever is still being taken in an admission that is closed stopped with the discharge.
 *
 * Goes through the log from where the last run ended, and looks at each admission that has been discharged, or whose medications have
 * changed, since. Every admission is a command of its own that has nothing to do the second time: a run that was cut off is gone on with
 * by the next, and two at once do no harm.
 */
import type { Pool } from 'pg';
import { positionOf, savePosition } from './accounts/follower-position.ts';
import { stopMedicationsOfDischarged } from './domain/admission/decide-medication.ts';
import type { Admission } from './domain/admission/state.ts';
import type { Actor, Command } from './domain/command.ts';
import type { EventLog, Position } from './event-log/port.ts';
import type { Folds } from './folds.ts';
import type { Handle } from './handle.ts';
import { madeBy } from './http/command-id.ts';

const FOLLOWER = 'stop-medications';
/** After these only can something be left to stop. */
const REASONS_TO_LOOK: readonly string[] = ['PatientDischarged', 'AdmissionMedicationAdded', 'AdmissionMedicationUpdated'];
/** A gateway waits half a minute for an answer: a run that takes longer says so, and the next goes on where it ended. */
const MOST_MS = 20_000;
const SAVE_EVERY = 500;

export interface MedicationsStopped {
  readonly stopped: number;
  /** In how many admissions. */
  readonly admissions: number;
  /** False where the time was up before the end: run it again. */
  readonly complete: boolean;
}
export type StopMedications = (run: { readonly commandId: string; readonly actor: Actor }) => Promise<MedicationsStopped>;

interface Parts {
  readonly log: EventLog;
  readonly folds: Folds;
  readonly handle: Handle;
  readonly pool: Pool;
}

/** @param mostMs how long a run may take, in milliseconds */
export const createStopMedications = (parts: Parts, mostMs = MOST_MS): StopMedications => async ({ commandId, actor }) => {
  const { log, pool } = parts;
  const atEnd = new AbortController();
  const signal = AbortSignal.any([atEnd.signal, AbortSignal.timeout(mostMs)]);
  const looked = new Set<string>();
  let reached: Position | undefined;
  let [stopped, admissions, passed] = [0, 0, 0];

  for await (const event of log.follow({ prefixes: ['admission-'], after: await positionOf(pool, FOLLOWER), signal, onCaughtUp: () => atEnd.abort() })) {
    if (REASONS_TO_LOOK.includes(event.type) && !looked.has(event.stream)) {
      looked.add(event.stream);
      const news = await stopIn(parts, event.stream.slice('admission-'.length), commandId, actor);
      stopped += news;
      admissions += news > 0 ? 1 : 0;
    }
    reached = event.position ?? reached;
    passed += 1;
    if (reached && passed % SAVE_EVERY === 0) await savePosition(pool, FOLLOWER, reached);
  }
  if (reached) await savePosition(pool, FOLLOWER, reached);
  return { stopped, admissions, complete: atEnd.signal.aborted };
};

/** @returns how many were stopped now */
async function stopIn({ folds, handle }: Parts, admissionId: string, runId: string, actor: Actor): Promise<number> {
  let stopped = 0;
  await handle({
    name: 'StopMedicationsOfDischarged',
    commandId: madeBy(runId, `stop-medications:${admissionId}`),
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
  return stopped;
}
