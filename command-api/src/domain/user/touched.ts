/** What an event changes for those who look on (architecture, "Live protocol"): tags of the change rows. */
import type { Recorded } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { UserEvent } from './events.ts';

export function touchedBy(userId: string, event: Recorded<UserEvent>): string[] {
  switch (event.type) {
    case 'UserRegistered':
      return [`user:${userId}`];
    default:
      return unknownEvent(event.type, []);
  }
}
