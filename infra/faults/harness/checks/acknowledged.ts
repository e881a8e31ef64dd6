/** The answers to the clients against the log: nothing lost, doubled, halved or written in spite of a refusal. */
import { v5 as uuidv5 } from 'uuid';
import type { RawEvent, StoredEvent } from 'service-kit/event-log/port';
import { brokenPromises } from '../../convergence/compare.ts';
import type { Intention } from '../../convergence/ledger.ts';

/**
 * @param logs the streams of the admissions that the clients edited
 * @param marks texts that occur once each in what the clients created
 */
export function answerFaults(
  intentions: readonly Intention[],
  marks: readonly string[],
  logs: ReadonlyMap<string, readonly StoredEvent[]>,
): string[] {
  // No answer is kept, or no event was read: nothing was proven.
  if (!intentions.some(({ acknowledged }) => acknowledged)) return ['No command was acknowledged'];
  const { lost, doubled, refusedButWritten, misplaced } = brokenPromises(intentions, marks, logs);
  return [
    ...lost.map((what) => `Acknowledged, and not in the log: ${what}`),
    ...doubled.map((what) => `Twice in the log: ${what}`),
    ...refusedButWritten.map((what) => `Refused, and in the log: ${what}`),
    ...misplaced.map((what) => `Acknowledged at another revision than in the log: ${what}`),
  ];
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
    const commandId = commandIdOf(metadata);
    if (commandId === undefined) continue;
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

function commandIdOf(metadata: unknown): string | undefined {
  const { commandId } = (metadata ?? {}) as { readonly commandId?: unknown };
  return typeof commandId === 'string' ? commandId : undefined;
}
