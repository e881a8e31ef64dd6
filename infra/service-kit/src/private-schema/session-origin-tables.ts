/**
 * Where and how a session began (docs/decisions/write-side/browser-sessions.md). Null where it is unknown: of sessions
 * of an earlier version, and of clients that do not name themselves.
 */
export const sessionOriginTables = /* sql */ `
alter table accounts.session
  -- In words, such as "Firefox on Windows".
  add column device text,
  -- The network address, as the gateway saw it.
  add column address text,
  -- password, signUp; passkey, singleSignOn
  add column method text not null default 'password',
  -- token: the answer had it. cookie: a browser keeps it, closed to scripts.
  add column kind text not null default 'token';
`;
