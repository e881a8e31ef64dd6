/** The statements of the hospital's catalogue (docs/product.md, "Proposals"). */
import type { Statement } from '../domain/checks/statement.ts';
import type { Versioned } from './entities.ts';

/** Since the approval. */
export interface StatementUse {
  /** The findings that were on screens, each once. */
  shown: number;
  taken: number;
  deferred: number;
  dismissed: number;
}
/**
 * `noise`: fewer than 40 % of at least 10 decided findings were taken over. `off`: fewer than 10 %; it finds nothing until
 * it is approved again.
 */
export type StatementState = 'draft' | 'useful' | 'noise' | 'off';
/** `approvedBy` and `approvedAt` are empty for a draft. `statementVersion` counts its versions, 1, 2, … */
export type ListedStatement = Statement &
  Versioned & {
    /** Instant, ISO 8601. */
    approvedAt: string;
    use: StatementUse;
    state: StatementState;
  };
