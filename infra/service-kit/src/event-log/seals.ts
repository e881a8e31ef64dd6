/**
 * The links of the streams' hash chains (`chain.ts`), stored beside the log: a link for each event, and signed anchors
 * for each team, which name the heads of its chains. An attacker who changes the log must change the links as well and
 * cannot sign an anchor (docs/decisions/write-side/seals.md).
 */
import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { INITIAL_LINK, canonicalJson, hashOf, linkOf } from './chain.ts';
import type { EventPosition, Position, RawEvent } from './port.ts';
import { type Fence, withFence } from '../postgres/leader-lock.ts';
import type { Signing } from '../security/signing.ts';

export interface LastSealed {
  /** The position up to which the log has been read. */
  readonly lookedTo: Position;
  /** The place of the last event of the product up to there. */
  readonly place: EventPosition;
}

/** The content of `said`. */
export interface AnchorContent {
  readonly team: string;
  /** From 1. */
  readonly number: number;
  readonly at: string;
  /** The hash of the anchor before; empty for the first one. */
  readonly previous: string;
  readonly heads: readonly { readonly stream: string; readonly revision: number; readonly link: string }[];
}
export interface Anchor {
  readonly team: string;
  readonly number: number;
  readonly said: string;
  readonly hash: string;
  readonly signature: string;
}

/** The name of the follower that seals (`seal-writer.ts`). */
export const SEALS = 'seals';
/** An event that is older should have a seal. Seals come within seconds, after a long backlog within a minute or so. */
export const SEALED_WITHIN_MS = 2 * 60_000;

export interface Seals {
  lastSealed(): Promise<LastSealed | undefined>;
  /**
   * Seals events in the order of the log. Existing seals do not change. One process at a time.
   * @throws LeaderReplaced
   */
  seal(events: readonly RawEvent[], lookedTo: Position, fence?: Fence): Promise<void>;
  /**
   * Makes a new anchor for each team whose heads have moved, of at most 1,000 heads together. The others come with the
   * next call.
   * @returns the number of new anchors; 0 when no head has moved
   * @throws LeaderReplaced
   */
  anchor(signing: Signing, at: Date, fence?: Fence): Promise<number>;
  /** All events up to this time are sealed; null when that is not known, undefined before the first sealing. */
  caughtUpAt(): Promise<Date | null | undefined>;
  /** The number of sealed events of a stream. */
  countOf(stream: string): Promise<number>;
  /** The links of a stream, by revision, in base64. */
  linksOf(stream: string): Promise<Map<number, string>>;
  /** The anchors that name a stream, in order. */
  anchorsOf(stream: string): Promise<Anchor[]>;
  /** The numbers of anchors and sealed streams of a team. */
  ofTeam(team: string): Promise<{ anchors: number; streams: number }>;
  /** The anchors of a team after a number, in order. */
  anchorsBehind(team: string, number: number, most: number): Promise<Anchor[]>;
  /** The heads in anchors (with valid signatures) whose stored link differs. */
  brokenHeads(anchors: readonly Anchor[]): Promise<{ number: number; stream: string; revision: number }[]>;
  /** The names of a team's streams after a name, in order. */
  streamsBehind(team: string, stream: string, most: number): Promise<string[]>;
}

/** Streams without a team, such as users and the catalogue, are anchored together. */
const NO_TEAM = '';
/** The maximum of heads in one call, so that no transaction is long. */
const MAX_HEADS = 1_000;

interface Head {
  readonly team: string;
  revision: bigint;
  link: Buffer;
}

