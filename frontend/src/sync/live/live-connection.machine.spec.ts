import type { Changed, PresenceTouch, WatchAnswer } from 'language/contract/live';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { linkLogic, liveMachine, type LinkEvent, type Room } from './live-connection.machine.ts';

/** The machine with a link that records its calls. The test answers them. */
function open() {
  const calls: string[] = [];
  const link = {
    opened: 0,
    closed: 0,
    connected: 0,
    left: [] as Room[],
    touched: [] as PresenceTouch[],
    watched: [] as { what: object; answer: (result: WatchAnswer) => void }[],
  };
  let receive: (event: LinkEvent) => void = () => undefined;
  const actor = createActor(
    liveMachine.provide({
      actors: {
        link: linkLogic((_, toMachine) => {
          link.opened += 1;
          receive = toMachine;
          return {
            watch: (what, answer) => void link.watched.push({ what, answer }),
            unwatch: (room) => void link.left.push(room),
            touch: (presence) => void link.touched.push(presence),
            seen: (_what, answer) => answer(true),
            close: () => void (link.closed += 1),
          };
        }),
      },
      actions: {
        applyNote: (_, { note }) => void calls.push(`note ${note.stream}@${note.revision}`),
        invalidateStream: (_, { stream }) => void calls.push(`stream ${stream}`),
        invalidateTeam: (_, { team }) => void calls.push(`team ${team}`),
        invalidateRefusedRoom: () => void calls.push('room refused'),
        endSession: () => void calls.push('session ended'),
        invalidateUnwatched: () => void (link.connected += 1),
      },
    }),
  ).start();
  return {
    actor,
    link,
    calls,
    receive: (event: LinkEvent) => receive(event),
    enter: (revision: number) => link.watched.at(-1)!.answer({ ok: true, stream: 'admission-1', revision }),
  };
}
const note = (revision: number, stream = 'admission-1', from = revision): { type: 'note'; note: Changed } => ({
  type: 'note',
  note: { stream, revision, from, touched: [], actorId: 'u', actorName: 'Mona', at: '2026-01-01T00:00:00Z' },
});
const bed = { admission: '1' };

test('rooms that are watched before the connection is up are entered when it is', () => {
  const { actor, link, receive } = open();
  actor.send({ type: 'watch', room: bed });
  actor.send({ type: 'start', proof: { token: 't' } });
  expect(link.watched).toHaveLength(0);
  receive({ type: 'up' });
  expect(link.watched.map(({ what }) => what)).toEqual([bed]);
});

test('the first watcher enters a room, and the last one leaves it', () => {
  const { actor, link, receive } = open();
  actor.send({ type: 'start', proof: { token: 't' } });
  receive({ type: 'up' });
  actor.send({ type: 'watch', room: bed });
  actor.send({ type: 'watch', room: bed });
  actor.send({ type: 'unwatch', room: bed });
  expect([link.watched.length, link.left.length]).toEqual([1, 0]);
  actor.send({ type: 'unwatch', room: bed });
  expect(link.left).toEqual([bed]);
});

test('each time the connection comes up, data outside of rooms is invalidated', () => {
  const { actor, link, receive } = open();
  actor.send({ type: 'start', proof: { token: 't' } });
  for (const type of ['up', 'down', 'up'] as const) receive({ type });
  expect(link.connected).toBe(2);
});

test('a failed first connection is offline until it is up', () => {
  const { actor, receive } = open();
  actor.send({ type: 'start', proof: { token: 't' } });
  receive({ type: 'down' });
  expect(actor.getSnapshot().hasTag('offline')).toBe(true);
  receive({ type: 'up' });
  expect(actor.getSnapshot().matches({ on: 'live' })).toBe(true);
});

test('only a newer revision of a stream is applied', () => {
  const { actor, calls, receive } = open();
  actor.send({ type: 'start', proof: { token: 't' } });
  receive({ type: 'up' });
  for (const event of [note(3), note(3), note(2), note(4), note(1, 'admission-2')]) receive(event);
  // Before the first note of a stream, its revision is unknown.
  expect(calls).toEqual([
    'stream admission-1',
    'note admission-1@3',
    'note admission-1@4',
    'stream admission-2',
    'note admission-2@1',
  ]);
});

test('after a gap between notes the whole stream is invalidated', () => {
  const { actor, calls, receive } = open();
  actor.send({ type: 'start', proof: { token: 't' } });
  receive({ type: 'up' });
  for (const event of [note(3), note(6, 'admission-1', 4), note(8), note(7)]) receive(event);
  expect(calls).toEqual([
    'stream admission-1',
    'note admission-1@3',
    'note admission-1@6',
    'stream admission-1',
    'note admission-1@8',
  ]);
});

