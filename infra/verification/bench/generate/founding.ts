/** The first morning: the catalogue, the people with their accounts, and the teams. */
import { derivedId } from 'command-api/commands/derived-id';
import { addErrorType, addTag } from 'language/domain/catalogue/decide';
import type { Actor } from 'language/domain/command';
import { addDrug } from 'language/domain/drug/decide';
import { addTeamMember, changeMember, createTeam } from 'language/domain/team/decide';
import { nonEmpty } from 'language/domain/testing/random';
import { registerUser, verifyEmail } from 'language/domain/user/decide';
import { NO_ERROR } from 'language/domain/values/codes';
import drugData from '../../../runtime/seed/data/drugs.json' with { type: 'json' };
import errorTypeData from '../../../runtime/seed/data/error-types.json' with { type: 'json' };
import names from '../../../runtime/seed/data/names.json' with { type: 'json' };
import type { Unit } from '../../../runtime/seed/demo-mix.ts';
import { instantAt, type Times } from '../../../runtime/seed/hospital-clock.ts';
import { folds, type RecordEvent, RecordedStream } from './recorder.ts';
import { type Draw, FIRST_DAY, TIME_ZONE } from './size.ts';

export interface Account {
  readonly userId: string;
  readonly email: string;
  readonly commandId: string;
}
export interface GeneratedTeam {
  readonly id: string;
  readonly unit: Unit;
  readonly admin: Actor;
  /** The first one is the team's admin. */
  readonly pharmacists: readonly Actor[];
  readonly physicians: readonly Actor[];
}
/** The ids and labels that an entry has of its error type and its drug. */
export interface Labels {
  errorType(label: string): string;
  /** By trade name. */
  drug(trade: string): { readonly tradeId: string; readonly tags: readonly { name: string }[] };
}
export interface Foundation {
  readonly accounts: readonly Account[];
  readonly teams: readonly GeneratedTeam[];
  readonly labels: Labels;
}

const PHARMACISTS = 4;
const PHYSICIANS = 2;
/** Eight of ten teams are intensive care: their patients have more medicines. */
const WARDS_OF_TEN = 2;
/** Minutes since midnight. */
const OPENS = 5 * 60;
const SECOND = 1_000;

const noRights: Omit<Actor, 'id'> = {
  isMember: false,
  isTeamAdmin: false,
  canEdit: false,
  isPhysic: false,
  isAdminAccount: false,
};

