/**
 * A place in a log: a position and the event at it. A position means nothing in another log, and the same address may
 * lead to another log later: a copy on another server, or a backup. So a follower stores the event at its position and
 * checks that it is still there (docs/decisions/write-side/followers.md).
 */
import type { EventLog, EventPosition, Position, StoredEvent } from './port.ts';

export interface FoundPlace {
  /** The position of the event in this log. */
  readonly position: Position;
  /** The event has its old position: this is the same log. Otherwise this log is a copy. */
  readonly isHere: boolean;
}

/** @returns undefined for an event without a position */
export const placeOf = ({
  position,
  stream,
  revision,
  id,
}: Pick<StoredEvent, 'position' | 'stream' | 'revision' | 'id'>): EventPosition | undefined =>
  position && { position, stream, revision, eventId: id };

/** @returns undefined when this log does not have the event @throws LogUnavailable */
export async function findPlace(
  log: Pick<EventLog, 'headAt'>,
  { position, stream, revision, eventId }: EventPosition,
): Promise<FoundPlace | undefined> {
  const event = await log.headAt(stream, revision);
  if (!event?.position || (eventId !== null && event.id !== eventId)) return undefined;
  const isHere = event.position.commit === position.commit && event.position.prepare === position.prepare;
  return { position: event.position, isHere };
}
