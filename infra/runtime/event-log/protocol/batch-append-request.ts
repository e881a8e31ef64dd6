/**
 * The messages of a batch append, read by hand: a writing client sends no others. The correlation id is read first, so
 * that a mistake in the rest can be answered with it.
 */
import type { ProposedEvent } from '../store/event.ts';
import { uuidIn, uuidOf } from './identity.ts';
import { proposedEventIn } from './proposed-event.ts';
import { WireReader } from './wire.ts';
import { writeTargetIn, type WriteTarget } from './write-target.ts';

/** Field numbers of `BatchAppendReq`. */
const REQUEST = { correlationId: 1, options: 2, proposed: 3, isFinal: 4 } as const;

export class BatchAppendMessage {
  readonly correlationId: string;
  readonly isFinal: boolean;
  readonly #options: WireReader | undefined;
  readonly #proposed: readonly WireReader[];

  /** @throws BadRequest when the bytes are no message, or have no correlation id */
  constructor(bytes: Buffer) {
    const proposed: WireReader[] = [];
    let id: string | undefined;
    let options: WireReader | undefined;
    let isFinal = false;
    const reader = new WireReader(bytes);
    while (reader.next()) {
      if (reader.field === REQUEST.correlationId) id = uuidIn(reader.message());
      else if (reader.field === REQUEST.options) options = reader.message();
      else if (reader.field === REQUEST.proposed) proposed.push(reader.message());
      else if (reader.field === REQUEST.isFinal) isFinal = reader.number() !== 0n;
    }
    this.correlationId = id ?? uuidOf();
    this.isFinal = isFinal;
    this.#options = options;
    this.#proposed = proposed;
  }

  /** The target of the append; undefined in its later messages. Read it once. @throws BadRequest */
  takeTarget(): WriteTarget | undefined {
    return this.#options && writeTargetIn(this.#options);
  }

  /** Read them once. @throws BadRequest at an event that cannot be stored */
  *takeEvents(): Generator<ProposedEvent> {
    for (const reader of this.#proposed) yield proposedEventIn(reader);
  }
}
