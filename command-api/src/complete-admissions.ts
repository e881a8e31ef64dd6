/**
 * Finishes what a crash cut off between the two halves of AdmitPatient (architecture, rule 5): follows `patient-` streams and writes
 * `PatientAdmitted` where an admission has been registered and its own stream is still missing some seconds later.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { positionOf, savePosition } from './accounts/follower-position.ts';
import { admit } from './admit.ts';
import { type Actor, Rejection } from './domain/command.ts';
import type { EventLog, StoredEvent } from './event-log/port.ts';
import type { Folds } from './folds.ts';
import type { Handle } from './handle.ts';
import type { Logger } from './service/log.ts';

const FOLLOWER = 'complete-admissions';
/** Any number that nothing else of the product locks. */
const LOCK = 7_214_002;
const LOCK_RETRY_MS = 5_000;
/** The command itself is given this long to write its second half. */
const GRACE_MS = 3_000;
const MOST_BACKOFF_MS = 30_000;

interface Parts {
  readonly log: EventLog;
  readonly folds: Folds;
  readonly handle: Handle;
  readonly pool: Pool;
  readonly logger: Logger;
  /** How long a command is given to finish by itself, in milliseconds. */
  readonly graceMs?: number;
}

/** Runs until `signal` aborts. Several processes may: one holds the lock and works, the others wait to take over. */
export async function completeAdmissions(parts: Parts, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      await whileLocked(parts, signal);
      failures = 0;
    } catch (error) {
      failures += 1;
      parts.logger.warn({ error, failures }, 'admissions cannot be completed right now');
    }
    await pause(failures === 0 ? LOCK_RETRY_MS : Math.min(MOST_BACKOFF_MS, 500 * 2 ** failures), signal);
  }
}

async function whileLocked(parts: Parts, signal: AbortSignal): Promise<void> {
  const client = await parts.pool.connect();
  const lost = new AbortController();
  const onLost = (): void => lost.abort();
  client.on('error', onLost);
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [LOCK]);
    if (rows[0]?.held) await follow(parts, AbortSignal.any([signal, lost.signal]));
  } finally {
    client.off('error', onLost);
    // Closing the connection gives the lock back whatever happened to it.
    client.release(true);
  }
}

async function follow(parts: Parts, signal: AbortSignal): Promise<void> {
  const { log, pool } = parts;
  const after = await positionOf(pool, FOLLOWER);
  for await (const event of log.follow({ prefixes: ['patient-'], after, signal })) {
    if (event.type !== 'AdmissionRegistered') continue;
    await pause(event.created.getTime() + (parts.graceMs ?? GRACE_MS) - Date.now(), signal);
    if (signal.aborted) return;
    await complete(parts, event);
    if (event.position) await savePosition(pool, FOLLOWER, event.position);
  }
}

/** Idempotent: the second half has the same event id as the command's own. */
async function complete({ folds, handle, logger }: Parts, event: StoredEvent): Promise<void> {
  const patientId = event.stream.slice('patient-'.length);
  const { commandId, actorId, occurredAt } = event.metadata;
  // The event came without its body: what was registered is read from the patient's stream, as it stood then.
  const patient = await folds.patient.at(patientId, event.revision);
  const registered = patient.status === 'registered' ? patient.admissions.at(-1) : undefined;
  // Unreadable: the patient's key has been destroyed, and there is nobody left to admit.
  if (patient.status !== 'registered' || !registered) return;
  if ((await folds.admission.now(registered.admissionId)).revision !== undefined) return;
  // Whoever registered it had the right to; that is settled.
  const actor: Actor = { id: actorId, isMember: true, isTeamAdmin: false, canEdit: true, isPhysic: false, isAdminAccount: false };
  try {
    await admit({ folds, handle }, { commandId, patientId, teamId: patient.teamId, registered, at: new Date(occurredAt), actor: () => actor });
    logger.info({ admissionId: registered.admissionId }, 'completed an admission that was cut off');
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    logger.error({ admissionId: registered.admissionId, reason: error.message }, 'a registered admission was refused');
  }
}

const pause = async (ms: number, signal: AbortSignal): Promise<void> => {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined);
};
