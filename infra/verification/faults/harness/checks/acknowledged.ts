/** The answers to the clients against the log: nothing lost, doubled, halved or written in spite of a refusal. */
import { revisionToJson } from 'language/domain/values/revision';
import { groupBy } from 'service-kit/aggregates/group-by';
import type { RawEvent, StoredEvent } from 'service-kit/event-log/port';
import { v5 as uuidv5 } from 'uuid';
import { isErased } from '../../convergence/compare.ts';
import type { Intention, Refused } from '../../convergence/ledger.ts';

type Logs = ReadonlyMap<string, readonly StoredEvent[]>;

/** @param logs the streams of the admissions that the clients edited, and of their patients */
export function answerFaults(intentions: readonly Intention[], logs: Logs): string[] {
  // No answer is kept, or no event was read: nothing was proven.
  if (!intentions.some(({ acknowledged }) => acknowledged)) return ['No command was acknowledged'];
  const byCommand = groupBy([...logs.values()].flat(), ({ metadata }) => metadata.commandId);
  const found = intentions.flatMap(({ commandId, what, admission, acknowledged, refused, mayChangeNothing }) => {
    const written = byCommand.get(commandId);
    const events = logs.get(`admission-${admission}`) ?? [];
    if (!written) return acknowledged && !mayChangeNothing ? [`Acknowledged, and not in the log: ${what}`] : [];
    const [first = 0n] = written.map(({ revision }) => revision);
    return [
      ...(written.some(({ revision }, index) => revision !== first + BigInt(index))
        ? [`Twice in the log: ${what}`]
        : []),
      ...(refused && !mayBeWritten(refused, events, written)
        ? [`Refused with ${refused.reason ?? refused.status}, and in admission-${admission}: ${what}`]
        : []),
      ...(acknowledged && !isAt(acknowledged.revision, events, written)
        ? [`Acknowledged at another revision than in the log: ${what}`]
        : []),
    ];
  });
  return [
    ...found,
    // A record that has left one chart is in the other, or back.
    ...movesUnderWay(logs).map((moveId) => `Acknowledged, and not in the log: the end of the move ${moveId}`),
  ];
}

const takesAway = new Set(['ReviewDeleted', 'ReviewMedicationRemoved', 'PhysicianNoteDeleted', 'MovedToAnotherChart']);
/** Also from the team that wrote before a transfer. */
const takesAll = new Set(['AdmissionDeleted', 'AdmissionErased', 'TransferAccepted']);

/** The ids of what an event is about. */
const idsIn = ({ data }: StoredEvent): readonly unknown[] => {
  const { reviewId, entryId, entry, noteId, what } = data as Record<string, unknown> & {
    readonly entry?: { readonly entryId: string };
    readonly what?: { readonly id: string };
  };
  return [reviewId, entryId, entry?.entryId, noteId, what?.id].filter((id) => id !== undefined);
};

/**
 * A command whose answer was lost is sent again. Where its thing, or the review that it is in, has gone meanwhile, the
 * answer is 404, or 403 after a transfer. A move that the other chart does not take is refused when it is back: both steps
 * are in the log.
 */
function mayBeWritten(
  { status, reason }: Refused,
  events: readonly StoredEvent[],
  written: readonly StoredEvent[],
): boolean {
  if (status === 404 || status === 403) {
    const ids = written.flatMap(idsIn);
    const last = written.at(-1)?.revision ?? -1n;
    return events.some(
      (event) =>
        event.revision > last &&
        (takesAll.has(event.type) || (takesAway.has(event.type) && idsIn(event).some((id) => ids.includes(id)))),
    );
  }
  const begun = movesIn(written, 'MovedToAnotherChart');
  return reason === 'move-returned' && movesIn(events, 'MoveReturned').some((moveId) => begun.includes(moveId));
}

/** The last revision of the command, or that of the step that ended the move that it began. */
function isAt(revision: number, events: readonly StoredEvent[], written: readonly StoredEvent[]): boolean {
  const begun = movesIn(written, 'MovedToAnotherChart');
  const ends = events.filter((event) => movesIn([event], 'MoveCompleted').some((moveId) => begun.includes(moveId)));
  const lastOfEnds = ends.map((end) =>
    events.findLast(({ metadata }) => metadata.commandId === end.metadata.commandId),
  );
  return [written.at(-1), ...lastOfEnds].some((event) => event && revisionToJson(event.revision) === revision);
}

const movesIn = (events: readonly StoredEvent[], ...types: string[]): string[] =>
  events.filter(({ type }) => types.includes(type)).map(({ data }) => (data as { moveId: string }).moveId);

/** The moves that have left a chart and are not at their end. What goes to the erasure of its chart is at its end. */
export function movesUnderWay(logs: Logs): readonly string[] {
  const all = [...logs.values()];
  const ended = new Set(movesIn(all.flat(), 'MovedFromAnotherChart', 'MoveReturned', 'MoveCompleted'));
  return all
    .filter((events) => !isErased(events))
    .flatMap((events) => movesIn(events, 'MovedToAnotherChart'))
    .filter((moveId) => !ended.has(moveId));
}

/**
 * Each command's events of a stream stand together, in order, from the first on: their ids derive from the command's
 * (docs/architecture.md, "Rule 3: every command has an id"). So none is repeated, and none of an append is missing
 * before another.
 */
export function commandFaults(log: readonly RawEvent[]): string[] {
  const found: string[] = [];
  const written = new Map<string, { readonly revision: bigint; readonly count: number }>();
  for (const { stream, revision, id, type, metadata } of log) {
    const { commandId } = (metadata ?? {}) as { readonly commandId?: unknown };
    if (typeof commandId !== 'string') continue;
    const key = `${stream} ${commandId}`;
    const before = written.get(key);
    const count = before?.count ?? 0;
    if (before && revision !== before.revision + 1n)
      found.push(`The command of ${type}, revision ${revision} of ${stream}, was written a second time`);
    else if (id !== uuidv5(`${stream}#${count}`, commandId))
      found.push(`${type}, revision ${revision} of ${stream}, is not event ${count} of its command`);
    written.set(key, { revision, count: count + 1 });
  }
  return found;
}
