import type { Changed, PresenceTouch, WatchAnswer } from 'command-api/contract/live';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { linkLogic, liveMachine, type LinkEvent, type Room } from './live-connection.machine.ts';

/** A link that remembers what it was asked, and lets the test answer. */
function open() {
  const heard: string[] = [];
  const link = {
    opened: 0,
    closed: 0,
    hearing: 0,
    left: [] as Room[],
    touched: [] as PresenceTouch[],
    watched: [] as { what: object; answer: (result: WatchAnswer) => void }[],
  };
  let tell: (event: LinkEvent) => void = () => undefined;
  const actor = createActor(
    liveMachine.provide({
      actors: {
        link: linkLogic((_, toMachine) => {
          link.opened += 1;
          tell = toMachine;
          return {
            watch: (what, answer) => void link.watched.push({ what, answer }),
            unwatch: (room) => void link.left.push(room),
            touch: (presence) => void link.touched.push(presence),
            seen: (_what, written) => written(true),
            close: () => void (link.closed += 1),
          };
        }),
      },
      actions: {
        apply: (_, { note }) => void heard.push(`note ${note.stream}@${note.revision}`),
        moved: (_, { stream }) => void heard.push(`moved ${stream}`),
        teamEntered: (_, { team }) => void heard.push(`team ${team}`),
        shutOut: () => void heard.push('shut out'),
        endSession: () => void heard.push('session over'),
        hearing: () => void (link.hearing += 1),
      },
    }),
  ).start();
  return {
    actor,
    link,
    heard,
    tell: (event: LinkEvent) => tell(event),
    enter: (revision: number) => link.watched.at(-1)!.answer({ ok: true, stream: 'admission-1', revision }),
  };
}
const note = (revision: number, stream = 'admission-1', from = revision): { type: 'note'; note: Changed } => ({
  type: 'note',
  note: { stream, revision, from, touched: [], actorId: 'u', actorName: 'Mona', at: '2026-01-01T00:00:00Z' },
});
const bed = { admission: '1' };

test('rooms asked for before the connection is up are entered when it is', () => {
  const { actor, link, tell } = open();
  actor.send({ type: 'watch', room: bed });
  actor.send({ type: 'start', token: 't' });
  expect(link.watched).toHaveLength(0);
  tell({ type: 'up' });
  expect(link.watched.map(({ what }) => what)).toEqual([bed]);
});

test('a room is entered by the first and left by the last who watches it', () => {
  const { actor, link, tell } = open();
  actor.send({ type: 'start', token: 't' });
  tell({ type: 'up' });
  actor.send({ type: 'watch', room: bed });
  actor.send({ type: 'watch', room: bed });
  actor.send({ type: 'unwatch', room: bed });
  expect([link.watched.length, link.left.length]).toEqual([1, 0]);
  actor.send({ type: 'unwatch', room: bed });
  expect(link.left).toEqual([bed]);
});

test('each time the connection comes up, what moved outside any room is asked for', () => {
  const { actor, link, tell } = open();
  actor.send({ type: 'start', token: 't' });
  for (const type of ['up', 'down', 'up'] as const) tell({ type });
  expect(link.hearing).toBe(2);
});

test('a connection that cannot be made the first time is said to be lost, until it is up', () => {
  const { actor, tell } = open();
  actor.send({ type: 'start', token: 't' });
  tell({ type: 'down' });
  expect(actor.getSnapshot().hasTag('offline')).toBe(true);
  tell({ type: 'up' });
  expect(actor.getSnapshot().matches({ on: 'live' })).toBe(true);
});

test('of each stream, only a newer revision is news', () => {
  const { actor, heard, tell } = open();
  actor.send({ type: 'start', token: 't' });
  tell({ type: 'up' });
  for (const event of [note(3), note(3), note(2), note(4), note(1, 'admission-2')]) tell(event);
  // Of what came before the first note of a stream nothing is known.
  expect(heard).toEqual([
    'moved admission-1',
    'note admission-1@3',
    'note admission-1@4',
    'moved admission-2',
    'note admission-2@1',
  ]);
});

test('a note that does not follow on what is known says that one was lost, or comes late: all of the stream is read', () => {
  const { actor, heard, tell } = open();
  actor.send({ type: 'start', token: 't' });
  tell({ type: 'up' });
  for (const event of [note(3), note(6, 'admission-1', 4), note(8), note(7)]) tell(event);
  expect(heard).toEqual([
    'moved admission-1',
    'note admission-1@3',
    'note admission-1@6',
    'moved admission-1',
    'note admission-1@8',
  ]);
});

