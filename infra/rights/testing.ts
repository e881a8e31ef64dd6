/**
 * For `rights.int.spec.ts` only: the product as its user starts it, with a person of each role, one team's chart, and
 * things made for a cell.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import type { Written } from 'command-api/contract/entities';
import { freshInstallation } from 'service-kit/testing/installation';
import { Pool } from 'pg';
import { waitForRevision } from 'projections/schema/read-after';
import { READ_SCHEMA } from 'projections/schema/version';
import { expect, vi } from 'vitest';
import { startProduct } from '../test/product.ts';
import { type Answered, call, message, PATIENCE_MS, pictureForm } from './asking.ts';
import { requests, type Sent } from './requests.ts';
import { type Role, roleNames, type Row } from './table.ts';
import {
  filled,
  idOfNothing,
  type Makers,
  ofTeam,
  type Person,
  type Send,
  type Things,
  thingsOfChart,
} from './things.ts';

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
export type Asked = Pick<Row, 'words' | 'path'> & Sent & { readonly method: string };

export interface TestEnvironment {
  readonly url: string;
  readonly people: Readonly<Record<Exclude<Role, 'visitor'>, Person>>;
  /** In no team; of whom a visitor's requests speak. */
  readonly bystander: Person;
  readonly otherTeam: string;
  /** The chart that everything refused is about; no accepted request changes it. */
  readonly shown: Things;
  /** The stranger's, in their own team. */
  readonly home: Things;
  /** Of what is a team's, ids that nobody has made; the rest as shown. */
  readonly nothing: Things;
  /** Tokens that are no longer good, by what became of them. */
  readonly ended: Readonly<Record<string, string>>;
  /** A chart of its own, whose things are made when they are asked for. */
  fresh(): Things;
  ask(
    asked: Asked,
    who: Role,
    things: Things,
    more?: { token?: string; headers?: Record<string, string> },
  ): Promise<Answered>;
  as(who: Person, method: string, path: string, body: object, headers?: Record<string, string>): Promise<Answered>;
  /** Somebody who has just joined the team, as a clinical pharmacist. */
  joined(): Promise<Person>;
  leaves(who: Person): Promise<void>;
  /** How many events there are, and accesses on their way. */
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
  /** The newest revision of each stream, as the answers told it. */
  const told = new Map<string, number>();
  let counted = 0;
  const number = (): number => (counted += 1);

  const send: Send = async <Body>(by: Person | undefined, method: string, path: string, body?: object) => {
    const { status, text } = await call(url, method, path, { token: by?.token, body });
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}\n${product.log()}`);
    const said = JSON.parse(text) as Body & Partial<Written>;
    if (said.stream !== undefined && said.revision !== undefined) told.set(said.stream, said.revision);
    return said;
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
  const change = (who: Person, said: object): Promise<object> =>
    send(teamAdmin, 'PUT', `/api/teams/${team}/members/${who.id}`, said);
  const leaves = async (who: Person): Promise<void> =>
    void (await send(teamAdmin, 'DELETE', `/api/teams/${team}/members/${who.id}`));
  const joins = (who: Person): Promise<object> =>
    send(teamAdmin, 'POST', `/api/teams/${team}/members`, { email: who.email });
  const joined = async (): Promise<Person> => {
    const newcomer = await signUp();
    await joins(newcomer);
    return newcomer;
  };
  for (const who of [removed, disabled, reader, auditor, pharmacist, physician, author, teammate]) await joins(who);
  await change(physician, { role: 'physician' });
  await change(reader, { role: 'reader' });
  await change(auditor, { role: 'reader', canAudit: true });

  const errorType = (await send<Made>(adminAccount, 'POST', '/api/errtypes', { label: 'Dose too high' }))._id;
  const tag = (await send<Made>(adminAccount, 'POST', '/api/tags', { label: 'Anticoagulant' }))._id;
  const drug = await send<Made & { tradeLabels: Made[] }>(teamAdmin, 'POST', '/api/drugs', {
    label: 'Warfarin',
    tradeLabels: [{ label: 'Marevan 5 mg' }],
    tags: [tag],
  });
  const tradeLabel = drug.tradeLabels[0]!._id;
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

  /**
   * What is the same beside every chart, or is the caller's own. "Another person" is the teammate: whatever is done to
   * them does nobody any harm.
   */
  const beside: Makers = {
    password: () => PASSWORD,
    'solved challenge': () => solvedChallenge(send),
    'new e-mail': () => `new-${number()}@hospital.test`,
    newcomer: async () => (await signUp()).email,
    "mailed link's token": () => mailedToken(forgetful),
    "own mailed link's token": mailedToken,
    'new label': () => `Label ${number()}`,
    'own id': ({ id }) => id,
    'own e-mail': ({ email }) => email,
    'own recommendation': ({ id }) => recommendations.get(id)!,
    'own template': template,
    'another person': () => teammate.id,
    "another's e-mail": () => teammate.email,
    "another's recommendation": () => recommendations.get(teammate.id)!,
    "another's template": () => template(teammate),
    'trade label': () => tradeLabel,
    drug: () => drug._id,
    'error type': () => errorType,
    tag: () => tag,
    course: () => courses[0]!._id,
    'viewer file': () => 'swagger-ui.css',
  };
  const withWhatIsBeside =
    (chart: Things): Things =>
    async (name, who) =>
      beside[name] ? beside[name](who) : chart(name, who);
  const ours = { team, teamAdmin, author, aMember: async () => teammate, errorType, tradeLabel };
  const home = withWhatIsBeside(
    thingsOfChart(send, {
      ...ours,
      team: otherTeam,
      teamAdmin: stranger,
      author: stranger,
      aMember: async () => stranger,
    }),
  );
  const chart = withWhatIsBeside(thingsOfChart(send, ours));
  // What a refused request is about is made before, even what it would have used up: it must leave the log as it found
  // it.
  const standing = new Map<string, string>();
  for (const name of [
    ...ofTeam,
    'newcomer',
    'solved challenge',
    "mailed link's token",
    'own template',
    "another's template",
  ])
    standing.set(name, await chart(name, bystander));
  await home('review', stranger);
  const shown: Things = async (name, who) => standing.get(name) ?? chart(name, who);
  const none = randomUUID();
  const isOfTeamOrPrivate = new Set([...ofTeam, "another's template"]);
  const nothing: Things = async (name, who) =>
    isOfTeamOrPrivate.has(name) ? idOfNothing(name, none) : shown(name, who);

  await leaves(removed);
  await change(disabled, { disabled: true });
  for (const [stream, revision] of told)
    expect([stream, await waitForRevision(db, stream, BigInt(revision), PATIENCE_MS)]).toEqual([stream, true]);

  const [signedOut, expired] = [await signIn(teamAdmin.email), await signIn(teamAdmin.email)];
  await send(signedOut, 'POST', '/api/users/logout', {});
  const { rowCount } = await db.query(
    `update accounts.session set used_at = now() - interval '2 hours' where token_hash = $1`,
    [createHash('sha256').update(expired.token).digest()],
  );
  expect(rowCount).toBe(1);

  return {
    url,
    people,
    bystander,
    otherTeam,
    shown,
    home,
    nothing,
    joined,
    leaves,
    ended: {
      'was signed out': signedOut.token,
      'has expired': expired.token,
      'never was': 'nobody-ever-had-this-token',
    },
    fresh: () => withWhatIsBeside(thingsOfChart(send, { ...ours, aMember: joined })),
    as: (who, method, path, body, headers) => call(url, method, path, { token: who.token, body, headers }),
    async ask({ words, method, path, ...sent }, role, things, { token, headers } = {}) {
      const person = role === 'visitor' ? undefined : people[role];
      const subject = person ?? bystander;
      // Who signs out does so on a session of its own, and stays for the rest.
      const session = token ?? (words === 'Sign out' && person ? (await signIn(person.email)).token : person?.token);
      if (method === 'SOCKET') return message(url, session, path, (name) => things(name, subject));
      const { query = {}, body = {}, picture } = requests[words] ?? sent;
      const address = new URL(encodeURI(await filled(path, things, subject)), url);
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
      const whole = ['GET', 'HEAD', 'DELETE'].includes(method)
        ? undefined
        : picture
          ? pictureForm()
          : await filled(body, things, subject);
      return call(url, method, address.pathname + address.search, { token: session, headers, body: whole });
    },
    async events() {
      // Whoever reads something is in the access log some time later: what counts is that it was noted.
      const { rows } = await db.query<{ events: number }>(
        `select (select count(*) from event_log.event where stream not like 'access-%')::int + (select count(*) from accounts.access_note)::int as events`,
      );
      return rows[0]!.events;
    },
    async stop() {
      await product.stop();
      await db.end();
      await installation.stop();
    },
  };
}

async function solvedChallenge(send: Send): Promise<string> {
  const challenge = await send<Challenge>(undefined, 'GET', '/api/config/captcha');
  return Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString(
    'base64',
  );
}

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
    /** Of the newest mail: the postman brings it in its own time. */
    async mailedToken(to: Person) {
      const before = (await mailsTo(to)).length;
      await send(undefined, 'POST', '/api/users/login', { email: to.email, forgetPW: true });
      // That of the sign-up may be on its way still, and its token is as good.
      await vi.waitFor(async () => expect((await mailsTo(to)).length).toBeGreaterThan(before), {
        timeout: PATIENCE_MS,
        interval: 20,
      });
      const mail = (await mailsTo(to)).at(-1)!;
      return /token=([\w-]+)/.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))![1]!;
    },
  };
}

export const isRefused = (status: number): boolean => status >= 300;
/** The first role that may. */
export const mayAsk = ({ expected }: Row): Role =>
  roleNames.find((role) => ![401, 403, 404].includes(expected[role])) ?? 'stranger';
