/** `access-` streams into the access log. */
import { accessEvents } from 'language/domain/access/events';
import { knownEvent } from 'language/domain/event-schema';
import type { StoredEvent } from 'service-kit/event-log/port';
import type { Projection } from '../projection.ts';
import { append, type RowChange } from '../row-change.ts';
import { RowMissing, type Rows } from '../stream-rows.ts';
import { access } from './tables.ts';

const tables = [access];

export const accesses: Projection = {
  name: 'accesses',
  eventsOf: () => accessEvents,
  tablesOf: () => tables,
  project: projectAccess,
  // A notice would tell the team's watchers who reads what, and would wake them for every opened chart.
  isSilent: true,
  touched: () => [],
  aggregateTag: (stream) => stream,
};

/** The fields of all accesses. */
interface Fields {
  readonly patientId?: string;
  readonly admissionId?: string;
  readonly reviewId?: string;
  readonly report?: number;
  readonly startDate?: string;
  readonly endDate?: string;
  readonly list?: string;
  readonly searches?: number;
  readonly found?: number;
  readonly reviews?: number;
  readonly of?: string;
  readonly resource?: string;
  readonly drugId?: string;
  readonly format?: string;
}

function projectAccess(_rows: Rows, stored: StoredEvent): readonly RowChange[] {
  const event = knownEvent(accessEvents, stored);
  if (!event) return [];
  const fields: Fields = event.data;
  const { teamId, actorId, occurredAt } = event.metadata;
  if (teamId === undefined) throw new RowMissing('An access without a team');
  return [
    append(access, {
      access_id: event.id,
      stream: event.stream,
      team_id: teamId,
      at: occurredAt,
      actor_id: actorId,
      kind: event.type,
      patient_id: fields.patientId ?? null,
      admission_id: fields.admissionId ?? null,
      review_id: fields.reviewId ?? null,
      report: fields.report ?? null,
      start_date: fields.startDate ?? null,
      end_date: fields.endDate ?? null,
      list: fields.list ?? null,
      searches: fields.searches ?? null,
      found: fields.found ?? null,
      reviews: fields.reviews ?? null,
      thing: fields.of ?? fields.resource ?? null,
      drug_id: fields.drugId ?? null,
      format: fields.format ?? null,
    }),
  ];
}