test('a room that the heartbeat does not name is entered once more; one that stays closed is told once', () => {
  const { actor, link, heard, tell } = open();
  actor.send({ type: 'start', token: 't' });
  tell({ type: 'up' });
  actor.send({ type: 'watch', room: bed });
  link.watched
    .at(-1)!
    .answer({ ok: false, message: 'The server cannot answer right now, please try again', reason: 'live-unavailable' });
  tell({ type: 'revisions', current: {} });
  link.watched.at(-1)!.answer({ ok: false, message: 'Not found', reason: 'not-found' });
  expect(heard).toEqual(['shut out']);
  tell({ type: 'revisions', current: {} });
  link.watched.at(-1)!.answer({ ok: true, stream: 'admission-1', revision: 4 });
  expect(link.watched).toHaveLength(3);
  expect(heard).toEqual(['shut out', 'moved admission-1']);
  tell({ type: 'revisions', current: { 'admission-1': 4 } });
  expect(link.watched).toHaveLength(3);
});

test('where this person is, is said again when the room has been entered: a touch before that was nobody’s', () => {
  const { actor, link, tell, enter } = open();
  actor.send({ type: 'start', token: 't' });
  tell({ type: 'up' });
  actor.send({ type: 'watch', room: bed });
  const presence = { admission: '1', target: 'note:n1', mode: 'editing' } as const;
  actor.send({ type: 'touch', presence });
  enter(5);
  expect(link.touched).toEqual([presence, presence]);
});

test('who was there when the connection was lost is not there until somebody says so', () => {
  const { actor, tell } = open();
  actor.send({ type: 'start', token: 't' });
  tell({ type: 'up' });
  tell({
    type: 'presence',
    presence: { admission: '1', people: [{ userId: 'u2', name: 'Omar', target: 'admission', mode: 'viewing' }] },
  });
  tell({ type: 'down' });
  expect(actor.getSnapshot().context.presence).toEqual({});
});

test('coming back enters the rooms again, says what was seen, and reads again only what moved', () => {
  const { actor, link, heard, tell, enter } = open();
  actor.send({ type: 'start', token: 't' });
  tell({ type: 'up' });
  actor.send({ type: 'watch', room: bed });
  enter(5);
  heard.length = 0;
  tell({ type: 'down' });
  expect(actor.getSnapshot().hasTag('offline')).toBe(true);
  tell({ type: 'up' });
  expect(link.watched.at(-1)?.what).toEqual({ admission: '1', revision: 5 });
  enter(5);
  expect(heard).toEqual([]);
  tell({ type: 'down' });
  tell({ type: 'up' });
  enter(8);
  expect(heard).toEqual(['moved admission-1']);
});

test('a team hears many streams: entering its room reads its lists again', () => {
  const { actor, link, heard, tell } = open();
  actor.send({ type: 'start', token: 't' });
  tell({ type: 'up' });
  actor.send({ type: 'watch', room: { team: '9' } });
  link.watched[0]!.answer({ ok: true, stream: 'team-9', revision: 2 });
  expect(heard).toEqual(['team 9']);
});

test('the heartbeat repairs what was lost', () => {
  const { actor, heard, tell, enter } = open();
  actor.send({ type: 'start', token: 't' });
  tell({ type: 'up' });
  actor.send({ type: 'watch', room: bed });
  enter(5);
  heard.length = 0;
  tell({ type: 'revisions', current: { 'admission-1': 5 } });
  tell({ type: 'revisions', current: { 'admission-1': 6 } });
  tell(note(6));
  expect(heard).toEqual(['moved admission-1']);
});

test('a refused token ends the session and closes the link; a closed room is told', () => {
  const { actor, link, heard, tell } = open();
  actor.send({ type: 'start', token: 't' });
  tell({ type: 'up' });
  actor.send({ type: 'watch', room: bed });
  link.watched[0]!.answer({ ok: false, message: 'Not found', reason: 'not-found' });
  tell({ type: 'refused' });
  expect(heard).toEqual(['shut out', 'session over']);
  expect(link.closed).toBe(1);
  expect(actor.getSnapshot().value).toBe('off');
});

test('another person’s token opens another link and forgets what the first has seen', () => {
  const { actor, link, tell } = open();
  actor.send({ type: 'start', token: 't' });
  tell({ type: 'up' });
  tell(note(3));
  actor.send({ type: 'start', token: 'u' });
  expect([link.opened, link.closed]).toEqual([2, 1]);
  expect(actor.getSnapshot().context.seen).toEqual({});
});
