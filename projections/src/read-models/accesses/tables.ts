/** The access log of a team: who looked at what. It holds ids; a read joins the names of today. */
import { date, instant, int, nullable, smallint, table, text } from '../table.ts';

export const accessTables = /* sql */ `
create table access (
  access_id    text primary key,          -- the event's id
  stream       text not null,
  team_id      text not null,
  at           timestamptz not null,
  actor_id     text not null,
  kind         text not null,             -- the event's type
  patient_id   text,
  admission_id text,
  review_id    text,
  report       smallint,
  start_date   date,
  end_date     date,
  list         text,
  searches     int,
  found        int,
  reviews      int
);
-- The access log (query-api/src/http/accesses/accesses.ts), newest first: of the team, of a person, of a patient.
create index access_by_team on access (team_id, at desc, access_id);
create index access_by_actor on access (team_id, actor_id, at desc, access_id);
create index access_by_patient on access (patient_id, at desc, access_id) where patient_id is not null;
create index access_by_stream on access (stream);
`;

/** The auditor's searches, and histories that were read, verified or exported. */
export const proofAccesses = /* sql */ `
alter table access add column thing text, add column drug_id text, add column format text;
`;

export const access = table(
  'access',
  {
    access_id: text,
    stream: text,
    team_id: text,
    at: instant,
    actor_id: text,
    kind: text,
    patient_id: nullable(text),
    admission_id: nullable(text),
    review_id: nullable(text),
    report: nullable(smallint),
    start_date: nullable(date),
    end_date: nullable(date),
    list: nullable(text),
    searches: nullable(int),
    found: nullable(int),
    reviews: nullable(int),
    thing: nullable(text),
    drug_id: nullable(text),
    format: nullable(text),
  },
  ['access_id'],
  { owner: { column: 'stream', holds: 'name' }, isAppendOnly: true },
);
