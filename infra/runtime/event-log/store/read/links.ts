/** Links: events that name another event as `revision@stream`. */
import type { LoggedEvent } from '../event.ts';
import { visibleOf } from '../known-streams.ts';
import { readableStates, type Log } from '../log.ts';
import { LINK_TYPE } from '../stream-names.ts';

/** An event as a reader gets it: the event, or a link and its target when the target is visible. */
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
  if (event.type !== LINK_TYPE) return undefined;
  const [, revision, stream] = ADDRESS.exec(Buffer.from(event.data).toString('utf8')) ?? [];
  return revision && stream ? { revision: BigInt(revision), stream } : undefined;
}

/** Follows the links among the events, in order. Page by page, because small links may lead to large events. */
export async function* resolveLinks(log: Log, events: readonly LoggedEvent[]): AsyncGenerator<Resolved[]> {
  let rest = events.map((event) => ({ event, address: addressIn(event) }));
  while (rest.length > 0) {
    const addressed = rest.flatMap(({ address }, index) => (address ? [{ address, index }] : []));
    const { targets, answered } = await visibleAt(
      log,
      addressed.map(({ address }) => address),
    );
    const page = rest.slice(0, addressed[answered]?.index);
    yield page.map(({ event, address }) =>
      event.type === LINK_TYPE ? { event: address && targets.get(keyOf(address)), link: event } : unresolved(event),
    );
    rest = rest.slice(page.length);
  }
}

/** The visible events at the first addresses, and the number of addresses that this answers. */
async function visibleAt(
  log: Log,
  addresses: readonly Address[],
): Promise<{ targets: ReadonlyMap<string, LoggedEvent>; answered: number }> {
  if (addresses.length === 0) return { targets: new Map(), answered: 0 };
  const [{ events, answered }, states] = await Promise.all([
    log.reader.at(addresses),
    readableStates(
      log,
      addresses.map(({ stream }) => stream),
    ),
  ]);
  const now = Date.now();
  const visible = events.filter((event) => {
    const state = states.get(event.stream);
    if (!state || state === 'tombstoned') return false;
    const { from, since } = visibleOf(state, now);
    return event.revision >= from && event.created >= since;
  });
  return { targets: new Map(visible.map((event) => [keyOf(event), event])), answered };
}
