/**
 * Twenty people write to one admission at a fixed rate, independent of the answers. Three of four commands change an
 * entry of the writer's review, the fourth adds one.
 */
import type { Answer, Review } from 'language/contract/entities';
import { type Command, send } from '../../faults/convergence/calls.ts';
import { atRate } from '../open-loop.ts';
import { filledIn } from '../commands/entries.ts';
import type { BusyWard, Writer } from './ward.ts';

export interface Acknowledged {
  readonly revision: number;
  /** performance.now() when it was first sent, and when it was answered. */
  readonly sent: number;
  readonly acknowledged: number;
}

const MOST_ENTRIES = 90;

/** @param bases addresses of the command APIs that the writers use: the product's own, or several */
export async function write(
  ward: BusyWard,
  pace: { perSecond: number; seconds: number },
  bases: readonly string[],
): Promise<Acknowledged[]> {
  const all: Acknowledged[] = [];
  const { writers } = ward;
  await atRate({ perSecond: pace.perSecond * writers.length, seconds: pace.seconds }, async (index) => {
    const writer = writers[index % writers.length];
    const base = bases[(index % writers.length) % bases.length];
    if (!writer || base === undefined) throw new RangeError('No writer');
    const turn = Math.floor(index / writers.length);
    const sent = performance.now();
    const answer = await commandOf(ward, writer, turn, base);
    all.push({ revision: answer.revision, sent, acknowledged: performance.now() });
    for (const { _id, version } of answer.drugErrs)
      writer.entries.set(_id, Math.max(version, writer.entries.get(_id) ?? 0));
  });
  return all;
}

async function commandOf({ drug }: BusyWard, writer: Writer, turn: number, base: string): Promise<Answer<Review>> {
  const note = `<p>Checked in round ${turn} at ${Math.round(performance.now())}: no change needed today.</p>`;
  // A writer changes an entry only after the answer to its last change.
  const settled = [...writer.entries].filter(([entry]) => !writer.pending.has(entry));
  const [entry, version] = settled[turn % settled.length] ?? ['', 0];
  const adds = entry === '' || (turn % 4 === 3 && writer.entries.size < MOST_ENTRIES);
  const command: Command = adds
    ? {
        method: 'POST',
        path: `/api/reviews/addRevMed/${writer.review}`,
        body: { reviewId: writer.review, drugErr: filledIn(drug, note) },
      }
    : {
        method: 'PUT',
        path: `/api/reviews/updateRevMed/${writer.review}`,
        body: { reviewId: writer.review, drugErr: { _id: entry, ...filledIn(drug, note) } },
        ifMatch: version,
      };
  if (!adds) writer.pending.add(entry);
  const { answer } = await send(base, writer.token, command);
  if (!answer || answer.status >= 300)
    throw new Error(`A command was refused: ${answer?.status} ${JSON.stringify(answer?.body)}`);
  if (!adds) writer.pending.delete(entry);
  return answer.body as Answer<Review>;
}
