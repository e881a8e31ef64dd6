/** The things that an event changes on screens (docs/architecture.md, "Live protocol"): tags of the change rows. */
import type { Recorded } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { UserEvent } from './events.ts';
import type { Touched } from '../values/touched.ts';

/** Profile, recommendations and templates are read together, so they share one tag. */
export function touchedBy(userId: string, event: Recorded<UserEvent>): Touched[] {
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
