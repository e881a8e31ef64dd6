/** Pages of decrypted events on their way from one thread to another: few large texts, which are cheap to copy. */
import type { EventMetadata } from 'command-api/domain/command';
import { MalformedEvent, type Position } from './port.ts';
import type { OpenedPage, PageRequest } from './read-opened.ts';
import type { OpenedForm } from './stored-form.ts';

type SentPosition = readonly [commit: string, prepare: string] | null;
type SentHead = readonly [
  stream: string,
  revision: string,
  id: string,
  type: string,
  createdMs: number,
  position: SentPosition,
  metadata: EventMetadata,
];
/** An event that cannot be read, with the reason. */
type SentMalformed = readonly [stream: string, revision: string, reason: string];

export interface SentPage {
  /** JSON of `(SentHead | SentMalformed)[]`. */
  readonly heads: string;
  /** For each head: JSON, a reason, or null without a key. */
  readonly payloads: readonly ({ readonly json: string } | { readonly broken: string } | null)[];
  readonly last: SentPosition;
}

export interface PageQuestion {
  readonly nth: number;
  readonly request: PageRequest;
}
/** A page, or why it could not be read. */
export type PageAnswer = { readonly nth: number } & (
  | { readonly page: SentPage }
  | { readonly failure: string; readonly isAway: boolean }
);

const sentPosition = (position: Position | undefined): SentPosition =>
  position ? [String(position.commit), String(position.prepare)] : null;
const positionOf = (sent: SentPosition): Position | undefined =>
  sent ? { commit: BigInt(sent[0]), prepare: BigInt(sent[1]) } : undefined;

export const toSent = ({ events, last }: OpenedPage): SentPage => ({
  heads: JSON.stringify(events.map(headOf)),
  payloads: events.map((one) => (one instanceof MalformedEvent ? null : (one.payload ?? null))),
  last: sentPosition(last),
});

const headOf = (one: OpenedForm | MalformedEvent): SentHead | SentMalformed => {
  if (one instanceof MalformedEvent) return [one.stream, String(one.revision), one.reason];
  const { streamId, revision, id, type, created, position } = one.event;
  return [streamId, String(revision), id, type, created.getTime(), sentPosition(position), one.metadata];
};

export function fromSent({ heads, payloads, last }: SentPage): OpenedPage {
  const events = (JSON.parse(heads) as (SentHead | SentMalformed)[]).map((head, nth) => {
    if (head.length === 3) return new MalformedEvent(head[0], BigInt(head[1]), head[2]);
    const [streamId, revision, id, type, createdMs, position, metadata] = head;
    const event = {
      streamId,
      revision: BigInt(revision),
      id,
      type,
      created: new Date(createdMs),
      position: positionOf(position),
    };
    return { event, metadata, payload: payloads[nth] ?? undefined };
  });
  return { events, last: positionOf(last) };
}
