/** Users, teams and members: sign-in, home, the team page, and the rights of every read. */
export const directoryTables = /* sql */ `
create table app_user (
  user_id    text primary key,
  first_name text not null,
  last_name  text not null,
  email      text not null unique,
  phone      text not null,
  phone_normalised text not null,
  title      text not null default '',
  about      text not null default '',
  started_on date not null,
  version    bigint not null
);

create table team (
  team_id   text primary key,
  name      text not null,
  specialty smallint not null,
  about     text not null,
  admin_id  text not null,
  admin_email text not null,
  cloud_name text not null default '',
  upload_preset text not null default 'local',
  version   bigint not null
);

create table team_member (
  team_id  text not null references team on delete cascade,
  user_id  text not null,
  email    text not null,
  is_physic boolean not null,
  can_edit boolean not null,
  can_read boolean not null default true,
  disabled boolean not null default false,
  position int not null,                 -- order of joining
  primary key (team_id, user_id)
);
create index team_member_by_user on team_member (user_id);
`;

/** Whether a team's reviews may be sent to the chat assistant: every team's may, until its admin says otherwise. */
export const teamChat = /* sql */ `
alter table team add column chat_allowed boolean not null default true;
`;

/** Who of a team may search every change of its medication errors, beside its admin. */
export const auditors = /* sql */ `
alter table team_member add column can_audit boolean not null default false;
`;
