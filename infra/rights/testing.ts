/** For `rights.int.spec.ts` only: the product as its user starts it, with a person of each role, one team's chart, and things made for a cell. */
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join as pathOf } from 'node:path';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import type { Written } from 'command-api/contract/entities';
import { freshInstallation } from 'command-api/service/testing';
import { Pool } from 'pg';
import { waitForRevision } from 'projections/schema/read-after';
import { READ_SCHEMA } from 'projections/schema/version';
import { io } from 'socket.io-client';
import { expect, vi } from 'vitest';
import { startProduct } from '../test/product.ts';
import { requests, type Sent } from './requests.ts';
import { type Role, roleNames, type Row } from './table.ts';

const ADMIN_EMAIL = 'admin@hospital.test';
const PASSWORD = 'correct horse 1';
const PATIENCE_MS = 20_000;
/** The smallest there is. */
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

export interface Answered {
  readonly status: number;
  readonly text: string;
  /** Without those that differ from one second to the next. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** A row of the table, or a request with its own body. */
export type Asked = Pick<Row, 'words' | 'path'> & Sent & { readonly method: string };

/** What stands in braces in the table and in `requests.ts`. */
export type Things = (name: string, who: Person) => Promise<string>;

export interface Hospital {
  readonly url: string;
  readonly people: Readonly<Record<Exclude<Role, 'visitor'>, Person>>;
  /** Of whom a visitor's requests speak. */
  readonly bystander: Person;
  readonly otherTeam: string;
  /** The chart that everything refused is about; it is never changed by an accepted request. */
  readonly shown: Things;
  /** The stranger's, in their own team. */
  readonly home: Things;
  /** Ids of the same form, of things that nobody has made. */
  readonly nothing: Things;
  /** Tokens that are no longer good, by what happened to them. */
  readonly ended: Readonly<Record<string, string>>;
  /** A chart of its own, whose things are made when they are asked for. */
  fresh(): Things;
  ask(row: Asked, who: Role, things: Things, more?: { token?: string; headers?: Record<string, string> }): Promise<Answered>;
  /** Somebody who has just joined the team, as a clinical pharmacist. */
  joined(): Promise<Person>;
  leaves(who: Person): Promise<void>;
  as(who: Person, method: string, path: string, body: object, headers?: Record<string, string>): Promise<Answered>;
  /** How many events there are. */
  events(): Promise<number>;
  log(): string;
  stop(): Promise<void>;
}

export async function openHospital(): Promise<Hospital> {
  const installation = await freshInstallation();
  const { databaseUrl, eventstoreUrl, masterKey } = installation;
  const product = await startProduct({ env: { DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventstoreUrl, MASTER_KEY: masterKey, ADMIN_EMAIL, ADMIN_PASSWORD: PASSWORD, RATE_LIMIT: 'off' } });
  const db = new Pool({ connectionString: databaseUrl, options: `-c search_path=${READ_SCHEMA}`, max: 2 });
  const { url } = product;
  const written = new Map<string, number>();
  let numbered = 0;
  const number = (): number => (numbered += 1);

  /** @throws Error where it is refused: the hospital is not as it should be */
  async function send<Body>(by: Person | undefined, method: string, path: string, body?: object): Promise<Body> {
    const answer = await call(method, path, { token: by?.token, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}\n${product.log()}`);
    const said = JSON.parse(answer.text) as Body & Partial<Written>;
    if (said.stream !== undefined && said.revision !== undefined) written.set(said.stream, said.revision);
    return said;
  }

  interface Call { token?: string | undefined; headers?: Record<string, string> | undefined; body?: object | FormData | undefined }
  async function call(method: string, path: string, { token, headers: more = {}, body }: Call): Promise<Answered> {
    const json = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(new URL(path, url), {
      method,
      headers: { ...(token === undefined ? {} : { authorization: `bearer ${token}` }), ...(json ? { 'content-type': 'application/json' } : {}), ...more },
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : body }),
    });
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'));
    return { status: answer.status, text: await answer.text(), headers };
  }

  async function solvedChallenge(): Promise<string> {
    const challenge = await send<Challenge>(undefined, 'GET', '/api/config/captcha');
    return Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString('base64');
  }
  const signIn = async (email: string): Promise<Person> => {
    const { _id: id, token } = await send<{ _id: string; token: string }>(undefined, 'POST', '/api/users/login', { email, password: PASSWORD });
    return { id, email, token };
  };
  const signUp = async (name = `person-${number()}`): Promise<Person> => {
    const email = `${name.toLowerCase()}@hospital.test`;
    const { _id: id, token } = await send<{ _id: string; token: string }>(undefined, 'POST', '/api/users', { firstName: name, lastName: 'Farouk', email, phone: '', password: PASSWORD, token: await solvedChallenge() });
    return { id, email, token };
  };

  const adminAccount = await signIn(ADMIN_EMAIL);
  const [stranger, removed, disabled, pharmacist, physician, author, teamAdmin, bystander] = [
    await signUp('Stranger'), await signUp('Removed'), await signUp('Disabled'), await signUp('Pharmacist'), await signUp('Physician'), await signUp('Author'), await signUp('TeamAdmin'), await signUp('Bystander'),
  ];
  const people = { stranger, removed, disabled, pharmacist, physician, author, teamAdmin, adminAccount };

  const foundTeam = async (by: Person): Promise<string> => (await send<{ _id: string }>(by, 'POST', '/api/teams', { name: 'Adult ICU', specialty: 1, about: '' }))._id;
  const [team, otherTeam] = [await foundTeam(teamAdmin), await foundTeam(stranger)];
  const member = (of: Person, change: object): Promise<object> => send(teamAdmin, 'PUT', `/api/teams/${team}/members/${of.id}`, change);
  const join = (who: Person): Promise<object> => send(teamAdmin, 'POST', `/api/teams/${team}/members`, { email: who.email });
  const [teammate, forgetful] = [await signUp('Teammate'), await signUp('Forgetful')];
  for (const who of [removed, disabled, pharmacist, physician, author, teammate]) await join(who);
  await member(physician, { role: 'physician' });
  const joined = async (): Promise<Person> => {
    const newcomer = await signUp();
    await join(newcomer);
    return newcomer;
  };

  const errorType = (await send<{ _id: string }>(adminAccount, 'POST', '/api/errtypes', { label: 'Dose too high' }))._id;
  const tag = (await send<{ _id: string }>(adminAccount, 'POST', '/api/tags', { label: 'Anticoagulant' }))._id;
  const drug = await send<{ _id: string; tradeLabels: { _id: string }[] }>(teamAdmin, 'POST', '/api/drugs', { label: 'Warfarin', tradeLabels: [{ label: 'Marevan 5 mg' }], tags: [tag] });
  const tradeLabel = drug.tradeLabels[0]!._id;
  const [course] = await send<{ _id: string }[]>(undefined, 'GET', '/api/courses');

  const template = async (by: Person): Promise<string> =>
    (await send<{ _id: string }>(by, 'POST', '/api/userErrTemps', { errDrugTradeId: tradeLabel, errType: errorType, errNote: `<p>Note ${number()}</p>` }))._id;
  const recommended = new Map<string, Promise<string>>();
  const recommendationOf = (who: Person, by: Person): Promise<string> => {
    const written = recommended.get(who.id) ?? send<{ _id: string }>(by, 'POST', `/api/users/addRecomm/${who.id}`, { recommendation: '<p>Careful</p>' }).then(({ _id }) => _id);
    recommended.set(who.id, written);
    return written;
  };

  /** The newest mail's link. The postman brings it in its own time. */
  async function mailedToken(to: Person): Promise<string> {
    const mails = async (): Promise<string[]> => {
      const folder = pathOf(product.dataDir, 'mail');
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted();
      return (await Promise.all(names.map((name) => readFile(pathOf(folder, name), 'utf8')))).filter((mail) => mail.includes(`To: ${to.email}`));
    };
    const before = (await mails()).length;
    await send(undefined, 'POST', '/api/users/login', { email: to.email, forgetPW: true });
    await vi.waitFor(async () => expect(await mails()).toHaveLength(before + 1), { timeout: PATIENCE_MS, interval: 20 });
    return /token=([\w-]+)/.exec((await mails()).at(-1)!.replaceAll('=\r\n', '').replaceAll('=3D', '='))![1]!;
  }

  /** What is the same on every chart, or belongs to the caller. */
  const common: Readonly<Record<string, (who: Person) => Promise<string> | string>> = {
    password: () => PASSWORD,
    'solved challenge': solvedChallenge,
    'new e-mail': () => `new-${number()}@hospital.test`,
    newcomer: async () => (await signUp()).email,
    "mailed link's token": async () => mailedToken(forgetful),
    'new label': () => `Label ${number()}`,
    'own id': ({ id }) => id,
    'own e-mail': ({ email }) => email,
    'own recommendation': (who) => recommendationOf(who, bystander.id === who.id ? teammate : bystander),
    'own template': template,
    // Nobody signs in as this person, and whatever is done to them does nobody any harm.
    'another person': () => teammate.id,
    "another's e-mail": () => teammate.email,
    "another's recommendation": () => recommendationOf(teammate, bystander),
    "another's template": () => template(teammate),
    'trade label': () => tradeLabel,
    drug: () => drug._id,
    'error type': () => errorType,
    tag: () => tag,
    course: () => course!._id,
    'viewer file': () => 'swagger-ui.css',
  };

  /** @param author writes the review @param memberOf who is meant by "a member" */
  function chart({ team, teamAdmin, author, memberOf }: { team: string; teamAdmin: Person; author: Person; memberOf: () => Promise<Person> }): Things {
    const made = new Map<string, Promise<string>>();
    const own: Readonly<Record<string, () => Promise<string> | string>> = {
      team: () => team,
      "the team's admin": () => teamAdmin.id,
      'a member': async () => (await memberOf()).id,
      patient: async () => (await send<{ _id: string }>(teamAdmin, 'POST', '/api/patients', { team, firstName: 'محمد', middleName: 'أحمد', birthdate: '1960-02-29' }))._id,
      admission: async () => (await send<{ _id: string }>(teamAdmin, 'POST', '/api/admissions', { patient: await the('patient'), admissionDate: '2025-03-01' }))._id,
      'admitted patient': async () => {
        await the('admission');
        return the('patient');
      },
      'whole review': async () => {
        const drugErrs = [{ errType: errorType, errDrug: tradeLabel }];
        const review = await send<{ _id: string; drugErrs: { _id: string }[] }>(author, 'POST', '/api/reviews/addReview', { admissionId: await the('admission'), reviewDate: '2025-03-02', drugErrs });
        return `${review._id} ${review.drugErrs[0]!._id}`;
      },
      review: async () => (await the('whole review')).split(' ')[0]!,
      entry: async () => (await the('whole review')).split(' ')[1]!,
      'reviewed admission': async () => {
        await the('review');
        return the('admission');
      },
      note: async () => {
        await member(author, { role: 'physician' });
        const { _id } = await send<{ _id: string }>(author, 'POST', '/api/physicNotes/addphysicNote', { admissionId: await the('admission'), noteDate: '2025-03-02', note: '<p>Echo</p>' });
        await member(author, { role: 'pharmacist' });
        return _id;
      },
      medication: async () => (await send<{ _id: string }>(teamAdmin, 'POST', `/api/admissions/${await the('admission')}/medications`, { drug: tradeLabel, startDate: '2025-03-01' }))._id,
      'path of an image': async () => {
        const answer = await call('POST', `/api/admissions/${await the('admission')}/images`, { token: teamAdmin.token, body: form() });
        return (JSON.parse(answer.text) as { images: { image: string }[] }).images[0]!.image;
      },
      image: async () => (await the('path of an image')).split('/').at(-1)!,
      group: async () =>
        (await send<{ _id: string }>(teamAdmin, 'POST', `/api/admissions/${await the('admission')}/gallery`, { title: 'Wound', images: [{ image: await the('path of an image') }] }))._id,
    };
    const the = (name: string): Promise<string> => {
      const thing = made.get(name) ?? Promise.resolve(own[name]!());
      made.set(name, thing);
      return thing;
    };
    return async (name, who) => (own[name] ? the(name) : common[name]!(who));
  }
  const ours = { team, teamAdmin, author, memberOf: async () => teammate };
  const ofChart = chart(ours);
  const home = chart({ team: otherTeam, teamAdmin: stranger, author: stranger, memberOf: async () => stranger });
  const standing = new Map<string, string>();
  const shown: Things = async (name, who) => standing.get(name) ?? ofChart(name, who);
  const thingsOfATeam = ['team', "the team's admin", 'a member', 'patient', 'admission', 'admitted patient', 'review', 'entry', 'reviewed admission', 'note', 'medication', 'image', 'group'];
  for (const name of [...thingsOfATeam, 'path of an image']) await shown(name, bystander);
  await home('review', stranger);
  for (const who of [...Object.values(people), bystander, teammate]) await common['own recommendation']!(who);
  // What a refused request would have used up is made before: it must find the log as it was.
  for (const name of ['newcomer', 'solved challenge', "mailed link's token", 'own template', "another's template"]) standing.set(name, await common[name]!(bystander));

  const none = randomUUID();
  const nothing: Things = async (name, who) => {
    if (name === 'path of an image') return `/api/images/${none}`;
    if (name === "another's template" || name === 'own template') return none;
    if (!thingsOfATeam.includes(name)) return shown(name, who);
    // Reviews and notes are named after their admission.
    return name === 'review' || name === 'note' ? `${none}.0` : none;
  };

  await send(teamAdmin, 'DELETE', `/api/teams/${team}/members/${removed.id}`);
  await member(disabled, { disabled: true });
  for (const [stream, revision] of written) expect([stream, await waitForRevision(db, stream, BigInt(revision), PATIENCE_MS)]).toEqual([stream, true]);

  const [signedOut, expired] = [await signIn(teamAdmin.email), await signIn(teamAdmin.email)];
  await send(signedOut, 'POST', '/api/users/logout', {});
  const { rowCount } = await db.query(`update accounts.session set used_at = now() - interval '2 hours' where token_hash = $1`, [createHash('sha256').update(expired.token).digest()]);
  expect(rowCount).toBe(1);

  /** Replaces what stands in braces. */
  async function filled<Value>(value: Value, things: Things, who: Person): Promise<Value> {
    if (typeof value === 'string') {
      let text: string = value;
      for (const [braced, name] of value.matchAll(/\{([^}]+)\}/g)) text = text.replace(braced, await things(name!, who));
      return text as Value;
    }
    if (Array.isArray(value)) return (await Promise.all(value.map((one: unknown) => filled(one, things, who)))) as Value;
    if (typeof value !== 'object' || value === null) return value;
    const fields: [string, unknown][] = [];
    for (const [name, field] of Object.entries(value)) fields.push([name, await filled(field as unknown, things, who)]);
    return Object.fromEntries(fields) as Value;
  }

  return {
    url,
    people,
    bystander,
    otherTeam,
    shown,
    home,
    nothing,
    ended: { 'was signed out': signedOut.token, 'has expired': expired.token, 'never was': 'nobody-ever-had-this-token' },
    fresh: () => chart({ ...ours, memberOf: joined }),
    joined,
    leaves: async (who) => void (await send(teamAdmin, 'DELETE', `/api/teams/${team}/members/${who.id}`)),
    as: (who, method, path, body, headers) => call(method, path, { token: who.token, body, headers }),
    async ask({ words, method, path, ...sent }, role, things, more = {}) {
      const person = role === 'visitor' ? undefined : people[role];
      const subject = person ?? bystander;
      const { query, body = {}, picture: isPicture } = requests[words] ?? sent;
      let token = more.token ?? person?.token;
      if (words === 'Sign out' && person !== undefined && more.token === undefined) token = (await signIn(person.email)).token;
      if (method === 'SOCKET') return message(url, token, path, (name) => things(name, subject));
      const address = new URL(encodeURI(await filled(path, things, subject)), url);
      for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value);
      const whole = isPicture ? form() : method === 'GET' || method === 'DELETE' ? undefined : await filled(body, things, subject);
      return call(method, address.pathname + address.search, { token, headers: more.headers, body: whole });
    },
    async events() {
      const { rows } = await db.query<{ events: number }>('select count(*)::int as events from event_log.event');
      return rows[0]!.events;
    },
    log: product.log,
    async stop() {
      await product.stop();
      await db.end();
      await installation.stop();
    },
  };
}

function form(): FormData {
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'wound.png');
  return body;
}

export const isRefused = (status: number): boolean => status >= 300;
export const mayAsk = ({ expected }: Row): Role => roleNames.find((role) => ![401, 403, 404].includes(expected[role])) ?? 'stranger';

/** One message on a connection of its own, with its outcome as a status of the table. */
async function message(url: string, token: string | undefined, path: string, the: (name: string) => Promise<string>): Promise<Answered> {
  const [event, kind] = /^(\S+)(?: \{(\w+)\})?$/.exec(path)!.slice(1) as [string, string | undefined];
  const socket = io(url, { auth: token === undefined ? {} : { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  const answered = (status: number, said: unknown): Answered => ({ status, text: JSON.stringify(said), headers: {} });
  try {
    const refusal = await new Promise<string | undefined>((resolve) => {
      socket.once('connect', () => resolve(undefined));
      socket.once('connect_error', (error) => resolve(error.message));
    });
    if (refusal !== undefined) return answered(401, { message: refusal, code: 'unauthorized' });
    if (kind === undefined) return answered(200, {});
    const what = { [kind]: await the(kind) };
    const patiently = socket.timeout(PATIENCE_MS);
    const watched = (await patiently.emitWithAck('watch', what)) as { ok: boolean };
    const said = event === 'watch' ? watched : ((await patiently.emitWithAck(event, { ...what, target: 'admission', mode: 'viewing' })) as { ok: boolean });
    return answered(said.ok ? 200 : 404, said);
  } finally {
    socket.close();
  }
}
