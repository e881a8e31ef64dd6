/** A look at the installation, which pages that are open at the same time share. */
import type { OperatorNumbers } from 'projections/schema/operator-numbers';

export interface OperatorsLook {
  readonly numbers: OperatorNumbers;
  readonly at: Date;
  readonly queueEngine: 'postgres' | 'redis';
  /** This service has a data folder. */
  readonly hasDataFolder: boolean;
}

const SHARED_MS = 2_000;

/** Makes at most one look in two seconds, however many pages ask. */
export function shareLooks(look: () => Promise<OperatorsLook>): () => Promise<OperatorsLook> {
  let last: { readonly at: number; readonly look: Promise<OperatorsLook> } | undefined;
  return () => {
    if (!last || performance.now() - last.at >= SHARED_MS) last = { at: performance.now(), look: look() };
    return last.look;
  };
}
