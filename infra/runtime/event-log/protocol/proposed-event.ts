/** The events of an append request, the same in both calls. */
import { BadRequest, type ProposedEvent } from '../store/event.ts';
import { uuidIn, uuidOf } from './identity.ts';
import type { WireReader } from './wire.ts';

/** Field numbers of `ProposedMessage`. */
const PROPOSED = { id: 1, metadata: 2, customMetadata: 3, data: 4 } as const;
const ENTRY = { key: 1, value: 2 } as const;

const NO_ID = '00000000-0000-0000-0000-000000000000';
const MAX_TYPE_LENGTH = 1024;
const JSON_CONTENT = 'application/json';
const EMPTY = Buffer.alloc(0);

/**
 * Its bytes are copies: an event in memory must not keep the connection's buffer, which is far larger.
 * @throws BadRequest when the event cannot be stored
 */
export function proposedEventIn(reader: WireReader): ProposedEvent {
  let id: string | undefined;
  let type = '';
  let contentType: string | undefined;
  let data: Buffer = EMPTY;
  let metadata: Buffer = EMPTY;
  while (reader.next()) {
    if (reader.field === PROPOSED.id) id = uuidIn(reader.message());
    else if (reader.field === PROPOSED.customMetadata) metadata = reader.bytes();
    else if (reader.field === PROPOSED.data) data = reader.bytes();
    else if (reader.field === PROPOSED.metadata) {
      const [key, value] = entryIn(reader.message());
      if (key === 'type') type = value;
      else if (key === 'content-type') contentType = value;
    }
  }
  if (type === '' || type.length > MAX_TYPE_LENGTH || type.includes('\0'))
    throw new BadRequest(`An event type has 1 to ${MAX_TYPE_LENGTH} letters and no zero bytes`);
  if (contentType === undefined) throw new BadRequest('An event says what its content is');
  if (id === NO_ID) throw new BadRequest('An event has an id of its own');
  return { id: id ?? uuidOf(), type, isJson: contentType === JSON_CONTENT, data, metadata };
}

function entryIn(reader: WireReader): [string, string] {
  let key = '';
  let value = '';
  while (reader.next()) {
    if (reader.field === ENTRY.key) key = reader.text();
    else if (reader.field === ENTRY.value) value = reader.text();
  }
  return [key, value];
}
