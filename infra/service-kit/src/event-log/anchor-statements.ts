/**
 * Anchor statements: what leaves the machine, so that a log that was cut at its end shows. A statement names the newest
 * anchor of each team (`seals.ts`) and is signed and chained like an anchor. It has no personal data: ids of teams,
 * numbers and hashes (docs/decisions/write-side/anchor-statements.md).
 */
import { createHash } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../postgres/in-transaction.ts';
import type { Signing } from '../security/signing.ts';
import { canonicalJson } from './chain.ts';

export const STATEMENT_FORMAT = 'clinical-pharmacy-anchor-statement-1';

/** The content of `said`. */
export interface StatementContent {
  /** From 1. */
  readonly number: number;
  /** The instant, ISO 8601 UTC. */
  readonly at: string;
  /** The hash of the statement before; empty for the first one. */
  readonly previous: string;
  /** The newest anchor of each team, by team. The team of streams without one is empty. */
  readonly teams: readonly { readonly team: string; readonly number: number; readonly hash: string }[];
}

/** A statement as a file, a mail's attachment and the body of a POST. */
export interface AnchorStatement {
  readonly format: typeof STATEMENT_FORMAT;
  readonly said: string;
  /** SHA-256 of `said`, in hex: what is printed. */
  readonly hash: string;
  readonly signature: string;
  readonly publicKey: string;
}

export interface AnchorStatements {
  /**
   * Makes a statement, unless the newest one names the same anchors.
   * @returns the newest statement; undefined while there is no anchor
   */
  make(signing: Signing, at: Date): Promise<AnchorStatement | undefined>;
  newest(signing: Signing): Promise<AnchorStatement | undefined>;
  /** When the newest statement was made; undefined before the first. */
  newestAt(): Promise<Date | undefined>;
  /** True if a destination has the newest statement. */
  isDelivered(destination: string): Promise<boolean>;
  delivered(destination: string, statement: AnchorStatement, at: Date): Promise<void>;
}

interface Row {
  readonly number: number;
  readonly said: string;
  readonly hash: string;
  readonly signature: string;
  readonly made_at: Date;
}

export const contentOf = ({ said }: Pick<AnchorStatement, 'said'>): StatementContent =>
  JSON.parse(said) as StatementContent;

export function createAnchorStatements(pool: Pool): AnchorStatements {
  return {
    make: (signing, at) => inTransaction(pool, (client) => makeIn(client, signing, at)),
    async newest(signing) {
      const row = await newestRow(pool);
      return row && statementOf(row, signing);
    },
    newestAt: async () => (await newestRow(pool))?.made_at,
    async isDelivered(destination) {
      const { rows } = await pool.query<{ is_delivered: boolean }>(
        `select exists (select from accounts.anchor_statement_delivery
           where destination = $1 and number = (select max(number) from accounts.anchor_statement)) as is_delivered`,
        [destination],
      );
      return rows[0]?.is_delivered ?? false;
    },
    async delivered(destination, statement, at) {
      await pool.query(
        `insert into accounts.anchor_statement_delivery (destination, number, delivered_at) values ($1, $2, $3)
         on conflict (destination) do update set number = excluded.number, delivered_at = excluded.delivered_at
         where anchor_statement_delivery.number <= excluded.number`,
        [destination, contentOf(statement).number, at],
      );
    },
  };
}

const newestRow = async (db: Pick<ClientBase, 'query'>): Promise<Row | undefined> =>
  (
    await db.query<Row>(
      'select number, said, hash, signature, made_at from accounts.anchor_statement order by number desc limit 1',
    )
  ).rows[0];

const statementOf = ({ said, hash, signature }: Row, { publicKey }: Signing): AnchorStatement => ({
  format: STATEMENT_FORMAT,
  said,
  hash,
  signature,
  publicKey,
});

async function makeIn(client: ClientBase, signing: Signing, at: Date): Promise<AnchorStatement | undefined> {
  // The command and the service may make one at the same moment.
  await client.query('lock table accounts.anchor_statement in exclusive mode');
  const before = await newestRow(client);
  const { rows: teams } = await client.query<StatementContent['teams'][number]>(
    // From team to team in the index: there are many anchors of few teams.
    `with recursive team(id) as (
       select min(team_id) from accounts.anchor
       union all
       select (select min(team_id) from accounts.anchor where team_id > team.id) from team where team.id is not null
     )
     select team.id as team, newest.number, newest.hash
     from team cross join lateral (
       select number, hash from accounts.anchor where team_id = team.id order by number desc limit 1
     ) as newest order by team.id collate "C"`,
  );
  if (teams.length === 0) return undefined;
  if (before && canonicalJson(contentOf(before).teams) === canonicalJson(teams)) return statementOf(before, signing);
  const content: StatementContent = {
    number: (before?.number ?? 0) + 1,
    at: at.toISOString(),
    previous: before?.hash ?? '',
    teams,
  };
  const said = canonicalJson(content);
  const row: Row = {
    number: content.number,
    said,
    hash: createHash('sha256').update(said).digest('hex'),
    signature: signing.sign(said),
    made_at: at,
  };
  await client.query(
    'insert into accounts.anchor_statement (number, said, hash, signature, made_at) values ($1, $2, $3, $4, $5)',
    [row.number, row.said, row.hash, row.signature, row.made_at],
  );
  return statementOf(row, signing);
}
