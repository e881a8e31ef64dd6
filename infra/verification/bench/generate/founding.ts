/** The first morning: the catalogue, the people with their accounts, and the teams. */
import { derivedId } from 'command-api/commands/derived-id';
import { addErrorType, addTag } from 'language/domain/catalogue/decide';
import type { Actor } from 'language/domain/command';
import { addDrug } from 'language/domain/drug/decide';
import { addTeamMember, changeMember, createTeam } from 'language/domain/team/decide';
import { registerUser, verifyEmail } from 'language/domain/user/decide';
import { NO_ERROR, type Specialty } from 'language/domain/values/codes';
import drugData from '../../../runtime/seed/data/drugs.json' with { type: 'json' };
import errorTypeData from '../../../runtime/seed/data/error-types.json' with { type: 'json' };
import names from '../../../runtime/seed/data/names.json' with { type: 'json' };
import type { Unit } from '../../../runtime/seed/demo-mix.ts';
import { instantAt, type Times } from '../../../runtime/seed/hospital-clock.ts';
import { nonEmpty } from 'language/domain/testing/random';
import type { Draw } from './draw.ts';
import { latinNames } from './latin-names.ts';
import type { Recorder } from './recorder.ts';
import { type Size, TIME_ZONE } from './size.ts';

export interface Account {
  readonly userId: string;
  readonly email: string;
  readonly commandId: string;
}
export interface GeneratedTeam {
  readonly id: string;
  readonly unit: Unit;
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

const ADMIN_EMAIL = 'admin@bench.test';
const PHARMACISTS = 4;
const PHYSICIANS = 2;
/** Eight of ten teams are intensive care: their patients have more medicines. */
const WARDS_OF_TEN = 2;
const ICU_SPECIALTIES: readonly Specialty[] = [1, 2];
const WARD_SPECIALTY: Specialty = 5;
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

/** Records the events of the foundation. The same seed and size found the same group. */
export function found(recorder: Recorder, draw: Draw, size: Size): Foundation {
  const opens = instantAt(TIME_ZONE, size.firstDay, OPENS).getTime();
  let done = 0;
  /** A command each second. */
  const now = (): Times => {
    const occurredAt = new Date(opens + (done += 1) * SECOND);
    return { occurredAt, recordedAt: new Date(occurredAt.getTime() + 2) };
  };
  const accounts: Account[] = [];
  const chance = draw.randomFor('people');
  const register = (email: string): Account => {
    const commandId = draw.commandId(`user:${email}`);
    const userId = derivedId(commandId, 'user');
    const isLatin = chance.chance(50);
    const [given, family] = isLatin
      ? [latinNames.given, latinNames.family]
      : [nonEmpty([...names.givenNamesMale, ...names.givenNamesFemale], 'names'), nonEmpty(names.familyNames, 'names')];
    const phone = `010${String(chance.between(0, 99_999_999)).padStart(8, '0')}`;
    const account = { userId, email, commandId };
    const about = { kind: recorder.user, id: userId, actor: { ...noRights, id: userId } };
    recorder.handle({
      ...about,
      ...now(),
      name: 'RegisterUser',
      commandId,
      payload: { firstName: chance.pick(given), lastName: chance.pick(family), email, phone },
      decide: registerUser,
    });
    recorder.handle({
      ...about,
      ...now(),
      name: 'VerifyEmail',
      commandId: draw.commandId(`verified:${email}`),
      payload: { userId },
      decide: verifyEmail,
    });
    accounts.push(account);
    return account;
  };

  const admin: Actor = { ...noRights, id: register(ADMIN_EMAIL).userId, isAdminAccount: true };
  const labels = writeCatalogue(recorder, draw, admin, now);
  const teams = Array.from({ length: size.teams }, (_, index): GeneratedTeam => {
    const unit: Unit = index % 10 >= 10 - WARDS_OF_TEN ? 'ward' : 'icu';
    const number = String(index + 1).padStart(2, '0');
    const people = Array.from({ length: PHARMACISTS + PHYSICIANS }, (_, person) => ({
      ...register(`team${number}-${roleAt(person)}@bench.test`),
      isPhysic: person >= PHARMACISTS,
    }));
    const [founder, ...others] = nonEmpty(people, 'people');
    const commandId = draw.commandId(`team:${number}`);
    const teamId = derivedId(commandId, 'team');
    const asAdmin: Actor = { ...noRights, id: founder.userId, isMember: true, isTeamAdmin: true, canEdit: true };
    const onTeam = { kind: recorder.team, id: teamId, actor: asAdmin };
    recorder.handle({
      ...onTeam,
      ...now(),
      name: 'CreateTeam',
      commandId,
      payload: {
        name: unit === 'icu' ? `Intensive care ${number}` : `القسم الداخلي ${number}`,
        specialty: unit === 'icu' ? (ICU_SPECIALTIES[index % ICU_SPECIALTIES.length] ?? 1) : WARD_SPECIALTY,
        about: '<p>A team of a generated hospital group.</p>',
        adminEmail: founder.email,
      },
      decide: createTeam,
    });
    for (const { userId, email, isPhysic } of others) {
      recorder.handle({
        ...onTeam,
        ...now(),
        name: 'AddTeamMember',
        target: userId,
        commandId: draw.commandId(`member:${email}`),
        payload: { userId, email, isProven: true },
        decide: addTeamMember,
      });
      const change = isPhysic ? ({ role: 'physician' } as const) : { canAudit: userId === others[0]?.userId };
      recorder.handle({
        ...onTeam,
        ...now(),
        name: 'ChangeMember',
        target: userId,
        commandId: draw.commandId(`role:${email}`),
        payload: { teamId, userId, ...change },
        decide: changeMember,
      });
    }
    const actorOf = ({ userId, isPhysic }: (typeof people)[number]): Actor => ({
      ...noRights,
      id: userId,
      isMember: true,
      isTeamAdmin: userId === founder.userId,
      canEdit: !isPhysic,
      isPhysic,
    });
    return {
      id: teamId,
      unit,
      pharmacists: people.filter(({ isPhysic }) => !isPhysic).map(actorOf),
      physicians: people.filter(({ isPhysic }) => isPhysic).map(actorOf),
    };
  });
  return { accounts, teams, labels };
}

/** The part of an address: `pharmacist1`, `physician2`. */
const roleAt = (person: number): string =>
  person < PHARMACISTS ? `pharmacist${person + 1}` : `physician${person + 1 - PHARMACISTS}`;

function writeCatalogue(recorder: Recorder, draw: Draw, actor: Actor, now: () => Times): Labels {
  const onCatalogue = { kind: recorder.catalogue, id: '', actor };
  const types = new Map<string, string>([[NO_ERROR.label, NO_ERROR._id]]);
  for (const { label } of errorTypeData) {
    if (label === NO_ERROR.label) continue;
    const commandId = draw.commandId(`error-type:${label}`);
    const errTypeId = derivedId(commandId, 'error-type');
    const payload = { errTypeId, label };
    recorder.handle({ ...onCatalogue, ...now(), name: 'AddErrorType', commandId, payload, decide: addErrorType });
    types.set(label, errTypeId);
  }
  const tags = new Map<string, string>();
  for (const label of new Set(drugData.flatMap((drug) => drug.tags))) {
    const commandId = draw.commandId(`tag:${label}`);
    const tagId = derivedId(commandId, 'tag');
    recorder.handle({ ...onCatalogue, ...now(), name: 'AddTag', commandId, payload: { tagId, label }, decide: addTag });
    tags.set(label, tagId);
  }
  const trades = new Map<string, ReturnType<Labels['drug']>>();
  for (const drug of drugData) {
    const commandId = draw.commandId(`drug:${drug.label}`);
    const drugId = derivedId(commandId, 'drug');
    const state = recorder.handle({
      kind: recorder.drug,
      id: drugId,
      actor,
      ...now(),
      name: 'AddDrug',
      commandId,
      payload: {
        drugId,
        label: drug.label,
        tradeLabels: drug.tradeLabels.map((label) => ({ label })),
        errTemps: drug.errTemps.map(({ errType, isAdult, label }) => ({
          errType: idIn(types, errType),
          isAdult,
          label,
        })),
        tags: drug.tags.map((label) => idIn(tags, label)),
        tips: drug.tips,
      },
      decide: addDrug,
    });
    if (state.status === 'none') continue;
    for (const { _id: tradeId, label } of state.tradeLabels)
      trades.set(label, { tradeId, tags: drug.tags.map((name) => ({ name })) });
  }
  return { errorType: (label) => idIn(types, label), drug: (trade) => idIn(trades, trade) };
}

function idIn<Value>(map: ReadonlyMap<string, Value>, label: string): Value {
  const value = map.get(label);
  if (value === undefined) throw new Error(`The sample data names "${label}", which is not in its lists`);
  return value;
}