export function createSeals(pool: Pool): Seals {
  return {
    async lastSealed() {
      const { rows } = await pool.query<{
        commit: string;
        prepare: string;
        event_commit: string;
        event_prepare: string;
        stream: string;
        revision: string;
        event_id: string;
      }>(
        `select commit_position::text as commit, prepare_position::text as prepare, stream, revision::text, event_id,
                event_commit_position::text as event_commit, event_prepare_position::text as event_prepare
         from accounts.seal_position`,
      );
      const [row] = rows;
      return (
        row && {
          lookedTo: { commit: BigInt(row.commit), prepare: BigInt(row.prepare) },
          place: {
            position: { commit: BigInt(row.event_commit), prepare: BigInt(row.event_prepare) },
            stream: row.stream,
            revision: BigInt(row.revision),
            eventId: row.event_id,
          },
        }
      );
    },
    seal: (events, lookedTo, fence) => withFence(pool, fence, (client) => sealIn(client, events, lookedTo)),
    anchor: (signing, at, fence) => withFence(pool, fence, (client) => anchorIn(client, signing, at)),
    async caughtUpAt() {
      const { rows } = await pool.query<{ at: Date | null }>(
        'select caught_up_at as at from accounts.follower_health where follower = $1',
        [SEALS],
      );
      return rows[0]?.at;
    },
    async countOf(stream) {
      const { rows } = await pool.query<{ count: number }>(
        'select (revision + 1)::int as count from accounts.sealed_stream where stream = $1',
        [stream],
      );
      return rows[0]?.count ?? 0;
    },
    async linksOf(stream) {
      const { rows } = await pool.query<{ revision: number; link: string }>(
        `select revision::int, encode(link, 'base64') as link from accounts.event_seal
         where stream = $1 order by revision`,
        [stream],
      );
      return new Map(rows.map(({ revision, link }) => [revision, link]));
    },
    async anchorsOf(stream) {
      const { rows } = await pool.query<Anchor>(
        `select a.team_id as team, a.number, a.said, a.hash, a.signature from accounts.anchor a
         where (a.team_id, a.number) in (select h.team_id, h.number from accounts.anchored_head h where h.stream = $1)
         order by a.team_id, a.number`,
        [stream],
      );
      return rows;
    },
    async ofTeam(team) {
      const { rows } = await pool.query<{ anchors: number; streams: number }>(
        `select (select count(*) from accounts.anchor where team_id = $1)::int as anchors,
                (select count(*) from accounts.sealed_stream where team_id = $1)::int as streams`,
        [team],
      );
      return rows[0] ?? { anchors: 0, streams: 0 };
    },
    async anchorsBehind(team, number, most) {
      return (
        await pool.query<Anchor>(
          `select team_id as team, number, said, hash, signature from accounts.anchor
           where team_id = $1 and number > $2 order by number limit $3`,
          [team, number, most],
        )
      ).rows;
    },
    async brokenHeads(anchors) {
      const heads = anchors.flatMap(({ number, said }) =>
        (JSON.parse(said) as AnchorContent).heads.map((head) => ({ number, ...head })),
      );
      const { rows } = await pool.query<{ number: number; stream: string; revision: number }>(
        `select head.number, head.stream, head.revision
         from unnest($1::int[], $2::text[], $3::int[], $4::text[]) as head(number, stream, revision, link)
         left join accounts.event_seal seal on seal.stream = head.stream and seal.revision = head.revision
         where seal.link is distinct from decode(head.link, 'base64') order by head.number, head.stream`,
        [
          heads.map(({ number }) => number),
          heads.map(({ stream }) => stream),
          heads.map(({ revision }) => revision),
          heads.map(({ link }) => link),
        ],
      );
      return rows;
    },
    async streamsBehind(team, stream, most) {
      const { rows } = await pool.query<{ stream: string }>(
        'select stream from accounts.sealed_stream where team_id = $1 and stream > $2 order by stream limit $3',
        [team, stream, most],
      );
      return rows.map((row) => row.stream);
    },
  };
}

