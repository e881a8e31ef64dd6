/**
 * People and teams of the old system. A person gets an account without a password: "Forgotten password" mails them a link
 * that sets one. An author whom the old system does not know any more gets an account too, so that what they wrote has
 * its author; without an e-mail nobody can sign in to it.
 */
import { randomBytes } from 'node:crypto';
import type { Credentials } from 'command-api/accounts/credentials';
import { derivedId } from 'command-api/commands/derived-id';
import { recommendationId } from 'language/domain/user/events';
import { addTeamMember, changeMember, createTeam, editTeam } from 'language/domain/team/decide';
import type { Role } from 'language/domain/team/events';
import type { Team } from 'language/domain/team/state';
import {
  acceptRecommendation,
  editProfile,
  registerUser,
  saveErrorTemplate,
  writeRecommendation,
} from 'language/domain/user/decide';
import type { User } from 'language/domain/user/state';
import { limits, specialties } from 'language/domain/values/codes';
import { groupBy } from 'service-kit/aggregates/group-by';
import type { Catalogue } from './catalogue.ts';
import { actorOf, allOf, counted, deciding, forEach, type ImportContext, partOf, timeOf } from './context.ts';
import { type Fields, IMPORT } from './fields.ts';
import type { Planned } from './stream-writer.ts';

export interface Accounts {
  readonly credentials: Pick<Credentials, 'reserve' | 'confirm' | 'findByEmail'>;
  readonly hash: (password: string) => Promise<string>;
}

/** The accounts of the old system's people, by their old ids and their e-mails. */
export class People {
  readonly #byId = new Map<string, string>();
  readonly #byEmail = new Map<string, string>();
  readonly #unknown = new Map<string, Fields>();

