/** Tampered exports, drawn from a random number: clumsy ones, and the cleverest that are possible without the key. */
import { createHash } from 'node:crypto';
import type { Anchor, AnchorContent } from 'service-kit/event-log/seals';
import { createSigning, type Signing } from 'service-kit/security/signing';
import type { RawEvent } from 'service-kit/event-log/port';
import { INITIAL_LINK, canonicalJson, hashOf, linkOf } from 'service-kit/event-log/chain';
import { exportLines } from 'query-api/history/stream-export';
import { ExportCheck, type Finding } from '#verify-export';

export const ways = [
  'a letter',
  'a field, its links recomputed',
  'a line dropped',
  'an event dropped, the links recomputed',
  'a line twice',
  'an invented event',
  'two lines swapped',
  'a line moved',
  'the end cut off',
  'signed with another key',
  'the log altered before the export',
] as const;
export type Way = (typeof ways)[number];

export interface Tampered {
  readonly way: Way;
  readonly lines: readonly string[];
  /** The check must name one of these. */
  readonly places: readonly string[];
}

const LAST = 'the last line';
const STREAM = 'admission-a1';
const signing = createSigning(Buffer.alloc(32, 1));
const otherSigning = createSigning(Buffer.alloc(32, 2));
export const publicKey = signing.publicKey;

/** @param random from 0 to less than 1 */
export async function tampered(way: Way, random: () => number): Promise<Tampered> {
  const below = (limit: number): number => Math.floor(random() * limit);
  const events = eventsOf(2 + below(30), below);
  const anchors = anchorsOf(events, below);
  const signed = await linesOf(events, anchors, way === 'signed with another key' ? otherSigning : signing);
  const labels = [...signed.slice(0, -1).map(labelOf), LAST];
  const at = (from: number, to: number): number => from + below(to - from);
  const some = (index: number): string => labels[index] ?? '';
  const lines = [...signed];

  switch (way) {
    case 'a letter': {
      const index = below(lines.length);
      lines[index] = withOtherLetter(lines[index] ?? '', below);
      return { way, lines, places: [some(index), LAST] };
    }
    case 'a field, its links recomputed': {
      const revision = below(events.length);
      const changed = events.map((event, index) => (index === revision ? withOtherField(event, below) : event));
      return { way, lines: withRecomputedLinks(signed, changed), places: [`event ${revision}`] };
    }
    case 'a line dropped': {
      const index = below(lines.length);
      lines.splice(index, 1);
      return { way, lines, places: [some(index)] };
    }
    case 'an event dropped, the links recomputed': {
      const revision = below(events.length);
      const rest = events
        .filter((_, index) => index !== revision)
        .map((event, index) => ({ ...event, revision: BigInt(index) }));
      return {
        way,
        lines: withRecomputedLinks(signed, rest),
        places: [`event ${revision}`, `event ${events.length - 1}`],
      };
    }
    case 'a line twice': {
      const index = below(lines.length);
      lines.splice(below(lines.length), 0, lines[index] ?? '');
      return { way, lines, places: [some(index)] };
    }
    case 'an invented event': {
      const revision = below(events.length + 1);
      const more = [...events.slice(0, revision), anEvent(revision, below), ...events.slice(revision)].map(
        (event, index) => ({ ...event, revision: BigInt(index) }),
      );
      return { way, lines: withRecomputedLinks(signed, more), places: [`event ${revision}`, `event ${events.length}`] };
    }
    case 'two lines swapped': {
      const one = below(lines.length - 1);
      const other = at(one + 1, lines.length);
      [lines[one], lines[other]] = [lines[other] ?? '', lines[one] ?? ''];
      return { way, lines, places: [some(one), some(other)] };
    }
    case 'a line moved': {
      const from = below(lines.length);
      const to = (from + 1 + below(lines.length - 1)) % lines.length;
      lines.splice(to, 0, ...lines.splice(from, 1));
      // If two neighbours swap, the check may name either.
      return {
        way,
        lines,
        places:
          Math.abs(from - to) === 1
            ? [some(from), some(to)]
            : [some(from), ...(from === lines.length - 1 || to === lines.length - 1 ? [LAST] : [])],
      };
    }
    case 'the end cut off':
      return { way, lines: lines.slice(0, at(1, lines.length)), places: [LAST] };
    case 'signed with another key':
      return { way, lines, places: ['header', LAST] };
    case 'the log altered before the export': {
      // An event that no anchor names yet can be altered without a trace in the anchors: only the stored links show it.
      const anchored = Math.max(
        ...anchors.map(({ said }) => (JSON.parse(said) as AnchorContent).heads[0]?.revision ?? 0),
      );
      const revision = below(anchored + 1);
      const changed = events.map((event, index) => (index === revision ? withOtherField(event, below) : event));
      return {
        way,
        lines: await linesOf(changed, anchors, signing),
        places: events.map((_, index) => `event ${index}`).slice(revision),
      };
    }
    default:
      return way satisfies never;
  }
}

