/** Where on a chart the thing stands that a change is about. */
import type { HistoryEvent } from 'command-api/contract/history';
import type { Tab } from './tabs.ts';

export interface Standing {
  /** Undefined above the tabs. */
  readonly tab: Tab | undefined;
  /** The review or note that has to be open. */
  readonly holder: string | undefined;
  /** Its `data-item`; of the order of the medications none. */
  readonly item: string | undefined;
}

export function standingOf({ of, in: within }: Pick<HistoryEvent, 'of' | 'in'>): Standing {
  const [kind, id] = [of.slice(0, of.indexOf(':')), of.slice(of.indexOf(':') + 1)];
  switch (kind) {
    case 'review':
      return { tab: 'reviews', holder: id, item: `review-${id}` };
    case 'entry':
      return { tab: 'reviews', holder: within?.slice('review:'.length), item: `entry-${id}` };
    case 'note':
      return { tab: 'notes', holder: id, item: `note-${id}` };
    case 'medication':
      return { tab: 'medication', holder: undefined, item: `medication-${id}` };
    case 'medications':
      return { tab: 'medication', holder: undefined, item: undefined };
    case 'gallery':
      return { tab: 'gallery', holder: undefined, item: `gallery-${id}` };
    default:
      return { tab: undefined, holder: undefined, item: 'stay' };
  }
}
