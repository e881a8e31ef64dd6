/** The faults of a run. A schedule in a file is a list of them, so their shapes are schemas. */
import * as z from 'zod';

const seconds = z.number().min(0);
const count = z.number().int().min(1);

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
/**
 * `gateway`: people to the gateway. `event-log`, `postgres`, `redis`: the services to the engine. `log-postgres`: the
 * embedded event log to its Postgres.
 */
export const linkNames = ['gateway', 'event-log', 'postgres', 'log-postgres', 'redis'] as const;

const service = z.enum(faultyServices);
const link = z.enum(linkNames);

export const faultSchema = z.discriminatedUnion('class', [
  /** SIGKILL. */
  z.object({ class: z.literal('kill'), service }),
  /** SIGSTOP, and SIGCONT after `seconds`. */
  z.object({ class: z.literal('pause'), service, seconds }),
  z.object({ class: z.literal('link'), link, how: z.enum(['cut', 'frozen', 'half-open']), seconds }),
  z.object({ class: z.literal('slow'), link, delayMs: z.number().min(0), seconds }),
  z.object({ class: z.literal('wiped-queue') }),
  /** SIGQUIT: all backends end at once, without a checkpoint. */
  z.object({ class: z.literal('postgres-crash') }),
  /** Wake-ups of streams that are known already; `late`: after `seconds`. */
  z.object({
    class: z.literal('jobs'),
    how: z.enum(['doubled', 'shuffled', 'late']),
    copies: count,
    seconds: seconds.optional(),
  }),
  /** `parallel`: each command three times at once under one key. `aborted`: left before the answer, and sent again. */
  z.object({ class: z.literal('repeats'), how: z.enum(['parallel', 'aborted']), commands: count }),
  /** An event on a stream of its own that cannot be projected. */
  z.object({ class: z.literal('poison'), what: z.enum(['unknown-type', 'not-json', 'other-version']) }),
  /** SIGTERM, as an update does it. */
  z.object({ class: z.literal('restart'), service }),
  /** Further sockets that connect, are lost in one moment and connect again. */
  z.object({ class: z.literal('socket-storm'), sockets: count }),
  z.object({ class: z.literal('overload'), perSecond: count, seconds }),
  z.object({
    class: z.literal('race'),
    what: z.enum(['review-or-deletion', 'admission-or-deletion', 'merge-both-ways']),
    pairs: count,
  }),
  /** A process of Postgres is killed at its nth fsync. */
  z.object({ class: z.literal('kill-at-sync'), nth: count }),
  /** The nth fsync of Postgres fails with EIO. */
  z.object({ class: z.literal('sync-error'), nth: count }),
  z.object({ class: z.literal('full-disk'), seconds }),
  /** The clock of one service is wrong by `jumpSeconds` for `seconds`. */
  z.object({ class: z.literal('clock'), service, jumpSeconds: z.number().int(), seconds }),
]);

export type Fault = z.infer<typeof faultSchema>;
export type FaultClass = Fault['class'];
export type FaultyService = z.infer<typeof service>;
export type LinkName = z.infer<typeof link>;

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

export const scheduleSchema = z.object({
  seed: z.number().int().min(0),
  seconds: z.number().positive(),
  faults: z.array(z.object({ at: z.number().min(0), fault: faultSchema })),
});

/** One fault in a few words, such as `pause projections 12.1 s`. */
export const shownFault = ({ class: name, ...how }: Fault): string =>
  [name, ...Object.entries(how).map(([key, value]) => (key === 'seconds' ? `${String(value)} s` : String(value)))].join(
    ' ',
  );
