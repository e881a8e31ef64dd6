/**
 * For `*.int.spec.ts` of this package only: the product as `npm start` starts it, with a person of each role, one team's
 * chart, and things made for a cell.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Challenge } from 'altcha-lib';
import type { Written } from 'language/contract/entities';
import type { NewTotpSecret } from 'language/contract/second-factors';
import type { UserSession } from 'language/contract/sessions';
import { addDays, calendarDateIn } from 'language/domain/values/calendar-date';
import { codeOf } from 'command-api/testing/authenticator-app';
import { tokenIn } from 'command-api/testing/mail-inbox';
import { freshInstallation, type Installation } from 'service-kit/testing/installation';
import { Pool } from 'pg';
import { waitForRevision } from 'projections/schema/read-after';
import { READ_SCHEMA } from 'projections/schema/version';
import { expect, vi } from 'vitest';
import { solveCaptcha } from '../../../runtime/seed/solve-captcha.ts';
import { startProduct } from '../../test/product.ts';
import { type CallAnswer, call, message, TIMEOUT_MS, pictureForm, tableForm } from './calls.ts';
import { type RequestContent, type Role, roleNames, type Row } from '../table.ts';
import {
  fillPlaceholders,
  unknownId,
  type PlaceholderMakers,
  teamPlaceholders,
  type Person,
  type Send,
  type Placeholders,
  chartPlaceholders,
} from './placeholders.ts';

const ADMIN_EMAIL = 'admin@hospital.test';
const PASSWORD = 'correct horse 1';
const namesOfPeople = [
  'Stranger',
  'Removed',
  'Disabled',
  'Reader',
  'Auditor',
  'Pharmacist',
  'Physician',
  'Author',
  'TeamAdmin',
  'Bystander',
  'Teammate',
  'Forgetful',
] as const;

interface Made {
  readonly _id: string;
}

/** A row of the table, or a request with its own body. */
export type RequestDraft = Pick<Row, 'words' | 'path'> & RequestContent & { readonly method: string };

export interface TestEnvironment {
  readonly url: string;
  readonly installation: Pick<Installation, 'databaseUrl' | 'masterKey'>;
  readonly people: Readonly<Record<Exclude<Role, 'visitor'>, Person>>;
  /** In no team. A visitor's requests name this person. */
  readonly bystander: Person;
  readonly otherTeam: string;
  /** The chart of all refused requests. No accepted request changes it. */
  readonly existing: Placeholders;
  /** A chart in the stranger's own team. */
  readonly strangersOwn: Placeholders;
  /** Unknown ids for the things of a team; the rest as in `existing`. */
  readonly missing: Placeholders;
  /** Invalid tokens, by the reason. */
  readonly ended: Readonly<Record<string, string>>;
  /** A new chart, whose things are made on demand. */
  fresh(): Placeholders;
  ask(
    request: RequestDraft,
    who: Role,
    things: Placeholders,
    more?: { token?: string; headers?: Record<string, string> },
  ): Promise<CallAnswer>;
  askAs(who: Person, method: string, path: string, body: object, headers?: Record<string, string>): Promise<CallAnswer>;
  /** A person who joins the team now, as a clinical pharmacist. */
  newMember(): Promise<Person>;
  removeMember(who: Person): Promise<void>;
  /** From now on the team requires a second factor. No person has one: its admin has removed theirs. */
  requireSecondFactor(): Promise<void>;
  /** The number of events, and of accesses in the outbox. */
  events(): Promise<number>;
  stop(): Promise<void>;
}

