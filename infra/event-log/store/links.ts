/** Links: events that stand for another one, which they name as `revision@stream`. */
import type { LoggedEvent } from './event.ts';
import { visibleOf } from './known-streams.ts';
import { readableStates, type Log } from './log.ts';
import { LINK_TYPE } from './stream-names.ts';

/** As a reader gets it: an event, or a link and what it links to, if that is still to be seen. */
export interface Resolved {
  readonly event: LoggedEvent | undefined;
  readonly link: LoggedEvent | undefined;
}

export const unresolved = (event: LoggedEvent): Resolved => ({ event, link: undefined });

interface Address {
  readonly stream: string;
  readonly revision: bigint;
}

const ADDRESS = /^(\d{1,19})@([^\0]+)$/;
const keyOf = ({ revision, stream }: Address): string => `${revision}@${stream}`;

function addressIn(event: LoggedEvent): Address | undefined {
  const [, revision, stream] = ADDRESS.exec(Buffer.from(event.data).toString('utf8')) ?? [];
  return revision && stream ? { revision: BigInt(revision), stream } : undefined;
}

/** The events with links among them followed, in their order. */
export async function resolveLinks(log: Log, events: readonly LoggedEvent[]): Promise<Resolved[]> {
  const addresses = events.flatMap((event) => (event.type === LINK_TYPE ? (addressIn(event) ?? []) : []));
  const targets = addresses.length > 0 ? await visibleAt(log, addresses) : new Map<string, LoggedEvent>();
  return events.map((event) => {
    if (event.type !== LINK_TYPE) return unresolved(event);
    const address = addressIn(event);
    return { event: address && targets.get(keyOf(address)), link: event };
  });
}

/** What lies at the addresses and may be seen there. */
async function visibleAt(log: Log, addresses: readonly Address[]): Promise<Map<string, LoggedEvent>> {
  const [events, states] = await Promise.all([log.reader.at(addresses), readableStates(log, addresses.map(({ stream }) => stream))]);
  const now = Date.now();
  return new Map(
    events
      .filter((event) => {
        const state = states.get(event.stream);
        if (!state || state === 'tombstoned') return false;
        const { from, since } = visibleOf(state, now);
        return event.revision >= from && event.created >= since;
      })
      .map((event) => [keyOf(event), event]),
  );
}
