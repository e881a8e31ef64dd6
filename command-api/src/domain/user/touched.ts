/** What an event changes for those who look on (architecture, "Live protocol"): tags of the change rows. */
import type { Recorded } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { UserEvent } from './events.ts';

/** A person's profile, recommendations and templates are read together or not at all: one tag says it. */
export function touchedBy(userId: string, event: Recorded<UserEvent>): string[] {
  switch (event.type) {
    case 'UserRegistered':
    case 'UserProfileChanged':
    case 'UserEmailVerified':
    case 'RecommendationWritten':
    case 'RecommendationPublished':
    case 'RecommendationHidden':
    case 'UserErrorTemplateSaved':
    case 'UserErrorTemplateDeleted':
      return [`user:${userId}`];
    default:
      return unknownEvent(event, []);
  }
}