export async function startTestEnvironment(): Promise<TestEnvironment> {
  const installation = await freshInstallation();
  const { databaseUrl, eventstoreUrl, masterKey } = installation;
  const product = await startProduct({
    env: {
      DATABASE_URL: databaseUrl,
      EVENTSTORE_URL: eventstoreUrl,
      MASTER_KEY: masterKey,
      ADMIN_EMAIL,
      ADMIN_PASSWORD: PASSWORD,
      RATE_LIMIT: 'off',
    },
  });
  const db = new Pool({ connectionString: databaseUrl, options: `-c search_path=${READ_SCHEMA}`, max: 2 });
  const { url } = product;
  /** The newest revision of each stream in the answers. */
  const newestRevisions = new Map<string, number>();
  let counted = 0;
  const number = (): number => (counted += 1);

  const send: Send = async <Body>(by: Person | undefined, method: string, path: string, body?: object) => {
    const { status, text } = await call(url, method, path, { token: by?.token, body });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}\n${product.log()}`);
    const written = JSON.parse(text) as Body & Partial<Written>;
    if (written.stream !== undefined && written.revision !== undefined)
      newestRevisions.set(written.stream, written.revision);
    return written;
  };

  const { signIn, signUp, mailedToken } = accounts(send, product.dataDir, number);
  const adminAccount = await signIn(ADMIN_EMAIL);
  const signedUp: Person[] = [];
  for (const name of namesOfPeople) signedUp.push(await signUp(name));
  const [
    stranger,
    removed,
    disabled,
    reader,
    auditor,
    pharmacist,
    physician,
    author,
    teamAdmin,
    bystander,
    teammate,
    forgetful,
  ] = signedUp as [Person, Person, Person, Person, Person, Person, Person, Person, Person, Person, Person, Person];
  const people = {
    stranger,
    removed,
    disabled,
    reader,
    auditor,
    pharmacist,
    physician,
    author,
    teamAdmin,
    adminAccount,
  };

  const foundTeam = async (by: Person): Promise<string> =>
    (await send<Made>(by, 'POST', '/api/teams', { name: 'Adult ICU', specialty: 1, about: '' }))._id;
  const [team, otherTeam] = [await foundTeam(teamAdmin), await foundTeam(stranger)];
  for (const [by, of] of [
    [teamAdmin, team],
    [stranger, otherTeam],
  ] as const)
    await send(by, 'PUT', `/api/teams/${of}/edit`, { receivesTransfers: true });
  const changeMember = (who: Person, changes: object): Promise<object> =>
    send(teamAdmin, 'PUT', `/api/teams/${team}/members/${who.id}`, changes);
  const removeMember = async (who: Person): Promise<void> =>
    void (await send(teamAdmin, 'DELETE', `/api/teams/${team}/members/${who.id}`));
  const addMember = (who: Person): Promise<object> =>
    send(teamAdmin, 'POST', `/api/teams/${team}/members`, { email: who.email });
  const newMember = async (): Promise<Person> => {
    const newcomer = await signUp();
    await addMember(newcomer);
    return newcomer;
  };
  for (const who of [removed, disabled, reader, auditor, pharmacist, physician, author, teammate]) await addMember(who);
  await changeMember(physician, { role: 'physician' });
  await changeMember(reader, { role: 'reader' });
  await changeMember(auditor, { role: 'reader', canAudit: true });

  const errorType = (await send<Made>(adminAccount, 'POST', '/api/errtypes', { label: 'Dose too high' }))._id;
  const tag = (await send<Made>(adminAccount, 'POST', '/api/tags', { label: 'Anticoagulant' }))._id;
  const twice = { kind: 'duplicate', agent: 'same', exceptions: [], source: 'A label', sourceDate: '2025-01-01' };
  const proposed = { severity: 'C', errType: errorType, text: 'Twice' };
  const statement = (await send<Made>(adminAccount, 'POST', '/api/statements', { ...twice, ...proposed }))._id;
  const drug = await send<Made & { tradeLabels: Made[] }>(teamAdmin, 'POST', '/api/drugs', {
    label: 'Warfarin',
    tradeLabels: [{ label: 'Marevan 5 mg' }],
    tags: [tag],
  });
  const tradeLabel = present(drug.tradeLabels[0])._id;
  const courses = await send<Made[]>(undefined, 'GET', '/api/courses');

  const template = async (by: Person): Promise<string> =>
    (
      await send<Made>(by, 'POST', '/api/userErrTemps', {
        errDrugTradeId: tradeLabel,
        errType: errorType,
        errNote: `<p>Note ${number()}</p>`,
      })
    )._id;
  const recommendations = new Map<string, string>();
  for (const who of [...Object.values(people), bystander, teammate]) {
    const by = who === bystander ? teammate : bystander;
    recommendations.set(
      who.id,
      (await send<Made>(by, 'POST', `/api/users/addRecomm/${who.id}`, { recommendation: '<p>Careful</p>' }))._id,
    );
  }

  const newSession = async (email: string): Promise<string> => {
    const sessions = await send<UserSession[]>(await signIn(email), 'GET', '/api/users/me/sessions');
    return present(sessions.find(({ isCurrent }) => isCurrent))._id;
  };

  /** Placeholders outside a chart. "Another person" is the teammate, whom no other request needs unchanged. */
  const general: PlaceholderMakers = {
    password: () => PASSWORD,
    'solved challenge': () => solvedChallenge(send),
    'new e-mail': () => `new-${number()}@hospital.test`,
    newcomer: async () => (await signUp()).email,
    'new person': async () => (await signUp()).id,
    "mailed link's token": () => mailedToken(forgetful),
    "own mailed link's token": mailedToken,
    'new label': () => `Label ${number()}`,
    tomorrow: () => addDays(calendarDateIn('Africa/Cairo', new Date()), 1),
    'own id': ({ id }) => id,
    'own e-mail': ({ email }) => email,
    'own recommendation': ({ id }) => present(recommendations.get(id)),
    'own template': template,
    'another person': () => teammate.id,
    "another's e-mail": () => teammate.email,
    "another's recommendation": () => present(recommendations.get(teammate.id)),
    "another's template": () => template(teammate),
    'own session': ({ email }) => newSession(email),
    "another's session": () => newSession(teammate.email),
    'trade label': () => tradeLabel,
    drug: () => drug._id,
    'error type': () => errorType,
    statement: () => statement,
    tag: () => tag,
    course: () => present(courses[0])._id,
    'viewer file': () => 'swagger-ui.css',
  };
  const withGeneral =
    (chart: Placeholders): Placeholders =>
    async (name, who) =>
      general[name] ? general[name](who) : chart(name, who);
  const ours = {
    team,
    teamAdmin,
    author,
    aMember: async () => teammate,
    errorType,
    tradeLabel,
    partner: { team: otherTeam, person: stranger },
  };
  const strangersOwn = withGeneral(
    chartPlaceholders(send, {
      ...ours,
      team: otherTeam,
      teamAdmin: stranger,
      author: stranger,
      aMember: async () => stranger,
      partner: { team, person: teamAdmin },
    }),
  );
  const chart = withGeneral(chartPlaceholders(send, ours));
  // The things of refused requests are made before, even those that the request would use up: a refused request must
  // not change the log.
  const madeBefore = new Map<string, string>();
  for (const name of [
    ...teamPlaceholders,
    'newcomer',
    'new person',
    'solved challenge',
    "mailed link's token",
    'own template',
    "another's template",
    "another's session",
  ])
    madeBefore.set(name, await chart(name, bystander));
  await strangersOwn('review', stranger);
  const existing: Placeholders = async (name, who) => madeBefore.get(name) ?? chart(name, who);
  const unusedId = randomUUID();
  const teamOrPrivate = new Set([...teamPlaceholders, "another's template", "another's session"]);
  const missing: Placeholders = async (name, who) =>
    teamOrPrivate.has(name) ? unknownId(name, unusedId) : existing(name, who);

  await removeMember(removed);
  await changeMember(disabled, { disabled: true });
  for (const [stream, revision] of newestRevisions)
    expect([stream, await waitForRevision(db, stream, BigInt(revision), TIMEOUT_MS)]).toEqual([stream, true]);

  const [signedOut, expired] = [await signIn(teamAdmin.email), await signIn(teamAdmin.email)];
  await send(signedOut, 'POST', '/api/users/logout', {});
  const { rowCount } = await db.query(
    `update accounts.session set used_at = now() - interval '2 hours' where token_hash = $1`,
    [createHash('sha256').update(expired.token).digest()],
  );
  expect(rowCount).toBe(1);

  return {
    url,
    installation,
    people,
    bystander,
    otherTeam,
    existing,
    strangersOwn,
    missing,
    newMember,
    removeMember,
    async requireSecondFactor() {
      const factor = '/api/users/me/second-factors/totp';
      const { secret } = await send<NewTotpSecret>(teamAdmin, 'POST', factor, {});
      await send(teamAdmin, 'POST', `${factor}/confirm`, { code: codeOf(secret) });
      const { stream, revision } = await send<Written>(teamAdmin, 'PUT', `/api/teams/${team}/edit`, {
        secondFactorRequired: true,
      });
      await send(teamAdmin, 'DELETE', factor);
      expect(await waitForRevision(db, stream, BigInt(revision), TIMEOUT_MS)).toBe(true);
    },
    ended: {
      'was signed out': signedOut.token,
      'has expired': expired.token,
      'never existed': 'this-token-never-existed',
    },
    fresh: () => withGeneral(chartPlaceholders(send, { ...ours, aMember: newMember })),
    askAs: (who, method, path, body, headers) => call(url, method, path, { token: who.token, body, headers }),
    async ask({ words, method, path, ...sent }, role, things, { token, headers } = {}) {
      const person = role === 'visitor' ? undefined : people[role];
      const subject = person ?? bystander;
      // These use a session of their own: the person's other calls need theirs.
      const endsSession = words === 'Sign out' || words === 'Lock the own session';
      const session = token ?? (endsSession && person ? (await signIn(person.email)).token : person?.token);
      if (method === 'SOCKET') return message(url, session, path, (name) => things(name, subject));
      const { query = {}, body = {}, picture, table } = sent;
      const address = new URL(encodeURI(await fillPlaceholders(path, things, subject)), url);
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
      const hasNone = ['GET', 'HEAD'].includes(method) || (method === 'DELETE' && sent.body === undefined);
      const whole = hasNone
        ? undefined
        : picture
          ? pictureForm()
          : table
            ? tableForm()
            : await fillPlaceholders(body, things, subject);
      return call(url, method, address.pathname + address.search, { token: session, headers, body: whole });
    },
    async events() {
      // Accesses reach the log some time later, so the outbox is counted instead of their streams.
      const { rows } = await db.query<{ events: number }>(
        `select (select count(*) from event_log.event where stream not like 'access-%')::int
              + (select count(*) from accounts.access_note)::int as events`,
      );
      return present(rows[0]).events;
    },
    async stop() {
      await product.stop();
      await db.end();
      await installation.stop();
    },
  };
}

const solvedChallenge = async (send: Send): Promise<string> =>
  solveCaptcha(await send<Challenge>(undefined, 'GET', '/api/config/captcha'));

function accounts(send: Send, dataDir: string, number: () => number) {
  const enter = async (path: string, body: { email: string; [name: string]: string }): Promise<Person> => {
    const { _id: id, token } = await send<Made & { token: string }>(undefined, 'POST', path, body);
    return { id, email: body.email, token };
  };
  const mailsTo = async ({ email }: Person): Promise<string[]> => {
    const folder = join(dataDir, 'mail');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
    return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).filter((mail) =>
      mail.includes(`To: ${email}`),
    );
  };
  return {
    signIn: (email: string) => enter('/api/users/login', { email, password: PASSWORD }),
    async signUp(name = `Person-${number()}`) {
      const email = `${name.toLowerCase()}@hospital.test`;
      return enter('/api/users', {
        firstName: name,
        lastName: 'Farouk',
        email,
        phone: '',
        password: PASSWORD,
        token: await solvedChallenge(send),
      });
    },
    /** The token of the next mail, which the mail sender writes some time later. */
    async mailedToken(to: Person) {
      const before = (await mailsTo(to)).length;
      await send(undefined, 'POST', '/api/users/login', { email: to.email, forgetPW: true });
      // The sign-up's mail may arrive only now: its token works as well.
      await vi.waitFor(async () => expect((await mailsTo(to)).length).toBeGreaterThan(before), {
        timeout: TIMEOUT_MS,
        interval: 20,
      });
      return tokenIn(present((await mailsTo(to)).at(-1)));
    },
  };
}

export const isRefused = (status: number): boolean => status >= 300;
/** The first role that is allowed. */
export const firstAllowedRole = ({ expected }: Row): Role =>
  roleNames.find((role) => ![401, 403, 404].includes(expected[role])) ?? 'stranger';

/** @throws Error if there is no value */
function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The test environment lacks a value');
  return value;
}
