/** The place on a chart of the thing that a change is about. */
import type { HistoryEvent } from 'command-api/contract/history';

export const tabs = ['reviews', 'notes', 'medication', 'gallery'] as const;
export type Tab = (typeof tabs)[number];
export const parseTab = (name: string | null): Tab => tabs.find((tab) => tab === name) ?? 'reviews';

export interface ChartLocation {
  /** Undefined for what is above the tabs. */
  readonly tab: Tab | undefined;
  /** The review or note that contains it and has to be open. */
  readonly parent: string | undefined;
  /** The `data-item` of its element. The order of the medications has none. */
  readonly item: string | undefined;
}

export function chartLocationOf({ of, in: within }: Pick<HistoryEvent, 'of' | 'in'>): ChartLocation {
  const [kind, id] = [of.slice(0, of.indexOf(':')), of.slice(of.indexOf(':') + 1)];
  switch (kind) {
    case 'review':
      return { tab: 'reviews', parent: id, item: `review-${id}` };
    case 'entry':
      return { tab: 'reviews', parent: within?.slice('review:'.length), item: `entry-${id}` };
    case 'note':
      return { tab: 'notes', parent: id, item: `note-${id}` };
    case 'medication':
      return { tab: 'medication', parent: undefined, item: `medication-${id}` };
    case 'medications':
      return { tab: 'medication', parent: undefined, item: undefined };
    case 'gallery':
      return { tab: 'gallery', parent: undefined, item: `gallery-${id}` };
    default:
      return { tab: undefined, parent: undefined, item: 'stay' };
  }
}