/** Records the events of the foundation. The same seed and number of teams found the same group. */
export function found(record: RecordEvent, draw: Draw, teamCount: number): Foundation {
  const opens = instantAt(TIME_ZONE, FIRST_DAY, OPENS).getTime();
  let done = 0;
  /** A command each second. */
  const now = (): Times => {
    const occurredAt = new Date(opens + (done += 1) * SECOND);
    return { occurredAt, recordedAt: new Date(occurredAt.getTime() + 2) };
  };
  const accounts: Account[] = [];
  const chance = draw.randomFor('people');
  const given = nonEmpty([...names.givenNamesMale, ...names.givenNamesFemale], 'names');
  const family = nonEmpty(names.familyNames, 'names');
  const register = (email: string): Account => {
    const commandId = draw.commandId(`user:${email}`);
    const userId = derivedId(commandId, 'user');
    const user = new RecordedStream(folds.user, userId, record);
    const actor = { ...noRights, id: userId };
    const payload = { firstName: chance.pick(given), lastName: chance.pick(family), email, phone: '' };
    user.handle({ ...now(), actor, name: 'RegisterUser', commandId, payload, decide: registerUser });
    const verified = { commandId: draw.commandId(`verified:${email}`), payload: { userId } };
    user.handle({ ...now(), actor, name: 'VerifyEmail', ...verified, decide: verifyEmail });
    const account = { userId, email, commandId };
    accounts.push(account);
    return account;
  };

  const author: Actor = { ...noRights, id: register('admin@bench.test').userId, isAdminAccount: true };
  const labels = writeCatalogue(record, draw, author, now);
  const teams = Array.from({ length: teamCount }, (_, index): GeneratedTeam => {
    const unit: Unit = index % 10 >= 10 - WARDS_OF_TEN ? 'ward' : 'icu';
    const number = String(index + 1).padStart(2, '0');
    const pharmacists = Array.from({ length: PHARMACISTS }, (_, person) =>
      register(`team${number}-pharmacist${person + 1}@bench.test`),
    );
    const physicians = Array.from({ length: PHYSICIANS }, (_, person) =>
      register(`team${number}-physician${person + 1}@bench.test`),
    );
    const [founder, auditor, ...others] = nonEmpty(pharmacists, 'people');
    const commandId = draw.commandId(`team:${number}`);
    const teamId = derivedId(commandId, 'team');
    const team = new RecordedStream(folds.team, teamId, record);
    const actorOf = ({ userId }: Account): Actor => ({ ...noRights, id: userId, isMember: true, canEdit: true });
    const admin: Actor = { ...actorOf(founder), isTeamAdmin: true };
    const payload = {
      name: unit === 'icu' ? `Intensive care ${number}` : `القسم الداخلي ${number}`,
      specialty: unit === 'icu' ? (1 as const) : (5 as const),
      about: '<p>A team of a generated hospital group.</p>',
      adminEmail: founder.email,
    };
    team.handle({ ...now(), actor: admin, name: 'CreateTeam', commandId, payload, decide: createTeam });
    const add = ({ userId, email }: Account, change: { role?: 'physician'; canAudit?: boolean }): void => {
      const asked = { actor: admin, target: userId };
      team.handle({
        ...now(),
        ...asked,
        name: 'AddTeamMember',
        commandId: draw.commandId(`member:${email}`),
        payload: { userId, email, isProven: true },
        decide: addTeamMember,
      });
      team.handle({
        ...now(),
        ...asked,
        name: 'ChangeMember',
        commandId: draw.commandId(`role:${email}`),
        payload: { teamId, userId, ...change },
        decide: changeMember,
      });
    };
    if (auditor) add(auditor, { canAudit: true });
    for (const pharmacist of others) add(pharmacist, { canAudit: false });
    for (const physician of physicians) add(physician, { role: 'physician' });
    return {
      id: teamId,
      unit,
      admin,
      pharmacists: [admin, ...pharmacists.slice(1).map(actorOf)],
      physicians: physicians.map((account) => ({ ...actorOf(account), canEdit: false, isPhysic: true })),
    };
  });
  return { accounts, teams, labels };
}

function writeCatalogue(record: RecordEvent, draw: Draw, actor: Actor, now: () => Times): Labels {
  const catalogue = new RecordedStream(folds.catalogue, '', record);
  const types = new Map<string, string>([[NO_ERROR.label, NO_ERROR._id]]);
  for (const { label } of errorTypeData) {
    if (label === NO_ERROR.label) continue;
    const commandId = draw.commandId(`error-type:${label}`);
    const errTypeId = derivedId(commandId, 'error-type');
    const payload = { errTypeId, label };
    catalogue.handle({ ...now(), actor, name: 'AddErrorType', commandId, payload, decide: addErrorType });
    types.set(label, errTypeId);
  }
  const tags = new Map<string, string>();
  for (const label of new Set(drugData.flatMap((drug) => drug.tags))) {
    const commandId = draw.commandId(`tag:${label}`);
    const tagId = derivedId(commandId, 'tag');
    catalogue.handle({ ...now(), actor, name: 'AddTag', commandId, payload: { tagId, label }, decide: addTag });
    tags.set(label, tagId);
  }
  const trades = new Map<string, ReturnType<Labels['drug']>>();
  for (const { label, tradeLabels, errTemps, tags: given, tips } of drugData) {
    const commandId = draw.commandId(`drug:${label}`);
    const drugId = derivedId(commandId, 'drug');
    const payload = {
      drugId,
      label,
      tradeLabels: tradeLabels.map((trade) => ({ label: trade })),
      errTemps: errTemps.map((template) => ({ ...template, errType: idIn(types, template.errType) })),
      tags: given.map((tag) => idIn(tags, tag)),
      tips,
    };
    const drug = new RecordedStream(folds.drug, drugId, record);
    const state = drug.handle({ ...now(), actor, name: 'AddDrug', commandId, payload, decide: addDrug });
    if (state.status === 'none') continue;
    for (const trade of state.tradeLabels)
      trades.set(trade.label, { tradeId: trade._id, tags: given.map((name) => ({ name })) });
  }
  return { errorType: (label) => idIn(types, label), drug: (trade) => idIn(trades, trade) };
}

function idIn<Value>(map: ReadonlyMap<string, Value>, label: string): Value {
  const value = map.get(label);
  if (value === undefined) throw new Error(`The sample data names "${label}", which is not in its lists`);
  return value;
}
