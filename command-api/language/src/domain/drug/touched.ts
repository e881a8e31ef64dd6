/** The things that an event changes on screens (docs/architecture.md, "Live protocol"): tags of the change rows. */
import type { Recorded } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { DrugEvent } from './events.ts';
import type { Touched } from '../values/touched.ts';

export function touchedBy(drugId: string, event: Recorded<DrugEvent>): Touched[] {
  switch (event.type) {
    case 'DrugAdded':
    case 'DrugChanged':
    case 'DrugRestored':
    case 'DrugClassified':
      return [`drug:${drugId}`, 'catalogue:drugs'];
    default:
      return unknownEvent(event, []);
  }
}
