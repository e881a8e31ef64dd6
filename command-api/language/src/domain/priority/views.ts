/** A saved view of the ward board: a filter with a name that a team keeps. It hides nothing that another view would not show. */
import type { PriorityReason } from './reasons.ts';

export const takenFilters = ['any', 'mine', 'nobody'] as const;
export const deferredFilters = ['shown', 'hidden'] as const;
export const reviewedFilters = ['any', 'no'] as const;

export interface ViewFilter {
  /** At least one of these; empty: every patient. */
  reasons: PriorityReason[];
  taken: (typeof takenFilters)[number];
  deferred: (typeof deferredFilters)[number];
  /** Only patients with a current antimicrobial. */
  antimicrobials: boolean;
  /** `no`: without a review today. */
  reviewed: (typeof reviewedFilters)[number];
}

/** How thoroughly a patient is to be reviewed, or was. */
export const reviewLevels = ['quick', 'full'] as const;
export type ReviewLevel = (typeof reviewLevels)[number];
