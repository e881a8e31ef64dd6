/**
 * A place in a log. A position alone means nothing in another log, and another log may come to stand behind the same
 * address: a copy on another server, or a backup. So a follower keeps the event that lies at its position as well, and
 * looks whether it is still there.
 */
import type { EventLog, Place, Position, StoredEvent } from './port.ts';

export interface FoundPlace {
  /** Where the event lies in this log. */
  readonly position: Position;
  /** It lies where it was seen: this is the log that was read. Otherwise this log is a copy of that one. */
  readonly isHere: boolean;
}

/** @returns undefined for an event whose position the server did not tell */
export const placeOf = ({ position, stream, revision, id }: StoredEvent): Place | undefined =>
  position && { position, stream, revision, eventId: id };

/** @returns undefined where this log does not hold the event at all @throws LogUnavailable */
export async function findPlace(
  log: Pick<EventLog, 'headAt'>,
  { position, stream, revision, eventId }: Place,
): Promise<FoundPlace | undefined> {
  const event = await log.headAt(stream, revision);
  if (!event?.position || (eventId !== null && event.id !== eventId)) return undefined;
  const isHere = event.position.commit === position.commit && event.position.prepare === position.prepare;
  return { position: event.position, isHere };
}
