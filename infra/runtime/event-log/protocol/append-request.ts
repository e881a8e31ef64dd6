/** The messages of a single append: first its target, then one message for each event. */
import type { ProposedEvent } from '../store/event.ts';
import { proposedEventIn } from './proposed-event.ts';
import { WireReader } from './wire.ts';
import { writeTargetIn, type WriteTarget } from './write-target.ts';

/** Field numbers of `AppendReq`. */
const REQUEST = { options: 1, proposed: 2 } as const;

export interface AppendMessage {
  readonly target?: WriteTarget;
  readonly event?: ProposedEvent;
}

/** @throws BadRequest */
export function appendMessage(bytes: Buffer): AppendMessage {
  let message: AppendMessage = {};
  const reader = new WireReader(bytes);
  while (reader.next()) {
    if (reader.field === REQUEST.options) message = { target: writeTargetIn(reader.message()) };
    else if (reader.field === REQUEST.proposed) message = { event: proposedEventIn(reader.message()) };
  }
  return message;
}
