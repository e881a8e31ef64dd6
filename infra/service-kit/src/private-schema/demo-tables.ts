/**
 * Tells if this installation is a demo, whose accounts have a public password (`infra/runtime/start/demo-installation.ts`).
 */
export const demoTables = /* sql */ `
-- One row, written by a launcher at its first start. Once false it stays so.
create table accounts.demo_installation (
  id       boolean primary key default true check (id),
  is_demo  boolean not null
);
`;
