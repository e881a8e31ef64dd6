/**
 * Where images of galleries lie: the private schema `images`, primary data like `accounts`. `store.ts` writes it, the
 * query API reads it. Rows are not events: an image is as large as a thousand of them, and must go with its patient.
 */
export const imageTables = /* sql */ `
create schema if not exists images;
create table images.image (
  image_id      text primary key,
  admission_id  text not null,
  patient_id    text not null,
  uploaded_by   text not null,
  uploaded_at   timestamptz not null default now(),
  -- Of the built-in store: re-encoded without metadata; the thumbnail is WebP.
  content_type  text,
  content       bytea,
  thumbnail     bytea,
  -- Of the team's own image service: where it has put them.
  address           text,
  thumbnail_address text,
  -- Null while a gallery holds it, as it was when last looked at; the sweeper's and the gallery's.
  unused_since  timestamptz default now(),
  looked_at     timestamptz not null default now(),
  constraint image_here_or_there check (
    (content is not null and thumbnail is not null and content_type is not null and address is null)
    or (content is null and thumbnail is null and address is not null and thumbnail_address is not null))
);
-- Compressed already; uncompressed by Postgres, a part of it can be read without the whole.
alter table images.image alter column content set storage external;
alter table images.image alter column thumbnail set storage external;
create index image_by_admission on images.image (admission_id);
create index image_by_patient on images.image (patient_id);
-- The sweeper's: those that were looked at longest ago.
create index image_by_look on images.image (looked_at);
`;

/**
 * For the limits, and for images that history needs: what an event has ever referred to stays until its patient goes,
 * whatever has become of its group. From here on `unused_since` is null once such an event has been found, and the
 * sweeper never looks again. Images from before count to no team: their rows do not say to which.
 */
export const imageLimitTables = /* sql */ `
alter table images.image add column team_id text;
-- In the built-in store, thumbnail included.
alter table images.image add column bytes bigint not null default 0;
update images.image set bytes = octet_length(content) + octet_length(thumbnail) where content is not null;
create index image_by_team on images.image (team_id) include (bytes);
-- The sweeper's: uploads that no gallery is known to have taken, those that were looked at longest ago first.
drop index images.image_by_look;
create index image_by_look on images.image (looked_at) where unused_since is not null;
`;
