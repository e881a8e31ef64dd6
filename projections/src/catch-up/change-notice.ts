/**
 * The announcement of a committed batch: who changed what, in ids (docs/architecture.md, "Rule 11:
 * push says what changed").
 */
import type { StoredEvent } from 'service-kit/event-log/port';
import type { Projection } from '../read-models/projection.ts';
import type { ChangeNotice } from '../schema/version.ts';

/** NOTIFY refuses 8000 bytes or more, and Postgres adds a space after each comma and colon. */
const NOTICE_BYTES = 7_500;
const MAX_TAGS = 100;
/** Commands of a notice that are named for their traces. */
const MAX_COMMANDS = 10;

/**
 * One notice for each run of one person's events, in order. A reader skips notices of their own changes, and must not
 * miss a teammate's change that was committed in the same batch.
 * @param isTraced the notices name their commands
 */
export function noticesOf(
  projection: Projection,
  stream: string,
  events: readonly StoredEvent[],
  isTraced = false,
): ChangeNotice[] {
  if (projection.isSilent) return [];
  const runs: StoredEvent[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run?.[0]?.metadata.actorId === event.metadata.actorId) run.push(event);
    else runs.push([event]);
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last) return [];
    const tags = new Set<string>(
      run.flatMap((event): readonly string[] =>
        event.unreadable ? [projection.aggregateTag(stream)] : projection.touched(event),
      ),
    );
    const { actorId, occurredAt, teamId } = last.metadata;
    const notice: ChangeNotice = {
      stream,
      revision: String(last.revision),
      from: String(first.revision),
      touched: [...tags],
      actorId,
      at: occurredAt,
      ...(teamId === undefined ? {} : { teamId }),
      ...(isTraced && { commandIds: commandIdsOf(run) }),
    };
    const isSmallEnough = tags.size <= MAX_TAGS && Buffer.byteLength(JSON.stringify(notice)) <= NOTICE_BYTES;
    return [isSmallEnough ? notice : { ...notice, touched: shortened(projection.aggregateTag(stream), tags) }];
  });
}

/** The tags that say who hears of it (`query-api/src/live/rooms.ts`): teams first, and the patient. */
const ADDRESSES = ['team:', 'patient:', 'user:'];
/** The maximum of addresses, of 40 characters each. */
const MAX_ADDRESSES = 100;

const shortened = (aggregate: string, tags: ReadonlySet<string>): string[] => [
  ...new Set([
    aggregate,
    ...ADDRESSES.flatMap((kind) => [...tags].filter((tag) => tag.startsWith(kind))).slice(0, MAX_ADDRESSES),
  ]),
];

/** The newest ones, each once. */
const commandIdsOf = (run: readonly StoredEvent[]): string[] =>
  [...new Set(run.map(({ metadata }) => metadata.commandId))].slice(-MAX_COMMANDS);
