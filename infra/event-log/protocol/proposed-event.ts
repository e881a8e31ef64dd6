/** Events on their way in. */
import { BadRequest, type ProposedEvent } from '../store/event.ts';

const MAX_TYPE_LENGTH = 1024;
const JSON_CONTENT = 'application/json';

interface Proposed {
  /** As `uuidOf` gives it. */
  readonly id: string;
  readonly type: string | undefined;
  readonly contentType: string | undefined;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** @throws BadRequest when the type cannot be kept. */
export function proposedEvent({ id, type = '', contentType, data, metadata }: Proposed): ProposedEvent {
  if (type === '' || type.length > MAX_TYPE_LENGTH || type.includes('\0')) throw new BadRequest(`An event type has 1 to ${MAX_TYPE_LENGTH} letters and no zero bytes`);
  return { id, type, isJson: contentType === JSON_CONTENT, data, metadata };
}