test('a room that the heartbeat does not name is entered again; a refused room is invalidated once', () => {
  const { actor, link, calls, receive } = open();
  actor.send({ type: 'start', proof: { token: 't' } });
  receive({ type: 'up' });
  actor.send({ type: 'watch', room: bed });
  link.watched
    .at(-1)!
    .answer({ ok: false, message: 'The server cannot answer right now, please try again', reason: 'live-unavailable' });
  receive({ type: 'revisions', current: {} });
  link.watched.at(-1)!.answer({ ok: false, message: 'Not found', reason: 'not-found' });
  expect(calls).toEqual(['room refused']);
  receive({ type: 'revisions', current: {} });
  link.watched.at(-1)!.answer({ ok: true, stream: 'admission-1', revision: 4 });
  expect(link.watched).toHaveLength(3);
  expect(calls).toEqual(['room refused', 'stream admission-1']);
  receive({ type: 'revisions', current: { 'admission-1': 4 } });
  expect(link.watched).toHaveLength(3);
});

test('presence is sent again when the room has been entered', () => {
  const { actor, link, receive, enter } = open();
  actor.send({ type: 'start', proof: { token: 't' } });
  receive({ type: 'up' });
  actor.send({ type: 'watch', room: bed });
  const presence = { admission: '1', target: 'note:n1', mode: 'editing' } as const;
  actor.send({ type: 'touch', presence });
  enter(5);
  expect(link.touched).toEqual([presence, presence]);
});

test('presence is cleared when the connection is lost', () => {
  const { actor, receive } = open();
  actor.send({ type: 'start', proof: { token: 't' } });
  receive({ type: 'up' });
  receive({
    type: 'presence',
    presence: { admission: '1', people: [{ userId: 'u2', name: 'Omar', target: 'admission', mode: 'viewing' }] },
  });
  receive({ type: 'down' });
  expect(actor.getSnapshot().context.presence).toEqual({});
});

test('after a reconnect rooms are entered with the known revision, and changed streams are invalidated', () => {
  const { actor, link, calls, receive, enter } = open();
  actor.send({ type: 'start', proof: { token: 't' } });
  receive({ type: 'up' });
  actor.send({ type: 'watch', room: bed });
  enter(5);
  calls.length = 0;
  receive({ type: 'down' });
  expect(actor.getSnapshot().hasTag('offline')).toBe(true);
  receive({ type: 'up' });
  expect(link.watched.at(-1)?.what).toEqual({ admission: '1', revision: 5 });
  enter(5);
  expect(calls).toEqual([]);
  receive({ type: 'down' });
  receive({ type: 'up' });
  enter(8);
  expect(calls).toEqual(['stream admission-1']);
});

test('entering a team’s room invalidates its lists', () => {
  const { actor, link, calls, receive } = open();
  actor.send({ type: 'start', proof: { token: 't' } });
  receive({ type: 'up' });
  actor.send({ type: 'watch', room: { team: '9' } });
  link.watched[0]!.answer({ ok: true, stream: 'team-9', revision: 2 });
  expect(calls).toEqual(['team 9']);
});

test('a heartbeat with a newer revision invalidates the stream', () => {
  const { actor, calls, receive, enter } = open();
  actor.send({ type: 'start', proof: { token: 't' } });
  receive({ type: 'up' });
  actor.send({ type: 'watch', room: bed });
  enter(5);
  calls.length = 0;
  receive({ type: 'revisions', current: { 'admission-1': 5 } });
  receive({ type: 'revisions', current: { 'admission-1': 6 } });
  receive(note(6));
  expect(calls).toEqual(['stream admission-1']);
});

test('a refused token ends the session and closes the link; a refused room is invalidated', () => {
  const { actor, link, calls, receive } = open();
  actor.send({ type: 'start', proof: { token: 't' } });
  receive({ type: 'up' });
  actor.send({ type: 'watch', room: bed });
  link.watched[0]!.answer({ ok: false, message: 'Not found', reason: 'not-found' });
  receive({ type: 'tokenRefused' });
  expect(calls).toEqual(['room refused', 'session ended']);
  expect(link.closed).toBe(1);
  expect(actor.getSnapshot().value).toBe('off');
});

test('another person’s token opens another link and clears the known revisions', () => {
  const { actor, link, receive } = open();
  actor.send({ type: 'start', proof: { token: 't' } });
  receive({ type: 'up' });
  receive(note(3));
  actor.send({ type: 'start', proof: { token: 'u' } });
  expect([link.opened, link.closed]).toEqual([2, 1]);
  expect(actor.getSnapshot().context.revisions).toEqual({});
});