/** The findings of an auditor who knows the key. */
export function found(lines: readonly string[], key: string | undefined = publicKey): readonly Finding[] {
  const check = new ExportCheck();
  for (const line of lines) check.add(line);
  return check.end(key).findings;
}

/** An untampered export. */
export async function untouched(random: () => number, by: Signing = signing): Promise<string[]> {
  const below = (limit: number): number => Math.floor(random() * limit);
  const events = eventsOf(1 + below(30), below);
  return linesOf(events, anchorsOf(events, below, by), by);
}

type Below = (limit: number) => number;

const eventsOf = (count: number, below: Below): RawEvent[] =>
  Array.from({ length: count }, (_, revision) => anEvent(revision, below));
const anEvent = (revision: number, below: Below): RawEvent => ({
  stream: STREAM,
  revision: BigInt(revision),
  id: `id-${below(1e9)}`,
  type: ['ReviewAdded', 'ErrorRated', 'ReviewMedicationUpdated'][below(3)] ?? '',
  data: { $encrypted: 1, iv: `iv${below(1e9)}`, data: 'دواء \u2028'.repeat(below(4)) },
  metadata: { actorId: `u-${below(5)}`, occurredAt: new Date(below(1e12)).toISOString() },
  position: undefined,
  created: new Date(below(1e12)),
});

/** Anchors at some revisions, sometimes at the newest. */
function anchorsOf(events: readonly RawEvent[], below: Below, by: Signing = signing): Anchor[] {
  const anchors: Anchor[] = [];
  let link = INITIAL_LINK;
  let previous = '';
  for (const [revision, event] of events.entries()) {
    link = linkOf(link, hashOf(event));
    if (revision > 0 && below(4) > 0) continue;
    const content: AnchorContent = {
      team: 'icu',
      number: anchors.length + 1,
      at: event.created.toISOString(),
      previous,
      heads: [
        { stream: STREAM, revision, link: link.toString('base64') },
        { stream: 'admission-other', revision: 1, link: 'other' },
      ],
    };
    const said = canonicalJson(content);
    previous = createHash('sha256').update(said).digest('base64');
    anchors.push({ team: 'icu', number: content.number, said, hash: previous, signature: by.sign(said) });
  }
  return anchors;
}

async function linesOf(events: readonly RawEvent[], anchors: readonly Anchor[], by: Signing): Promise<string[]> {
  const read = async function* () {
    for (const raw of events) yield { raw, event: undefined, broken: undefined };
  };
  const lines: string[] = [];
  for await (const line of exportLines({
    stream: STREAM,
    events: read(),
    isErased: false,
    anchors,
    sealed: events.length,
    by: 'auditor',
    at: new Date(0),
    signing: by,
  }))
    lines.push(line.trimEnd());
  return lines;
}

/**
 * Replaces the event lines of a signed file by other events with valid links. The other lines stay as they were signed.
 */
function withRecomputedLinks(signed: readonly string[], events: readonly RawEvent[]): string[] {
  let link = INITIAL_LINK;
  const lines = events.map((raw) => {
    link = linkOf(link, hashOf(raw));
    const { stream, id, type, data, metadata, created } = raw;
    return JSON.stringify({
      event: { stream, revision: Number(raw.revision), id, type, data, metadata },
      created: created.toISOString(),
      says: null,
      link: link.toString('base64'),
    });
  });
  return [signed[0] ?? '', ...lines, ...signed.slice(1).filter((line) => !line.startsWith('{"event"'))];
}

function withOtherField(event: RawEvent, below: Below): RawEvent {
  const other = [
    { type: 'ReviewDeleted' },
    { id: 'another' },
    { data: { $encrypted: 1, iv: 'x' } },
    { metadata: { ...(event.metadata as object), actorId: 'another' } },
  ][below(4)];
  return { ...event, ...other };
}

function withOtherLetter(line: string, below: Below): string {
  const index = below(line.length);
  const letters = '0aZ"{}:, x';
  const letter = letters[below(letters.length)] ?? '';
  return line.slice(0, index) + (line[index] === letter ? '~' : letter) + line.slice(index + 1);
}

function labelOf(line: string): string {
  const value = JSON.parse(line) as { event?: { revision: number }; anchor?: { number: number } };
  return value.event ? `event ${value.event.revision}` : value.anchor ? `anchor ${value.anchor.number}` : 'header';
}
