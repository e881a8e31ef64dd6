/** Checks that the events of a stream are those that were written (docs/decisions/write-side/seals.md). */
import { createHash } from 'node:crypto';
import { type Anchor, type AnchorContent, SEALED_WITHIN_MS, type Seals } from 'service-kit/event-log/seals';
import { isSignedBy } from 'service-kit/security/signing';
import type { Tampering, Verification } from 'language/contract/history';
import type { EventLog, RawEvent } from 'service-kit/event-log/port';
import { INITIAL_LINK, hashOf, linkOf } from 'service-kit/event-log/chain';

export interface Evidence {
  readonly log: Pick<EventLog, 'readRaw'>;
  readonly seals: Pick<Seals, 'linksOf' | 'anchorsOf'>;
  readonly publicKey: string;
}

/** Holds a hash for each event in memory. @throws LogUnavailable */
export async function verifyStream({ log, seals, publicKey }: Evidence, stream: string): Promise<Verification> {
  // Read before the events. An event that is sealed meanwhile is then checked as not sealed yet.
  const [links, anchors] = await Promise.all([seals.linksOf(stream), seals.anchorsOf(stream)]);
  const computed: string[] = [];
  let before = INITIAL_LINK;
  let unsealed: Verification['unsealed'];
  const sealedBefore = Date.now() - SEALED_WITHIN_MS;
  const answer = (broken?: Verification['broken']): Verification => ({
    stream,
    intact: broken === undefined,
    checked: computed.length,
    sealed: Math.min(links.size, computed.length),
    anchors: anchors.length,
    ...(broken ? { broken } : unsealed ? { unsealed } : {}),
    publicKey,
  });

  for await (const { raw, broken } of log.readRaw(stream)) {
    const revision = computed.length;
    if (raw.revision !== BigInt(revision))
      return answer({ revision, reason: 'This event is missing', what: 'dropped' });
    const link = linkOf(before, hashOf(raw));
    const kept = links.get(revision);
    if (kept !== undefined && kept !== link.toString('base64')) {
      const what = await findTampering({ log, links }, raw);
      return answer({ revision, reason: `This event is not the one that was written here${because[what]}`, what });
    }
    if (kept === undefined && revision < links.size)
      return answer({ revision, reason: 'The link of this event has been taken away' });
    if (broken !== undefined) return answer({ revision, reason: `This event cannot be read: ${broken}` });
    if (kept === undefined && raw.created.getTime() < sealedBefore)
      unsealed ??= { revision, since: raw.created.toISOString() };
    computed.push(link.toString('base64'));
    before = link;
  }
  if (links.size > computed.length)
    return answer({
      revision: computed.length,
      reason: 'This event, and whatever came after it, are missing',
      what: 'dropped',
    });
  for (const anchor of anchors) {
    const reason = findAnchorFault(anchor, publicKey, stream, computed);
    if (reason) return answer({ revision: reason.revision, reason: reason.sentence });
  }
  return answer();
}

const because: Readonly<Record<Tampering, string>> = {
  altered: ': it was altered',
  dropped: ': that one was taken out, and a later one stands in its place',
  inserted: ': it was put in between, and the one that was written comes after it',
  moved: ': it was written at another place, and is not where it belongs',
};

/**
 * An event hashes to its link only at the revision at which it was written. So the links tell where an event comes
 * from.
 * @param found the first event that does not match its link
 */
async function findTampering(
  { log, links }: Pick<Evidence, 'log'> & { links: ReadonlyMap<number, string> },
  found: RawEvent,
): Promise<Tampering> {
  const isWrittenAt = (event: RawEvent, revision: number): boolean => {
    const link = links.get(revision);
    const before = revision === 0 ? INITIAL_LINK : Buffer.from(links.get(revision - 1) ?? '', 'base64');
    return (
      link !== undefined && linkOf(before, hashOf({ ...event, revision: BigInt(revision) })).toString('base64') === link
    );
  };
  const foundAt = Number(found.revision);
  let isOriginalLater = false;
  for await (const { raw } of log.readRaw(found.stream))
    isOriginalLater ||= raw.revision > found.revision && isWrittenAt(raw, foundAt);
  let isFromLater = false;
  for (let revision = foundAt + 1; revision < links.size && !isFromLater; revision += 1)
    isFromLater = isWrittenAt(found, revision);
  if (isFromLater) return isOriginalLater ? 'moved' : 'dropped';
  return isOriginalLater ? 'inserted' : 'altered';
}

function findAnchorFault(
  { said, hash, signature, number }: Anchor,
  publicKey: string,
  stream: string,
  computed: readonly string[],
): { revision: number; sentence: string } | undefined {
  const isOurs = createHash('sha256').update(said).digest('base64') === hash && isSignedBy(publicKey, said, signature);
  const head = (JSON.parse(said) as AnchorContent).heads.find((one) => one.stream === stream);
  const revision = head?.revision ?? 0;
  if (!isOurs || !head) return { revision, sentence: `Anchor ${number} is not the one that was signed` };
  return computed[head.revision] === head.link
    ? undefined
    : { revision, sentence: `Up to here, the events are not those that anchor ${number} was signed for` };
}
