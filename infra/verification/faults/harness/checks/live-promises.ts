/**
 * Asks the running product for what it promises a browser: a read after an own write shows it, a live note comes after
 * its rows, and who enters a chart's room again learns what was missed meanwhile. Writes notes into a chart.
 */
import type { PhysicianNote, Written } from 'language/contract/entities';
import type { WatchAnswer } from 'language/contract/live';
import type { CalendarDate } from 'language/domain/values/calendar-date';
import { withTimeout } from 'service-kit/concurrency/with-timeout';
import { type Answered, done, get } from '../../convergence/calls.ts';
import { LiveSocket } from '../../convergence/live-socket.ts';
import { type Member, memberOf, noteOn } from '../../convergence/test-team.ts';
import { pathOf } from '../../convergence/view.ts';

/** Tries of each promise: a broken one that depends on a few milliseconds fails in some. */
const ROUNDS = 6;
const PATIENCE_MS = 10_000;

/** @param chart neither deleted nor erased; `members` of its team @param today day of care of the notes */
export async function livePromiseFaults(
  base: string,
  { admission, members }: { readonly admission: string; readonly members: readonly Member[] },
  today: CalendarDate,
): Promise<string[]> {
  const writer = memberOf({ members }, 'physician').token;
  const watcher = members.at(-1)?.token ?? '';
  const write = (text: string): Promise<WrittenNote> => done<WrittenNote>(base, writer, noteOn(admission, today, text));
  const notes = (token: string, readAfter?: string): Promise<Answered<readonly PhysicianNote[]>> =>
    get(base, token, pathOf('notes', admission), readAfter) as Promise<Answered<readonly PhysicianNote[]>>;
  const found: string[] = [];
  const live = new LiveSocket(base, watcher);
  try {
    await connected(live);
    const heard = hearNotes(live, admission);
    await enter(live, admission);
    for (let round = 0; round < ROUNDS; round += 1) {
      const written = await write(`own ${round}`);
      const own = await notes(writer, `${written.stream}@${written.revision}`);
      if (!shows(own, written))
        found.push(`A read after revision ${written.revision} of ${written.stream} does not show it, and is not stale`);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      const written = await write(`live ${round}`);
      await heard.reached(written.revision);
      const others = await notes(watcher);
      if (!shows(others, written))
        found.push(`The live note of revision ${written.revision} of ${written.stream} came before its rows`);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      live.socket.disconnect();
      const written = await write(`away ${round}`);
      await notes(writer, `${written.stream}@${written.revision}`);
      await connected(live);
      const answer = await enter(live, admission);
      if (!answer.ok || answer.revision < written.revision)
        found.push(`Who enters the room of ${written.stream} again does not learn of revision ${written.revision}`);
    }
  } finally {
    live.close();
  }
  return [...new Set(found)].slice(0, ROUNDS);
}

type WrittenNote = PhysicianNote & Written;

const shows = ({ status, body, stale }: Answered<readonly PhysicianNote[]>, { _id }: WrittenNote): boolean =>
  stale || (status === 200 && body.some((note) => note._id === _id));

const connected = ({ socket }: LiveSocket): Promise<void> =>
  inTime(
    new Promise((resolve) => {
      if (socket.connected) return resolve();
      socket.once('connect', resolve);
      socket.connect();
    }),
  );

const enter = (live: LiveSocket, admission: string): Promise<WatchAnswer> =>
  inTime(new Promise((resolve) => live.enter({ admission }, resolve)));

/** Waits for the live notes of the chart. */
function hearNotes({ socket }: LiveSocket, admission: string): { reached(revision: number): Promise<void> } {
  let newest = -1;
  let wake = (): void => undefined;
  socket.on('changed', ({ stream, revision }) => {
    if (stream !== `admission-${admission}`) return;
    newest = Math.max(newest, revision);
    wake();
  });
  return {
    reached: (revision) =>
      inTime(
        new Promise((resolve) => {
          wake = () => {
            if (newest >= revision) resolve();
          };
          wake();
        }),
      ),
  };
}

const inTime = <Result>(promise: Promise<Result>): Promise<Result> =>
  withTimeout(PATIENCE_MS, promise, () => new Error('The live connection does not answer'));
