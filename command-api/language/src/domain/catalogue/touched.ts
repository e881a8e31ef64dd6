/** The things that an event changes on screens (docs/architecture.md, "Live protocol"): tags of the change rows. */
import type { Recorded } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { CatalogueEvent } from './events.ts';
import type { Touched } from '../values/touched.ts';

export function touchedBy(event: Recorded<CatalogueEvent>): Touched[] {
  switch (event.type) {
    case 'ErrorTypeAdded':
    case 'ErrorTypeRenamed':
    case 'ErrorTypeMapped':
      return ['catalogue:errtypes'];
    case 'TagAdded':
      return ['catalogue:tags'];
    // The rows of the trade list name the tags of their drug.
    case 'TagRenamed':
      return ['catalogue:tags', 'catalogue:drugs'];
    case 'TradeListUpdated':
      return ['catalogue:drugs'];
    case 'StatementWritten':
    case 'StatementApproved':
    case 'StatementWithdrawn':
      return ['catalogue:statements'];
    default:
      return unknownEvent(event, []);
  }
}
