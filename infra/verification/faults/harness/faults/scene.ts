/** The things that a fault may use, and the place for its findings. */
import type { Random } from 'language/domain/testing/random';
import type { Ledger } from '../../convergence/ledger.ts';
import type { TestTeam } from '../../convergence/test-team.ts';
import type { Finding } from '../checks/check-run.ts';
import type { Environment } from '../environment.ts';

export interface Scene {
  readonly environment: Environment;
  readonly team: TestTeam;
  /** Tokens of people outside the team. */
  readonly crowd: readonly string[];
  readonly ledger: Ledger;
  readonly random: Random;
  /** Aborts at the end of the edits. A fault then heals at once. */
  readonly stopping: AbortSignal;
  /** Aborts some time later: a command without an answer is given up then. */
  readonly giveUp: AbortSignal;
  readonly findings: Finding[];
  /** The streams with an event that cannot be projected, and whether the log has acknowledged it. */
  readonly poisoned: Map<string, boolean>;
}
