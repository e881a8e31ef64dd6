/** Users, teams and members: for sign-in, home, the team page, and the rights of every read. */
import type { PriorityTable } from 'language/domain/priority/table';
import type { ViewFilter } from 'language/domain/priority/views';
import type { TeamClassification } from 'language/domain/team/classification';
import type { AnswerRules } from 'language/domain/team/answer-rules';
import type { AvoidedHarm } from 'language/domain/team/avoided-harm';
import type { DoseIntervals } from 'language/domain/team/dose-intervals';
import {
  bigint,
  boolean,
  date,
  instant,
  int,
  json,
  nullable,
  ownedBy,
  smallint,
  table,
  text,
  texts,
  withPast,
} from '../table.ts';

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

/** Tells if the team's reviews may be sent to the chat assistant: yes, until the team admin switches it off. */
export const teamChat = /* sql */ `
alter table team add column chat_allowed boolean not null default true;
`;

/** Tells if members without a second factor are refused: no, until the team admin requires one. */
export const teamSecondFactor = /* sql */ `
alter table team add column second_factor_required boolean not null default false;
`;

/** The language of the words in exported CSV files (BCP 47): English, until the team admin chooses another one. */
export const teamExportLanguage = /* sql */ `
alter table team add column export_language text not null default 'en';
`;

/** Tells if other teams may offer their patients to the team: no, until the team admin agrees. */
export const teamReceivesTransfers = /* sql */ `
alter table team add column receives_transfers boolean not null default false;
`;

/** The further values in the header of the team's charts: potassium, until the team admin chooses others. */
export const teamHeaderValues = /* sql */ `
alter table team add column header_kinds text[] not null default '{potassium}',
  add column old_after_hours int not null default 48;
`;

/** Null until the team admin sets them. */
export const teamClassification = /* sql */ `
alter table team add column classification jsonb;
`;
export const teamAnswerRules = /* sql */ `
alter table team add column answer_rules jsonb;
`;

/** The team's table of doses: none, until the team admin writes one. */
export const teamDoseIntervals = /* sql */ `
alter table team add column dose_intervals jsonb not null default '{"source": "", "rows": []}';
`;

/** The team's table of avoided harm: none, until the team admin writes one. */
export const teamAvoidedHarm = /* sql */ `
alter table team add column avoided_harm jsonb not null default '{"source": "", "currency": "", "rows": []}';
`;

export const codesOfTemplates = /* sql */ `
alter table user_error_template add column pcne text[] not null default '{}';
`;

/** The team's table of priority, null for the default, and its views of the ward board (docs/product.md, "Priority"). */
export const teamPriority = /* sql */ `
alter table team add column priority_table jsonb, add column priority_version bigint not null default -1;

create table team_view (
  team_id  text not null references team on delete cascade,
  view_id  text not null,
  name     text not null,
  filter   jsonb not null,
  position bigint not null,              -- order of making
  user_id  text not null,                -- the person who saved it last
  version  bigint not null,
  primary key (team_id, view_id)
);
`;

/** The member whom the team's admin has offered their place. */
export const teamAdminOffers = /* sql */ `
alter table team add column offered_to text;
`;

/** Members who may search every change of the team's medication errors, beside the team admin. */
export const auditors = /* sql */ `
alter table team_member add column can_audit boolean not null default false;
`;

/** Beside the profile: confirmed e-mails, recommendations, and a person's own error templates. */
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
  version     bigint not null               -- also the order of saving: a template is never changed
);
-- A person's own templates, usually of one drug and one error type.
create index user_error_template_of_user on user_error_template (user_id, err_drug_trade_id, err_type);
`;

export const appUser = withPast(
  table(
    'app_user',
    {
      user_id: text,
      first_name: text,
      last_name: text,
      email: text,
      phone: text,
      phone_normalised: text,
      title: text,
      about: text,
      started_on: date,
      version: bigint,
      email_verified: boolean,
      since: instant,
    },
    ['user_id'],
    ownedBy('user_id'),
  ),
);

export const recommendation = table(
  'recommendation',
  {
    recommendation_id: text,
    user_id: text,
    recommender_id: text,
    recommendation: text,
    is_accepted: boolean,
    position: bigint,
    version: bigint,
  },
  ['recommendation_id'],
  ownedBy('user_id'),
);

export const userErrorTemplate = table(
  'user_error_template',
  {
    template_id: text,
    user_id: text,
    err_drug_trade_id: text,
    err_type: text,
    err_note: text,
    pcne: texts,
    version: bigint,
  },
  ['template_id'],
  ownedBy('user_id'),
);

export const team = table(
  'team',
  {
    team_id: text,
    name: text,
    specialty: smallint,
    about: text,
    admin_id: text,
    admin_email: text,
    cloud_name: text,
    upload_preset: text,
    version: bigint,
    chat_allowed: boolean,
    second_factor_required: boolean,
    export_language: text,
    receives_transfers: boolean,
    offered_to: nullable(text),
    header_kinds: texts,
    old_after_hours: int,
    dose_intervals: json<DoseIntervals>(),
    avoided_harm: json<AvoidedHarm>(),
    priority_table: nullable(json<PriorityTable>()),
    priority_version: bigint,
    answer_rules: nullable(json<AnswerRules>()),
    classification: nullable(json<TeamClassification>()),
  },
  ['team_id'],
  ownedBy('team_id'),
);

export const teamMember = table(
  'team_member',
  {
    team_id: text,
    user_id: text,
    email: text,
    is_physic: boolean,
    can_edit: boolean,
    can_read: boolean,
    disabled: boolean,
    position: int,
    can_audit: boolean,
  },
  ['team_id', 'user_id'],
  ownedBy('team_id'),
);

export const teamView = table(
  'team_view',
  {
    team_id: text,
    view_id: text,
    name: text,
    filter: json<ViewFilter>(),
    position: bigint,
    user_id: text,
    version: bigint,
  },
  ['team_id', 'view_id'],
  ownedBy('team_id'),
);

/** Children before their parents. */
export const tablesOfUser = [recommendation, userErrorTemplate, appUser];
export const tablesOfTeam = [teamView, teamMember, team];
