/** The checks of the self-check page. Each gives a finding: its name, its state and a sentence. */
import { formatList } from '../../platform/language/format.ts';
import type { MessageId, MessageValue } from '../../platform/language/language.ts';

export interface Finding {
  name: MessageId;
  state: 'good' | 'bad' | 'waiting';
  words: MessageId;
  values?: Readonly<Record<string, MessageValue>>;
}

const finding = (
  name: MessageId,
  good: boolean,
  words: { good: MessageId; bad: MessageId },
  values: Finding['values'] = {},
): Finding => ({ name, state: good ? 'good' : 'bad', words: good ? words.good : words.bad, values });

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
    finding('check.checks.storage.name', isStorageAvailable(), {
      good: 'check.checks.storage.good',
      bad: 'check.checks.storage.bad',
    }),
    finding('check.checks.sockets.name', typeof WebSocket !== 'undefined', {
      good: 'check.checks.sockets.good',
      bad: 'check.checks.sockets.bad',
    }),
    finding('check.checks.audio.name', typeof AudioContext !== 'undefined', {
      good: 'check.checks.audio.good',
      bad: 'check.checks.audio.bad',
    }),
    finding(
      'check.checks.screen.name',
      width >= 360,
      { good: 'check.checks.screen.good', bad: 'check.checks.screen.bad' },
      { width, height },
    ),
    {
      name: 'check.checks.motion.name',
      state: 'good',
      words: matchMedia('(prefers-reduced-motion: reduce)').matches
        ? 'check.checks.motion.less'
        : 'check.checks.motion.normal',
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
  if (responseMs === undefined)
    return [{ name: 'check.checks.server.name', state: 'bad', words: 'check.checks.server.bad' }];
  return [
    finding(
      'check.checks.server.name',
      responseMs < SLOW_MS,
      { good: 'check.checks.server.good', bad: 'check.checks.server.slow' },
      { ms: responseMs },
    ),
    finding(
      'check.checks.ready.name',
      missing.length === 0,
      { good: 'check.checks.ready.good', bad: 'check.checks.ready.bad' },
      { parts: formatList(missing) },
    ),
    finding(
      'check.checks.clock.name',
      Math.abs(clockAheadMin) < 2,
      {
        good: 'check.checks.clock.good',
        bad: clockAheadMin > 0 ? 'check.checks.clock.ahead' : 'check.checks.clock.behind',
      },
      { minutes: Math.abs(clockAheadMin) },
    ),
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
