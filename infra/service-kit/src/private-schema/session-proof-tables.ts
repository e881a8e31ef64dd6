/**
 * When the person of a page's session last proved who they are (`../security/session-proofs.ts`). Sessions of other API
 * clients have no row. `-infinity`: never.
 */
export const sessionProofTables = /* sql */ `
create table accounts.session_proof (
  session_id  uuid primary key references accounts.session on delete cascade,
  proven_at   timestamptz not null default now()
);
`;
