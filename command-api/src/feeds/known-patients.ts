/**
 * Which patients have which record number, for the hospital's interface: made from the log, by a follower. The interface
 * verifies each in the patient's stream. It does not listen before the log is read once: it would register patients a second time.
 */
import type { Pool } from 'pg';
import { plainRecordNumber } from 'language/domain/values/record-number';
import { type FeedSeal, forgetPatient } from 'service-kit/feeds/feed-messages';
import { MalformedEvent, type EventLog, type Position, type StoredEvent } from 'service-kit/event-log/port';
import { placeOf } from 'service-kit/event-log/place';
import { inLeadership } from 'service-kit/postgres/leader-lock';
import type { LogFollowerParts } from '../processes/process-managers/process-manager.ts';
import { resumePlace, savePlace } from '../processes/followers/follower-position.ts';
import { pause, runFollower } from '../processes/followers/run-follower.ts';

export const KNOWN_PATIENTS = 'known-patients';
const PAGE_EVENTS = 500;
/** A patient whom a person registers is known to the interface after this time. */
const EVERY_MS = 1_000;

interface Parts extends LogFollowerParts {
  readonly log: LogFollowerParts['log'] & Pick<EventLog, 'readAll' | 'headAt'>;
  readonly seal: Pick<FeedSeal, 'markOf'>;
}

/** Runs until `signal` aborts. */
export const runKnownPatients = (parts: Parts, signal: AbortSignal): Promise<void> =>
  runFollower(
    parts,
    KNOWN_PATIENTS,
    async (leading) => {
      const { log, pool, logger } = parts;
      let after: Position | undefined = (await resumePlace(pool, log, KNOWN_PATIENTS, logger))?.position;
      while (!leading.signal.aborted) {
        const now = new Date();
        const { events, last } = await log.readAll({ prefixes: ['patient-'], after, maxCount: PAGE_EVENTS });
        const read = events.filter((event): event is StoredEvent => !(event instanceof MalformedEvent));
        if (read.length > 0)
          await inLeadership(pool, leading.fence, async (tx) => {
            for (const event of read) await note(tx, parts.seal, event);
            const place = read.map(placeOf).findLast((one) => one !== undefined);
            if (place) await savePlace(tx, KNOWN_PATIENTS, place);
          });
        after = last ?? read.at(-1)?.position ?? after;
        await (last ? leading.moved() : leading.caughtUp(now));
        await pause(last ? 0 : EVERY_MS, leading.signal);
      }
    },
    signal,
  );

async function note(
  tx: Parameters<typeof forgetPatient>[0],
  seal: Pick<FeedSeal, 'markOf'>,
  { type, stream, data }: StoredEvent,
): Promise<void> {
  const patientId = stream.slice('patient-'.length);
  if (type === 'PatientDeleted') return forgetPatient(tx, patientId);
  if (type !== 'PatientRegistered' && type !== 'PatientCorrected') return;
  const { medicalRecordNumber } = data as { medicalRecordNumber?: string };
  const number = plainRecordNumber(medicalRecordNumber ?? '');
  if (number === '') return;
  await tx.query(
    'insert into accounts.feed_patient (mark, patient_id) values ($1, $2) on conflict (mark, patient_id) do nothing',
    [seal.markOf(number), patientId],
  );
}

/** True once the log was read to its end. */
export async function arePatientsKnown(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ known: boolean }>(
    'select caught_up_at is not null as known from accounts.follower_health where follower = $1',
    [KNOWN_PATIENTS],
  );
  return rows[0]?.known === true;
}
