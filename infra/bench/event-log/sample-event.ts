/** The event of this benchmark: about 300 bytes of JSON, no metadata. */
import { randomUUID } from 'node:crypto';
import { jsonEvent, type AllStreamResolvedEvent } from '@eventstore/db-client';

export const EVENT_TYPE = 'BenchEntryAdded';
const NOTE =
  'Dose checked against renal function: CrCl 25 mL/min, reduce to 500 mg every 12 hours; repeat creatinine, ' +
  'level before the fourth dose. Discussed with the ward at the bedside round and written down.';

/** Microseconds of the machine's monotonic clock, the same in every process. */
export const clock = (): number => Number(process.hrtime.bigint() / 1_000n);

export const sampleData = () => ({
  writtenAt: clock(),
  reviewId: 'b9b9c0de-1111-4222-8333-944455556666',
  severity: 'D',
  note: NOTE,
});
export const sampleEvents = (count: number) =>
  Array.from({ length: count }, () => jsonEvent({ id: randomUUID(), type: EVENT_TYPE, data: sampleData() }));

/** When (see `clock`) the event was passed to the client. */
export function writtenAtOf({ event }: AllStreamResolvedEvent): number {
  const data = event?.data;
  if (typeof data !== 'object' || !('writtenAt' in data) || typeof data.writtenAt !== 'number')
    throw new Error('This is not one of our events');
  return data.writtenAt;
}
