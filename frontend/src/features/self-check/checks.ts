/** What is looked at. Each check says how it stands, in a sentence. */
import { checkText } from './messages.ts';

const { checks: text } = checkText;

export interface Finding {
  name: string;
  state: 'good' | 'bad' | 'waiting';
  words: string;
}

const finding = (name: string, good: boolean, words: { good: string; bad: string }): Finding => ({
  name,
  state: good ? 'good' : 'bad',
  words: good ? words.good : words.bad,
});

function storageOpen(): boolean {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      storage.setItem('self-check', 'x');
      storage.removeItem('self-check');
    }
    return true;
  } catch {
    return false;
  }
}

/** Of the browser and the window it is in. */
export function browserFindings(): Finding[] {
  const { innerWidth: width, innerHeight: height } = window;
  return [
    finding(text.storage.name, storageOpen(), text.storage),
    finding(text.sockets.name, typeof WebSocket !== 'undefined', text.sockets),
    finding(text.audio.name, typeof AudioContext !== 'undefined', text.audio),
    finding(text.screen.name, width >= 360, {
      good: text.screen.good(width, height),
      bad: text.screen.bad(width, height),
    }),
    {
      name: text.motion.name,
      state: 'good',
      words: matchMedia('(prefers-reduced-motion: reduce)').matches ? text.motion.less : text.motion.normal,
    },
  ];
}

export interface ServerAnswer {
  /** Milliseconds until it answered; undefined: it did not. */
  took: number | undefined;
  /**
   * Minutes that this computer's clock is ahead of the server's; whole ones, since the server says whole seconds and
   * the way takes some.
   */
  ahead: number;
  /** Names of the parts that are away. */
  away: string[];
}
const SLOW_MS = 800;

export function serverFindings({ took, ahead, away }: ServerAnswer): Finding[] {
  if (took === undefined) return [{ name: text.server.name, state: 'bad', words: text.server.bad }];
  return [
    finding(text.server.name, took < SLOW_MS, { good: text.server.good(took), bad: text.server.slow(took) }),
    finding(text.ready.name, away.length === 0, { good: text.ready.good, bad: text.ready.bad(away.join(', ')) }),
    finding(text.clock.name, Math.abs(ahead) < 2, { good: text.clock.good, bad: text.clock.bad(ahead) }),
  ];
}

/** What `/api/ready` calls by name and says is not there. */
export function partsAway(body: unknown): string[] {
  if (
    typeof body !== 'object' ||
    body === null ||
    !('checks' in body) ||
    typeof body.checks !== 'object' ||
    body.checks === null
  )
    return [];
  return Object.entries(body.checks).flatMap(([name, check]: [string, unknown]) =>
    typeof check === 'object' && check !== null && 'ok' in check && check.ok === true ? [] : [name],
  );
}
