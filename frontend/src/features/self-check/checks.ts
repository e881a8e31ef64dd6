/** The checks of the self-check page. Each gives a finding: its name, its state and a sentence. */
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

function isStorageAvailable(): boolean {
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

/** Findings about the browser and its window. */
export function browserFindings(): Finding[] {
  const { innerWidth: width, innerHeight: height } = window;
  return [
    finding(text.storage.name, isStorageAvailable(), text.storage),
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

export interface ServerStatus {
  /** Undefined if the server did not answer. */
  responseMs: number | undefined;
  /**
   * Whole minutes by which this computer's clock is ahead of the server's. Not finer: the server's `Date` header has
   * whole seconds, and the answer takes time.
   */
  clockAheadMin: number;
  /** Names of the services that are not ready. */
  missing: string[];
}

/** Uses `fetch` and not the application's HTTP client, because it tests the connection itself. */
export async function checkServer(signal: AbortSignal): Promise<ServerStatus> {
  const start = performance.now();
  try {
    const health = await fetch('/api/health', { cache: 'no-store', signal });
    const responseMs = Math.round(performance.now() - start);
    const date = Date.parse(health.headers.get('date') ?? '');
    const ready: unknown = await fetch('/api/ready', { cache: 'no-store', signal }).then((answer) => answer.json());
    return {
      responseMs: health.ok ? responseMs : undefined,
      clockAheadMin: Number.isNaN(date) ? 0 : Math.round((Date.now() - date) / 60_000),
      missing: missingServices(ready),
    };
  } catch {
    return { responseMs: undefined, clockAheadMin: 0, missing: [] };
  }
}

const SLOW_MS = 800;

export function serverFindings({ responseMs, clockAheadMin, missing }: ServerStatus): Finding[] {
  if (responseMs === undefined) return [{ name: text.server.name, state: 'bad', words: text.server.bad }];
  return [
    finding(text.server.name, responseMs < SLOW_MS, {
      good: text.server.good(responseMs),
      bad: text.server.slow(responseMs),
    }),
    finding(text.ready.name, missing.length === 0, { good: text.ready.good, bad: text.ready.bad(missing.join(', ')) }),
    finding(text.clock.name, Math.abs(clockAheadMin) < 2, {
      good: text.clock.good,
      bad: text.clock.bad(clockAheadMin),
    }),
  ];
}

/** The names of the checks in the body of `/api/ready` that are not ok. */
export function missingServices(body: unknown): string[] {
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
