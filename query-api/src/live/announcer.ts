/** Sends a projection's notice as `changed` to the sockets that watch, in the order of the notices. */
import { revisionToJson } from 'language/domain/values/revision';
import type { Logger } from 'service-kit/process/logger';
import { noticeSent, stopwatch } from 'service-kit/telemetry/signals';
import type { LiveServer } from './live-server.ts';
import type { PersonNames } from './person-names.ts';
import { type Notice, NoticePayload } from './payloads.ts';
import { roomsOfChange, teamRoom } from './rooms.ts';

export interface Announcer {
  /** @param payload a `ChangeNotice` as JSON */
  receive(payload: string): void;
}

/**
 * @param teamsOf the teams that a person works in, because their screens show the person's name
 * @param recheckTeam removes sockets that may no longer read the team; runs after a change of the team's stream and
 * before a later change is sent
 */
export function createAnnouncer(parts: {
  io: LiveServer;
  names: PersonNames;
  teamsOf: (userId: string) => Promise<readonly string[]>;
  recheckTeam: (teamId: string) => Promise<void>;
  /** Removes sockets that may no longer read the admission; runs after a transfer and before a later change is sent. */
  recheckAdmission: (admissionId: string) => Promise<void>;
  logger: Logger;
}): Announcer {
  const { io, names, logger } = parts;
  let last: Promise<void> = Promise.resolve();

  const announce = async (notice: Notice): Promise<void> => {
    const person = notice.stream.startsWith('user-') ? notice.stream.slice('user-'.length) : undefined;
    if (person !== undefined) names.forget(person);
    const rooms = [
      ...roomsOfChange(notice),
      ...(person === undefined ? [] : (await parts.teamsOf(person)).map(teamRoom)),
    ].filter((room) => io.of('/').adapter.rooms.has(room));
    if (rooms.length > 0) await emitChanged(notice, rooms);
    // Sent first: a member who is removed now hears of the change of the team, reads again and finds no access.
    if (notice.stream.startsWith('team-')) await parts.recheckTeam(notice.stream.slice('team-'.length));
    if (notice.stream.startsWith('admission-') && notice.touched.some((tag) => tag.startsWith('team:')))
      await parts.recheckAdmission(notice.stream.slice('admission-'.length));
  };

  const emitChanged = async (notice: Notice, rooms: readonly string[]): Promise<void> => {
    const elapsed = stopwatch();
    // If the name cannot be looked up, the change is sent without it.
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
    const { stream, commandIds, at } = notice;
    noticeSent.send(() => ({ ...elapsed(), stream, commandIds, occurredAt: Date.parse(at) }));
  };

  return {
    receive(payload) {
      last = last
        .then(() => announce(NoticePayload.parse(JSON.parse(payload))))
        // The heartbeat repairs a change that was not sent.
        .catch((error: unknown) => logger.error({ error }, 'could not send a change'));
    },
  };
}
