/** A look at the installation, which pages that are open at the same time share. */
import type { OperatorNumbers } from 'projections/schema/operator-numbers';

export interface OperationsState {
  readonly numbers: OperatorNumbers;
  readonly at: Date;
  readonly queueEngine: 'postgres' | 'redis';
  /** This service has a data folder. */
  readonly hasDataFolder: boolean;
}

/** How long pages that ask share a look. */
export const LOOK_KEPT_MS = 2_000;
