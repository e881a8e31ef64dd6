/** What belongs to a person beside their profile: the public profile, and the notes that they copy into entries. */
export const userTables = /* sql */ `
alter table app_user add email_verified boolean not null default false;

create table recommendation (
  recommendation_id text primary key,
  user_id        text not null references app_user,
  recommender_id text not null,
  recommendation text not null,
  is_accepted    boolean not null,
  position       bigint not null,           -- order of writing
  version        bigint not null
);
-- A person's recommendations, in the order of writing.
create index recommendation_of_user on recommendation (user_id, position);

create table user_error_template (
  template_id text primary key,
  user_id     text not null references app_user,
  err_drug_trade_id text not null,
  err_type    text not null,
  err_note    text not null,
  version     bigint not null               -- the order of saving too: a template is never changed
);
-- A person's own templates, mostly of one drug and one error type.
create index user_error_template_of_user on user_error_template (user_id, err_drug_trade_id, err_type);
`;
