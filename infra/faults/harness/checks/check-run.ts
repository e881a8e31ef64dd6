/** Checks what a run of faults has left: the log, the rows, the answers to the clients and the product's own log. */
import type { Ledger } from '../../convergence/ledger.ts';
import type { TestTeam } from '../../convergence/test-team.ts';
import type { Product } from '../../../test/product.ts';

/** A run whose edits and faults have ended. The product runs. */
export interface FinishedRun {
  readonly product: Product;
  readonly team: TestTeam;
  /** The ids of the admissions that the clients edited. */
  readonly admissions: readonly string[];
  readonly ledger: Ledger;
  /** Texts that occur once each in what the clients created. */
  readonly marks?: readonly string[];
}

export interface Finding {
  readonly checker: string;
  /** A sentence. */
  readonly says: string;
}

/** @returns what is wrong; none where everything holds. A checker that cannot judge is a finding too */
export async function checkRun(_run: FinishedRun): Promise<Finding[]> {
  return [];
}
