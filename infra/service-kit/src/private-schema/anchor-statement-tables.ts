/** Anchor statements and what each destination has of them (docs/decisions/write-side/anchor-statements.md). */
export const anchorStatementTables = /* sql */ `
-- "said" is the signed text: it names the newest anchor of each team, and has the hash of the statement before it.
create table accounts.anchor_statement (
  number     integer primary key,
  said       text not null,
  hash       text not null,
  signature  text not null,
  made_at    timestamptz not null
);
-- The newest statement that each destination of ANCHOR_STATEMENTS_TO has taken.
create table accounts.anchor_statement_delivery (
  destination   text primary key,
  number        integer not null references accounts.anchor_statement,
  delivered_at  timestamptz not null
);
`;
