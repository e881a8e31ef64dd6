/** The faults of a run. */

/** The processes of the product that a fault hits. */
export const faultyServices = [
  'command-api',
  'projections',
  'query-api',
  'event-log',
  'gateway',
  'postgres',
  'redis',
] as const;
export type FaultyService = (typeof faultyServices)[number];
/**
 * `gateway`: people to the gateway. `event-log`, `postgres`, `redis`: the services to the engine. `log-postgres`: the
 * embedded event log to its Postgres.
 */
export const linkNames = ['gateway', 'event-log', 'postgres', 'log-postgres', 'redis'] as const;
export type LinkName = (typeof linkNames)[number];

interface Hits {
  readonly service: FaultyService;
}
interface Lasts {
  readonly seconds: number;
}
/** The facts of a fault of each class. */
interface Faults {
  /** SIGKILL. */
  kill: Hits;
  /** SIGSTOP, and SIGCONT after `seconds`. */
  pause: Hits & Lasts;
  link: Lasts & { readonly link: LinkName; readonly how: 'cut' | 'frozen' | 'half-open' };
  slow: Lasts & { readonly link: LinkName; readonly delayMs: number };
  'wiped-queue': object;
  /** SIGQUIT: all backends end at once, without a checkpoint. */
  'postgres-crash': object;
  /** Wake-ups of streams that are known already; `late`: after `seconds`. */
  jobs: Lasts & { readonly how: 'doubled' | 'shuffled' | 'late'; readonly copies: number };
  /** `parallel`: each command three times at once under one key. `aborted`: left before the answer, and sent again. */
  repeats: { readonly how: 'parallel' | 'aborted'; readonly commands: number };
  /** An event on a stream of its own that cannot be projected. */
  poison: { readonly what: 'unknown-type' | 'not-json' | 'other-version' };
  /** SIGTERM, as an update does it. */
  restart: Hits;
  /** Further sockets that connect, are lost in one moment and connect again. */
  'socket-storm': { readonly sockets: number };
  overload: Lasts & { readonly perSecond: number };
  race: { readonly what: 'review-or-deletion' | 'admission-or-deletion' | 'merge-both-ways'; readonly pairs: number };
  /** A process of Postgres is killed at its nth fsync. */
  'kill-at-sync': { readonly nth: number };
  /** The nth fsync of Postgres fails with EIO. */
  'sync-error': { readonly nth: number };
  'full-disk': Lasts;
  /** The clock of one service is wrong by `jumpSeconds` for `seconds`. */
  clock: Hits & Lasts & { readonly jumpSeconds: number };
}
export type FaultClass = keyof Faults;
export type Fault = { [Class in FaultClass]: { readonly class: Class } & Faults[Class] }[FaultClass];

/** Those that need signals and our own proxies only. */
export const ordinaryClasses = [
  'kill',
  'pause',
  'link',
  'slow',
  'wiped-queue',
  'postgres-crash',
  'jobs',
  'repeats',
  'poison',
  'restart',
  'socket-storm',
  'overload',
  'race',
] as const satisfies readonly FaultClass[];
/** Those that need root or a tool of the machine. */
export const privilegedClasses = [
  'kill-at-sync',
  'sync-error',
  'full-disk',
  'clock',
] as const satisfies readonly FaultClass[];

/** One fault in a few words, such as `pause projections 12.1 s`. */
export const shownFault = ({ class: name, ...how }: Fault): string =>
  [name, ...Object.entries(how).map(([key, value]) => (key === 'seconds' ? `${String(value)} s` : String(value)))].join(
    ' ',
  );