/** `Seals.seal` within the caller's transaction. */
export async function sealIn(client: ClientBase, events: readonly RawEvent[], lookedTo: Position): Promise<void> {
  const last = events.at(-1);
  if (!last) {
    await client.query('update accounts.seal_position set commit_position = $1, prepare_position = $2', [
      String(lookedTo.commit),
      String(lookedTo.prepare),
    ]);
    return;
  }
  const { rows } = await client.query<{ stream: string; team_id: string; revision: string; link: Buffer }>(
    'select stream, team_id, revision::text, link from accounts.sealed_stream where stream = any ($1)',
    [[...new Set(events.map(({ stream }) => stream))]],
  );
  const heads = new Map<string, Head>(
    rows.map(({ stream, team_id: team, revision, link }) => [stream, { team, revision: BigInt(revision), link }]),
  );
  const links: { stream: string; revision: bigint; link: Buffer }[] = [];
  for (const event of events) {
    const head = heads.get(event.stream);
    // A sealed event keeps its seal, and an event after a gap cannot be linked.
    if (event.revision !== (head ? head.revision + 1n : 0n)) continue;
    const link = linkOf(head?.link ?? INITIAL_LINK, hashOf(event));
    // After a transfer the receiving team proves the stream: the old team's anchors go on naming what it had by then.
    heads.set(event.stream, { team: teamOf(event) ?? head?.team ?? NO_TEAM, revision: event.revision, link });
    links.push({ stream: event.stream, revision: event.revision, link });
  }
  await client.query(
    `insert into accounts.event_seal (stream, revision, link)
     select * from unnest($1::text[], $2::bigint[], $3::bytea[])`,
    [links.map(({ stream }) => stream), links.map(({ revision }) => String(revision)), links.map(({ link }) => link)],
  );
  const moved = [...new Set(links.map(({ stream }) => stream))].map((stream) => ({
    stream,
    head: heads.get(stream) as Head,
  }));
  await client.query(
    `insert into accounts.sealed_stream (stream, team_id, revision, link)
     select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[])
     on conflict (stream) do update set team_id = excluded.team_id, revision = excluded.revision, link = excluded.link`,
    [
      moved.map(({ stream }) => stream),
      moved.map(({ head }) => head.team),
      moved.map(({ head }) => String(head.revision)),
      moved.map(({ head }) => head.link),
    ],
  );
  await client.query(
    `insert into accounts.seal_position (commit_position, prepare_position, stream, revision, event_id,
       event_commit_position, event_prepare_position)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set commit_position = excluded.commit_position,
       prepare_position = excluded.prepare_position, stream = excluded.stream,
       revision = excluded.revision, event_id = excluded.event_id,
       event_commit_position = excluded.event_commit_position,
       event_prepare_position = excluded.event_prepare_position`,
    [
      String(lookedTo.commit),
      String(lookedTo.prepare),
      last.stream,
      String(last.revision),
      last.id,
      String(last.position?.commit ?? -1),
      String(last.position?.prepare ?? -1),
    ],
  );
}

const teamOf = ({ metadata }: RawEvent): string | undefined =>
  typeof metadata === 'object' && metadata !== null && 'teamId' in metadata && typeof metadata.teamId === 'string'
    ? metadata.teamId
    : undefined;

/** `Seals.anchor` within the caller's transaction. */
export async function anchorIn(client: ClientBase, signing: Signing, at: Date): Promise<number> {
  const { rows } = await client.query<{ team_id: string; stream: string; revision: string; link: string }>(
    `select team_id, stream, revision::text, encode(link, 'base64') as link from accounts.sealed_stream
     where anchored_revision is distinct from revision order by team_id, stream limit $1`,
    [MAX_HEADS],
  );
  const teams = [...new Set(rows.map(({ team_id }) => team_id))];
  for (const team of teams) {
    const heads = rows.filter(({ team_id }) => team_id === team);
    const { rows: before } = await client.query<{ number: number; hash: string }>(
      'select number, hash from accounts.anchor where team_id = $1 order by number desc limit 1',
      [team],
    );
    const content: AnchorContent = {
      team,
      number: (before[0]?.number ?? 0) + 1,
      at: at.toISOString(),
      previous: before[0]?.hash ?? '',
      heads: heads.map(({ stream, revision, link }) => ({ stream, revision: Number(revision), link })),
    };
    const said = canonicalJson(content);
    const hash = createHash('sha256').update(said).digest('base64');
    await client.query(
      'insert into accounts.anchor (team_id, number, said, hash, signature) values ($1, $2, $3, $4, $5)',
      [team, content.number, said, hash, signing.sign(said)],
    );
    // A log that was restored to an earlier position comes to a revision again that an anchor of before has named.
    await client.query(
      `insert into accounts.anchored_head (stream, revision, team_id, number)
       select s, r, $3, $4 from unnest($1::text[], $2::bigint[]) as head(s, r)
       on conflict do nothing`,
      [heads.map(({ stream }) => stream), heads.map(({ revision }) => revision), team, content.number],
    );
    await client.query('update accounts.sealed_stream set anchored_revision = revision where stream = any ($1)', [
      heads.map(({ stream }) => stream),
    ]);
  }
  return teams.length;
}
