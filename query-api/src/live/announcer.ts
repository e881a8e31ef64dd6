/** A projection's notice becomes `changed` for those who watch. Told in the order in which the notices came. */
import { revisionToJson } from 'command-api/domain/values/revision';
import type { Logger } from 'service-kit/process/logger';
import type { LiveServer } from './live-server.ts';
import type { Names } from './person-names.ts';
import { type Notice, NoticePayload } from './payloads.ts';
import { roomsThatHear, teamRoom } from './rooms.ts';

export interface Announcer {
  /** @param payload a `ChangeNotice` as JSON */
  hear(payload: string): void;
}

/**
 * @param teamsOf the teams that a person works in: these show the person's name
 * @param recheckTeam puts out who may no longer read the team; runs upon a change of its stream, before any later
 * change is told
 */
export function createAnnouncer(parts: {
  io: LiveServer;
  names: Names;
  teamsOf: (userId: string) => Promise<readonly string[]>;
  recheckTeam: (teamId: string) => Promise<void>;
  log: Logger;
}): Announcer {
  const { io, names, log } = parts;
  let last: Promise<void> = Promise.resolve();

  const announce = async (notice: Notice): Promise<void> => {
    const person = notice.stream.startsWith('user-') ? notice.stream.slice('user-'.length) : undefined;
    if (person !== undefined) names.forget(person);
    const rooms = [
      ...roomsThatHear(notice),
      ...(person === undefined ? [] : (await parts.teamsOf(person)).map(teamRoom)),
    ].filter((room) => io.of('/').adapter.rooms.has(room));
    if (rooms.length > 0) await tell(notice, rooms);
    // Told first: who is put out now hears that their team has changed, asks again, and learns it.
    if (notice.stream.startsWith('team-')) await parts.recheckTeam(notice.stream.slice('team-'.length));
  };

  const tell = async (notice: Notice, rooms: readonly string[]): Promise<void> => {
    // A name is a nicety: the change is told without it when it cannot be looked up.
    const actorName = await names.of(notice.actorId).catch(() => '');
    io.to([...rooms]).emit('changed', {
      stream: notice.stream,
      revision: revisionToJson(notice.revision),
      from: revisionToJson(notice.from ?? notice.revision),
      touched: notice.touched,
      actorId: notice.actorId,
      actorName,
      at: notice.at,
    });
  };

  return {
    hear(payload) {
      last = last
        .then(() => announce(NoticePayload.parse(JSON.parse(payload))))
        // The heartbeat repairs what was not told.
        .catch((error: unknown) => log.error({ error }, 'could not tell a change'));
    },
  };
}
