/** Verifies everything of a team, in parts: the chain of its anchors, then each of its streams. */
import { createHash } from 'node:crypto';
import { type Anchor, type AnchorContent, SEALED_WITHIN_MS, type Seals } from 'service-kit/event-log/seals';
import { isSignedBy } from 'service-kit/security/signing';
import type { TeamVerification } from 'language/contract/history';
import { type Evidence, verifyStream } from './verify-stream.ts';

export interface TeamEvidence extends Evidence {
  readonly seals: Evidence['seals'] &
    Pick<Seals, 'anchorsBehind' | 'brokenHeads' | 'streamsBehind' | 'ofTeam' | 'caughtUpAt'>;
}

/** A part ends at the first of these limits. */
const MAX_ANCHORS = 500;
const MAX_STREAMS = 200;
const MAX_EVENTS = 5_000;

interface Part extends Pick<TeamVerification, 'anchors' | 'streams' | 'events' | 'broken' | 'anchoredAt'> {
  next?: string;
}

/** `a<number>`: after this anchor; `s<name>`: after this stream. */
export const AFTER = /^(a\d{1,9}|s[a-z]+-[A-Za-z0-9._:-]{1,160}|s)$/;

/** @param after the `next` of the previous part @throws LogUnavailable */
export async function verifyTeam(evidence: TeamEvidence, team: string, after = 'a0'): Promise<TeamVerification> {
  const [all, unsealed] = await Promise.all([evidence.seals.ofTeam(team), unsealedSince(evidence.seals)]);
  const part = after.startsWith('a')
    ? await verifyAnchors(evidence, team, Number(after.slice(1)))
    : await verifyStreams(evidence, team, after.slice(1));
  return { team, ...part, all, ...(unsealed && { unsealed }), publicKey: evidence.publicKey };
}

async function unsealedSince(seals: TeamEvidence['seals']): Promise<TeamVerification['unsealed']> {
  const sealedTo = await seals.caughtUpAt();
  if (sealedTo === undefined || (sealedTo && Date.now() - sealedTo.getTime() < SEALED_WITHIN_MS)) return undefined;
  return { since: sealedTo?.toISOString() ?? null };
}

async function verifyAnchors({ seals, publicKey }: TeamEvidence, team: string, after: number): Promise<Part> {
  const broken: Part['broken'] = [];
  const sound: Anchor[] = [];
  let anchoredAt: string | null = null;
  // One anchor more: the first is chained to the one before it.
  const anchors = await seals.anchorsBehind(team, after - 1, MAX_ANCHORS + 1);
  const before = anchors[0]?.number === after ? anchors.shift() : undefined;
  let [number, previous] = [after, before?.hash ?? ''];
  if (after > 0 && !before) broken.push({ anchor: after, reason: 'This anchor is missing' });
  for (const anchor of anchors) {
    number += 1;
    const isGap = anchor.number !== number;
    if (isGap) broken.push({ anchor: number, reason: 'This anchor is missing' });
    number = anchor.number;
    const content = signedContent(anchor, publicKey);
    if (!content) broken.push({ anchor: number, reason: 'This anchor is not the one that was signed' });
    else if (content.team !== team || content.number !== number)
      broken.push({ anchor: number, reason: 'This anchor was signed for another place' });
    else if (content.previous !== previous && !isGap)
      broken.push({ anchor: number, reason: 'This anchor does not follow on the one before it' });
    if (content) {
      sound.push(anchor);
      anchoredAt = content.at;
    }
    previous = anchor.hash;
  }
  for (const { stream, revision, number: named } of await seals.brokenHeads(sound)) {
    broken.push({
      anchor: named,
      stream,
      revision,
      reason: 'What is kept of this chain is not what the anchor was signed for',
    });
  }
  return {
    anchors: anchors.length,
    streams: 0,
    events: 0,
    broken,
    anchoredAt,
    next: anchors.length < MAX_ANCHORS ? 's' : `a${number}`,
  };
}

function signedContent({ said, hash, signature }: Anchor, publicKey: string): AnchorContent | undefined {
  const isOurs = createHash('sha256').update(said).digest('base64') === hash && isSignedBy(publicKey, said, signature);
  return isOurs ? (JSON.parse(said) as AnchorContent) : undefined;
}

async function verifyStreams(evidence: TeamEvidence, team: string, after: string): Promise<Part> {
  const broken: Part['broken'] = [];
  let [streams, events] = [0, 0];
  const names = await evidence.seals.streamsBehind(team, after, MAX_STREAMS);
  for (const name of names) {
    const { checked, broken: fault } = await verifyStream(evidence, name);
    streams += 1;
    events += checked;
    if (fault) broken.push({ stream: name, revision: fault.revision, reason: fault.reason });
    if (events >= MAX_EVENTS) break;
  }
  const last = names[streams - 1];
  const isAll = names.length < MAX_STREAMS && streams === names.length;
  return {
    anchors: 0,
    streams,
    events,
    broken,
    anchoredAt: null,
    ...(isAll || last === undefined ? {} : { next: `s${last}` }),
  };
}
