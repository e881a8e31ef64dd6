/** Events on their way in: the two append calls have messages of the same shape. */
import type shared from '@eventstore/db-client/generated/shared_pb.js';
import { BadRequest, type ProposedEvent } from '../store/event.ts';
import { uuidOf } from './identity.ts';

interface ProposedMessage {
  getId(): shared.UUID | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getData_asU8(): Uint8Array;
  getCustomMetadata_asU8(): Uint8Array;
}

const MAX_TYPE_LENGTH = 1024;

/** @throws BadRequest when the id or the type cannot be kept. */
export function proposedEventOf(message: ProposedMessage): ProposedEvent {
  const type = message.getMetadataMap().get('type') ?? '';
  if (type === '' || type.length > MAX_TYPE_LENGTH || type.includes('\0')) throw new BadRequest(`An event type has 1 to ${MAX_TYPE_LENGTH} letters and no zero bytes`);
  return {
    id: uuidOf(message.getId()),
    type,
    isJson: message.getMetadataMap().get('content-type') === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}
