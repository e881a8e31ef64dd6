/** `access-` streams into the access log. */
import { accessEvents } from 'command-api/domain/access/events';
import { knownEvent } from 'command-api/domain/event-schema';
import type { StoredEvent } from 'service-kit/event-log/port';
import { changeOne, type Projection, type Transaction } from '../projection.ts';

export const accesses: Projection = {
  name: 'accesses',
  eventsOf: () => accessEvents,
  project: projectAccess,
  async forget(tx, stream) {
    await tx.query('delete from access where stream = $1', [stream]);
  },
  // A notice would tell the team's watchers who reads what, and would wake them for every opened chart.
  isSilent: true,
  touched: () => [],
  aggregateTag: (stream) => stream,
};

/** The column of each field of an access. */
const columns = {
  patientId: 'patient_id',
  admissionId: 'admission_id',
  reviewId: 'review_id',
  report: 'report',
  startDate: 'start_date',
  endDate: 'end_date',
  list: 'list',
  searches: 'searches',
  found: 'found',
  reviews: 'reviews',
  of: 'thing',
  drugId: 'drug_id',
  format: 'format',
} as const;

async function projectAccess(tx: Transaction, stored: StoredEvent): Promise<void> {
  const event = knownEvent(accessEvents, stored);
  if (!event) return;
  const {
    id,
    stream,
    type,
    data,
    metadata: { teamId, actorId, occurredAt },
  } = event;
  const fields: Partial<Record<keyof typeof columns, unknown>> = data;
  const names = Object.keys(columns) as (keyof typeof columns)[];
  await changeOne(
    tx,
    /* sql */ `
    insert into access (access_id, stream, team_id, at, actor_id, kind,
                        ${names.map((name) => columns[name]).join(', ')})
    values ($1, $2, $3, $4, $5, $6, ${names.map((_, index) => `$${index + 7}`).join(', ')})`,
    [id, stream, teamId, occurredAt, actorId, type, ...names.map((name) => fields[name] ?? null)],
  );
}
