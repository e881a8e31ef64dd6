/** What is true of the lists that every team shares: error types ("No error" apart, `codes.ts`) and tags. The fold of `catalogue`. */
import { type Recorded, type Touch, touchOf } from '../command.ts';
import { unknownEvent } from '../event-schema.ts';
import type { CatalogueEvent } from './events.ts';

export interface ErrorTypeItem {
  readonly errTypeId: string;
  readonly label: string;
  readonly touch: Touch;
}
export interface TagItem {
  readonly tagId: string;
  readonly label: string;
  readonly touch: Touch;
}
/** Both lists in the order of adding. */
export interface Catalogue {
  readonly errorTypes: readonly ErrorTypeItem[];
  readonly tags: readonly TagItem[];
}

export const initial: Catalogue = { errorTypes: [], tags: [] };

export function evolve(catalogue: Catalogue, event: Recorded<CatalogueEvent>): Catalogue {
  switch (event.type) {
    case 'ErrorTypeAdded':
      return { ...catalogue, errorTypes: [...catalogue.errorTypes, { ...event.data, touch: touchOf(event) }] };
    case 'TagAdded':
      return { ...catalogue, tags: [...catalogue.tags, { ...event.data, touch: touchOf(event) }] };
    default:
      return unknownEvent(event, catalogue);
  }
}