  /** The account of a person who is named by an id or an e-mail. A person who is not known gets one before charts are written. */
  of(fields: Fields, idFields: readonly string[], emailField: string, nameField = ''): string {
    const id = fields.ref(...idFields);
    const email = fields.email(emailField);
    const known = (id && this.#byId.get(id)) ?? (email && this.#byEmail.get(email));
    if (known) return known;
    const key = id ?? derivedId(IMPORT, `person:${email ?? fields.line(nameField, limits.name).toLowerCase()}`);
    this.known(key, email, key);
    const { firstName = fields.doc[nameField] || 'Unknown author', lastName } = fields.doc;
    this.#unknown.set(key, fields.with({ _id: key, email, firstName, lastName }));
    return key;
  }

  byEmail(email: string | undefined): string | undefined {
    return email === undefined ? undefined : this.#byEmail.get(email);
  }

  byId(id: string | undefined): string | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  known(id: string, email: string | undefined, userId: string): void {
    this.#byId.set(id, userId);
    if (email !== undefined) this.#byEmail.set(email, userId);
  }

  /** Those who have no account yet. */
  takeUnknown(): Fields[] {
    const unknown = [...this.#unknown.values()];
    this.#unknown.clear();
    return unknown;
  }
}

export async function importUsers(
  context: ImportContext,
  accounts: Accounts,
  people: People,
  catalogue: Catalogue,
): Promise<void> {
  const passwordHash = await accounts.hash(randomBytes(32).toString('base64url'));
  const users = await allOf(context, 'users');
  const templates = groupBy(await allOf(context, 'usererrtemps'), (template) => template.ref('userId') ?? '');
  const owned: { user: Fields; userId: string }[] = [];
  // One after the other: of two with one e-mail the first has the account.
  for (const user of users) {
    const email = user.email('email');
    if (email === undefined) user.changed('email', 'is none: the account has no address, and nobody can sign in');
    const userId = people.byEmail(email) ?? (await accountFor(context, accounts, user, email, passwordHash));
    people.known(user.id, email, userId);
    if (userId === user.id) owned.push({ user, userId });
    else {
      user.same();
      user.changed('email', `has the account ${userId} already`);
    }
  }
  await forEach(owned, async ({ user, userId }) => {
    await context.write(context.folds.user, userId, [
      ...registration(context, user, userId, user.email('email')),
      ...recommendations(context, user, userId, people),
    ]);
    if (!context.isDryRun) await accounts.credentials.confirm(userId);
  });
  await forEach(templates, async ([owner, saved]) => {
    const userId = people.byId(owner);
    if (userId === undefined) return saved.forEach((one) => one.refuse('its user is not in the dump'));
    await context.write(
      context.folds.user,
      userId,
      saved.flatMap((one) => template(context, one, userId, catalogue)),
    );
  });
}

/** Accounts for authors and members whom the collection of users does not have. */
export async function importStrangers(context: ImportContext, accounts: Accounts, people: People): Promise<void> {
  const passwordHash = await accounts.hash(randomBytes(32).toString('base64url'));
  await forEach(people.takeUnknown(), async (person) => {
    const { id: userId } = person;
    const email = person.email('email');
    const account = await accountFor(context, accounts, person, email, passwordHash);
    person.changed(
      'author',
      account === userId ? 'is not among the users: an account of that name was made' : `has the account ${account}`,
    );
    people.known(userId, email, account);
    if (account !== userId) return;
    await context.write(
      context.folds.user,
      userId,
      registration(context, person, userId, email)
        .slice(0, 1)
        .map((one) => ({ ...one, onOutcome: undefined })),
    );
    if (!context.isDryRun) await accounts.credentials.confirm(userId);
  });
}

/** @returns the id of the account that has this e-mail; the person's own old id where it is new */
async function accountFor(
  { isDryRun }: ImportContext,
  { credentials }: Accounts,
  { id: userId }: Fields,
  email: string | undefined,
  passwordHash: string,
): Promise<string> {
  const address = email ?? addressFor(userId);
  if (isDryRun) return (await credentials.findByEmail(address))?.userId ?? userId;
  const commandId = derivedId(IMPORT, `users:${userId}`);
  const reservation = await credentials.reserve({ userId, email: address, passwordHash, commandId });
  return reservation.outcome === 'taken' ? reservation.credential.userId : userId;
}

/** A name that no mail reaches (RFC 2606). */
const addressFor = (userId: string): string => `${userId}@no-address.invalid`;

function registration(
  context: ImportContext,
  user: Fields,
  userId: string,
  email: string | undefined,
): Planned<User>[] {
  const at = timeOf(context, user, user.day('start'));
  const actor = actorOf(userId);
  const [firstName, lastName, phone] = [
    user.line('firstName', limits.name),
    user.line('lastName', limits.name),
    user.line('phone', limits.phone),
  ];
  const profile = { userId, title: user.line('title', limits.title), about: user.markup('about') };
  const address = email ?? addressFor(userId);
  const named =
    firstName === '' && lastName === ''
      ? { firstName: address.split('@')[0]?.slice(0, limits.name) ?? '', lastName }
      : { firstName, lastName };
  return [
    {
      key: `users:${userId}`,
      actor,
      at,
      today: user.day('start') ?? undefined,
      decide: deciding(registerUser, { ...named, email: address, phone }),
      onOutcome: counted(context, 'users', user),
    },
    {
      key: `users:${userId}:profile`,
      actor,
      at,
      decide: deciding(editProfile, profile),
      onOutcome: partOf(user, 'profile'),
    },
  ];
}

function recommendations(context: ImportContext, user: Fields, userId: string, people: People): Planned<User>[] {
  return user.parts('recommendations').flatMap((one, index): Planned<User>[] => {
    const author = people.byId(one.ref('recommender')) ?? people.byEmail(one.email('recommender'));
    if (author === undefined) {
      one.changed('recommender', 'is no user: the recommendation is not taken');
      return [];
    }
    const key = `users:${userId}:recommendations:${one.ref('_id') ?? index}`;
    const id = recommendationId(userId, derivedId(IMPORT, key));
    const at = timeOf(context, one);
    const written = { userId, recommendationId: id, recommendation: one.markup('recommendation') };
    return [
      {
        key,
        target: id,
        actor: actorOf(author),
        at,
        decide: deciding(writeRecommendation, written),
        onOutcome: partOf(one, 'recommendation'),
      },
      ...(one.isTrue('isAccepted')
        ? [
            {
              key: `${key}:accepted`,
              target: id,
              actor: actorOf(userId),
              at,
              decide: deciding(acceptRecommendation, { ...written, isAccepted: true }),
            },
          ]
        : []),
    ];
  });
}

function template(context: ImportContext, fields: Fields, userId: string, catalogue: Catalogue): Planned<User>[] {
  const errDrug = catalogue.knownDrug(fields.ref('errDrugTradeId'));
  const errType = catalogue.knownType(fields.ref('errType'));
  if (!errDrug || !errType) {
    fields.refuse('its drug or its error type is not in the dump');
    return [];
  }
  const templateId = derivedId(IMPORT, `usererrtemps:${fields.id}`);
  const payload = {
    userId,
    templateId,
    errDrugTradeId: errDrug.id,
    errType: errType.id,
    errNote: fields.markup('errNote'),
  };
  return [
    {
      key: `usererrtemps:${fields.id}`,
      target: templateId,
      actor: actorOf(userId),
      at: timeOf(context, fields),
      decide: deciding(saveErrorTemplate, payload),
      onOutcome: counted(context, 'usererrtemps', fields),
    },
  ];
}

/** @returns the teams of the dump with their admins */
export async function importTeams(
  context: ImportContext,
  people: People,
  teams: readonly Fields[],
): Promise<ReadonlyMap<string, string>> {
  const admins = new Map<string, string>();
  await forEach(teams, async (team) => {
    const adminId = people.of(team, [], 'admin');
    const { state } = await context.write(context.folds.team, team.id, teamCommands(context, people, team, adminId));
    if (state.status === 'created') admins.set(team.id, state.adminId);
  });
  return admins;
}

/** Before the accounts: members and admins who are no users get one. */
export function noteMembers(people: People, teams: readonly Fields[]): void {
  for (const team of teams) {
    for (const member of team.parts('members')) people.of(member, [], 'user');
    people.of(team, [], 'admin');
  }
}

function teamCommands(context: ImportContext, people: People, team: Fields, adminId: string): Planned<Team>[] {
  const { id: teamId } = team;
  const actor = actorOf(adminId, { isTeamAdmin: true });
  const at = timeOf(context, team);
  const specialty = team.code('specialty', specialties);
  if (specialty === undefined) team.changed('specialty', 'is unknown: 5, Adult Internal Ward');
  const name = team.line('name', limits.name);
  if (name === '') team.changed('name', 'is empty: the id stands for it');
  const content = {
    name: name || teamId,
    specialty: specialty ?? 5,
    about: team.markup('about'),
    adminEmail: team.email('admin') ?? addressFor(adminId),
  };
  const account = {
    teamId,
    cloudName: team.line('cloudName', limits.name),
    uploadPreset: team.line('uploadPreset', limits.name),
  };
  const members = new Map(team.parts('members').map((member) => [people.of(member, [], 'user'), member]));
  return [
    {
      key: `teams:${teamId}`,
      actor,
      at,
      decide: deciding(createTeam, content),
      onOutcome: counted(context, 'teams', team),
    },
    ...(account.cloudName !== '' && account.uploadPreset !== ''
      ? [
          {
            key: `teams:${teamId}:account`,
            actor,
            at,
            decide: deciding(editTeam, account),
            onOutcome: partOf(team, 'cloudName'),
          },
        ]
      : []),
    ...[...members].flatMap(([userId, member]) => membership(teamId, userId, member, actor, at, adminId === userId)),
  ];
}

function membership(
  teamId: string,
  userId: string,
  member: Fields,
  actor: Planned<Team>['actor'],
  at: string,
  isAdmin: boolean,
): Planned<Team>[] {
  const role = roleOf(member);
  if (isAdmin) {
    if (role !== 'pharmacist') member.changed('isPhysic', "is not taken: a team's admin is a clinical pharmacist");
    return [];
  }
  const key = `teams:${teamId}:members:${userId}`;
  const email = member.email('user') ?? addressFor(userId);
  const change = { teamId, userId, role, disabled: member.isTrue('disabled') };
  return [
    {
      key,
      target: userId,
      actor,
      at,
      decide: deciding(addTeamMember, { userId, email, isProven: true }),
      onOutcome: partOf(member, 'user'),
    },
    {
      key: `${key}:role`,
      target: userId,
      actor,
      at,
      decide: deciding(changeMember, change),
      onOutcome: partOf(member, 'role'),
    },
  ];
}

/** The two roles exclude each other. Without any the old system let a person read. */
function roleOf(member: Fields): Role {
  const [canEdit, isPhysic] = [member.isTrue('canEdit'), member.isTrue('isPhysic')];
  if (canEdit && isPhysic) member.changed('isPhysic', 'and canEdit are both set: clinical pharmacist');
  return canEdit ? 'pharmacist' : isPhysic ? 'physician' : 'reader';
}
