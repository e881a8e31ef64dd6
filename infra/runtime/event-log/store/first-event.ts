/** The first event of a log. EventStoreDB also has system events, which a reader of the whole log must skip. */
import { randomUUID } from 'node:crypto';
import type { ProposedEvent } from './event.ts';

export const FIRST_STREAM = '$log';

export const firstEvent = (): ProposedEvent => ({
  id: randomUUID(),
  type: '$logBegun',
  isJson: true,
  data: Buffer.from(JSON.stringify({ server: 'embedded event log' })),
  metadata: Buffer.alloc(0),
});
