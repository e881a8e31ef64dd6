/**
 * The links of the streams' hash chains (`event-log/chain.ts`), kept beside the log: a link for each event, and for
 * each team anchors, which name the heads of its chains at a moment and are signed. Whoever changes the log has to
 * change the links as well, and cannot sign.
 */
import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { INITIAL_LINK, canonicalJson, hashOf, linkOf } from './chain.ts';
import type { Place, Position, RawEvent } from './port.ts';
import { type Fence, withFence } from '../postgres/leader-lock.ts';
import type { Signing } from '../security/signing.ts';

export interface LastSealed {
  /** How far the log was looked through. */
  readonly lookedTo: Position;
  /** Of the last event of ours by then. */
  readonly place: Place;
}

/** What `said` says. */
export interface AnchorContent {
  readonly team: string;
  /** From 1. */
  readonly number: number;
  readonly at: string;
  /** Hash of the anchor before; empty before the first. */
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

/** The follower of the log that seals (`seal-writer.ts`). */
export const SEALS = 'seals';
/**
 * What is older than this should have its seal: it gets it within seconds, or within a minute or so after a long
 * backlog.
 */
export const SEALED_WITHIN_MS = 2 * 60_000;

export interface Seals {
  lastSealed(): Promise<LastSealed | undefined>;
  /**
   * Events in the order of the log; those that are sealed already stay as they were. One process at a time.
   * @throws LeaderReplaced
   */
  seal(events: readonly RawEvent[], lookedTo: Position, fence?: Fence): Promise<void>;
  /**
   * Names the heads that have moved since, in a new anchor of each team.
   * @returns how many anchors were made
   * @throws LeaderReplaced
   */
  anchor(signing: Signing, at: Date, fence?: Fence): Promise<number>;
  /** What was in the log by then is sealed; null: nothing is known to be, undefined: no process has begun to seal. */
  caughtUpAt(): Promise<Date | null | undefined>;
  /** How many events of a stream are sealed. */
  countOf(stream: string): Promise<number>;
  /** The links of a stream, by revision, in base64. */
  linksOf(stream: string): Promise<Map<number, string>>;
  /** Those that name a stream, in their order. */
  anchorsOf(stream: string): Promise<Anchor[]>;
  /** How much is kept of a team. */
  ofTeam(team: string): Promise<{ anchors: number; streams: number }>;
  /** A team's, in their order, those behind a number. */
  anchorsBehind(team: string, number: number, most: number): Promise<Anchor[]>;
  /** Of the heads that these name, whose signatures are good, those whose link is not kept so. */
  brokenHeads(anchors: readonly Anchor[]): Promise<{ number: number; stream: string; revision: number }[]>;
  /** The names of a team's streams, in their order, those behind a name. */
  streamsBehind(team: string, stream: string, most: number): Promise<string[]>;
}

/** Streams of nobody's team, such as people's and the catalogue, are anchored together. */
const NO_TEAM = '';
/** Heads in one anchor. */
const MOST_HEADS = 1_000;

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
    seal: (events, lookedTo, fence) => withFence(pool, fence, (client) => seal(client, events, lookedTo)),
    anchor: (signing, at, fence) => withFence(pool, fence, (client) => anchor(client, signing, at)),
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
        `select revision::int, encode(link, 'base64') as link from accounts.event_seal where stream = $1 order by revision`,
        [stream],
      );
      return new Map(rows.map(({ revision, link }) => [revision, link]));
    },
    async anchorsOf(stream) {
      const { rows } = await pool.query<Anchor>(
        `select a.team_id as team, a.number, a.said, a.hash, a.signature from accounts.anchor a
         where (a.team_id, a.number) in (select h.team_id, h.number from accounts.anchored_head h where h.stream = $1) order by a.team_id, a.number`,
        [stream],
      );
      return rows;
    },
    async ofTeam(team) {
      const { rows } = await pool.query<{ anchors: number; streams: number }>(
        `select (select count(*) from accounts.anchor where team_id = $1)::int as anchors, (select count(*) from accounts.sealed_stream where team_id = $1)::int as streams`,
        [team],
      );
      return rows[0] ?? { anchors: 0, streams: 0 };
    },
    async anchorsBehind(team, number, most) {
      return (
        await pool.query<Anchor>(
          'select team_id as team, number, said, hash, signature from accounts.anchor where team_id = $1 and number > $2 order by number limit $3',
          [team, number, most],
        )
      ).rows;
    },
    async brokenHeads(anchors) {
      const heads = anchors.flatMap(({ number, said }) =>
        (JSON.parse(said) as AnchorContent).heads.map((head) => ({ number, ...head })),
      );
      const { rows } = await pool.query<{ number: number; stream: string; revision: number }>(
        `select head.number, head.stream, head.revision from unnest($1::int[], $2::text[], $3::int[], $4::text[]) as head(number, stream, revision, link)
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

async function seal(client: PoolClient, events: readonly RawEvent[], lookedTo: Position): Promise<void> {
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
    // What was sealed once is not sealed anew; and where events are missing, nothing can be linked to.
    if (event.revision !== (head ? head.revision + 1n : 0n)) continue;
    const link = linkOf(head?.link ?? INITIAL_LINK, hashOf(event));
    heads.set(event.stream, { team: head?.team ?? teamOf(event), revision: event.revision, link });
    links.push({ stream: event.stream, revision: event.revision, link });
  }
  await client.query(
    'insert into accounts.event_seal (stream, revision, link) select * from unnest($1::text[], $2::bigint[], $3::bytea[])',
    [links.map(({ stream }) => stream), links.map(({ revision }) => String(revision)), links.map(({ link }) => link)],
  );
  const moved = [...new Set(links.map(({ stream }) => stream))].map((stream) => ({
    stream,
    head: heads.get(stream) as Head,
  }));
  await client.query(
    `insert into accounts.sealed_stream (stream, team_id, revision, link) select * from unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[])
     on conflict (stream) do update set revision = excluded.revision, link = excluded.link`,
    [
      moved.map(({ stream }) => stream),
      moved.map(({ head }) => head.team),
      moved.map(({ head }) => String(head.revision)),
      moved.map(({ head }) => head.link),
    ],
  );
  await client.query(
    `insert into accounts.seal_position (commit_position, prepare_position, stream, revision, event_id, event_commit_position, event_prepare_position)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set commit_position = excluded.commit_position, prepare_position = excluded.prepare_position, stream = excluded.stream,
       revision = excluded.revision, event_id = excluded.event_id,
       event_commit_position = excluded.event_commit_position, event_prepare_position = excluded.event_prepare_position`,
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

const teamOf = ({ metadata }: RawEvent): string =>
  typeof metadata === 'object' && metadata !== null && 'teamId' in metadata && typeof metadata.teamId === 'string'
    ? metadata.teamId
    : NO_TEAM;

async function anchor(client: PoolClient, signing: Signing, at: Date): Promise<number> {
  const { rows } = await client.query<{ team_id: string; stream: string; revision: string; link: string }>(
    `select team_id, stream, revision::text, encode(link, 'base64') as link from accounts.sealed_stream where anchored_revision is distinct from revision order by team_id, stream limit $1`,
    [MOST_HEADS],
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
    await client.query(
      'insert into accounts.anchored_head (stream, revision, team_id, number) select s, r, $3, $4 from unnest($1::text[], $2::bigint[]) as head(s, r)',
      [heads.map(({ stream }) => stream), heads.map(({ revision }) => revision), team, content.number],
    );
    await client.query('update accounts.sealed_stream set anchored_revision = revision where stream = any ($1)', [
      heads.map(({ stream }) => stream),
    ]);
  }
  return teams.length;
}
