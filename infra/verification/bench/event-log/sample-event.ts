/** The event of this benchmark: about 300 bytes of JSON, no metadata. */
import { jsonEvent } from '@eventstore/db-client';

export const EVENT_TYPE = 'BenchEntryAdded';

export const sampleData = {
  reviewId: 'b9b9c0de-1111-4222-8333-944455556666',
  severity: 'D',
  note:
    'Dose checked against renal function: CrCl 25 mL/min, reduce to 500 mg every 12 hours; repeat creatinine, ' +
    'level before the fourth dose. Discussed with the ward at the bedside round and written down.',
};
export const sampleEvent = () => jsonEvent({ type: EVENT_TYPE, data: sampleData });
