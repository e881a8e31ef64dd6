/** The clients' commands with their answers, to compare with the log. */
import type { Written } from 'language/contract/entities';
import { v5 as uuidv5 } from 'uuid';
import { type Answered, reasonIn } from './calls.ts';

export interface Refused {
  readonly status: number;
  /** Undefined in an answer without one. */
  readonly reason: string | undefined;
}

export interface Intention {
  /** As in the event metadata: `uuidv5(Idempotency-Key, user id)`. */
  readonly commandId: string;
  readonly what: string;
  readonly admission: string;
  /** The final answer. Neither of the two: the client gave up, and the outcome is unknown. */
  readonly acknowledged?: Written;
  readonly refused?: Refused;
  /** A teammate may have made the same change before. Then there is nothing to write. */
  readonly mayChangeNothing: boolean;
}

type Outcome = 'acknowledged' | 'refused';

export class Ledger {
  readonly intentions: Intention[] = [];
  readonly counts = { repeated: 0, conflicts: 0, drops: 0 };

  /** @param answer undefined: the client gave up */
  note(
    { key, userId, ...said }: Omit<Intention, 'commandId' | Outcome> & { key: string; userId: string },
    answer: Answered | undefined,
  ): void {
    const outcome =
      answer &&
      (answer.status < 300
        ? { acknowledged: answer.body as Written }
        : { refused: { status: answer.status, reason: reasonIn(answer) } });
    this.intentions.push({ ...said, commandId: uuidv5(key, userId), ...outcome });
  }
}
