/**
 * The shape of every read: caller → input by schema → freshness → rights → statement → the contract's shape. A route
 * file is a list of reads.
 */
import type { ReferenceRange } from 'language/domain/measurements/reference-ranges';
import type { Call, FileOf, Params, Query } from 'language/contract/calls/call';
import { refusal } from 'language/domain/reasons/refusal';
import type { Readable } from 'node:stream';
import type { RestartWait } from 'service-kit/event-log/restart-wait';
import type { SessionProofs } from 'service-kit/security/session-proofs';
import type { SecurityEvent } from 'service-kit/security-log/record';
import type { Session, Sessions } from 'service-kit/security/sessions';
import type { OfflineBounds } from 'language/contract/calls/answers';
import type { CaptchaConfig, SignUp } from 'language/contract/profiles';
import type { BrowserSessions } from 'service-kit/http/find-caller';
import { callerOf, HttpProblem } from 'service-kit/http/http-problem';
import { validInput } from 'service-kit/http/validate-input';
import type { Context, Middleware } from 'koa';
import type { Pool } from 'pg';
import * as z from 'zod';
import type { Courses } from '../courses.ts';
import type { History } from '../history/history.ts';
import type { Accessed, AccessLog } from './accesses/access-log.ts';
import type { About, Freshness } from './freshness.ts';
import type { LongAnswers } from './long-answers.ts';
import type { OperationsState } from './operations/look.ts';
import type { Rights } from './rights.ts';
import type { WardCharts } from './teams/ward-charts.ts';

/** The part of the security log that reads themselves write (docs/decisions/installation/security-log.md). */
export interface SecurityLog {
  /** @throws the database's error: what must be recorded is not answered without it */
  record(event: SecurityEvent): Promise<void>;
  /** The mark that stands for an e-mail that no account has. */
  markOf(email: string): Promise<string>;
}

/** The dependencies of every read. */
export interface Dependencies {
  /** Read-only; its search path is the read schema. */
  readonly db: Pool;
  /** They replace their namesakes for callers who are not signed in (`publicRead`). */
  readonly anonymous: Pick<Dependencies, 'db' | 'freshness'>;
  /** For answers without a maximum length. */
  readonly longAnswers: LongAnswers;
  readonly rights: Rights;
  /** For every team. */
  readonly requiresSecondFactor: boolean;
  readonly sessions: Sessions;
  readonly browserSessions: BrowserSessions;
  /** The time without input; 0: pages do not lock by themselves. */
  readonly lockAfterMinutes: number;
  /** Since its last use a session ends after this time. */
  readonly sessionIdleMinutes: number;
  /** The bounds of what devices keep; undefined: they keep nothing. */
  readonly offline: OfflineBounds | undefined;
  readonly freshness: Freshness;
  readonly accessLog: AccessLog;
  readonly wardCharts: WardCharts;
  readonly securityLog: SecurityLog;
  /** For what is sealed in the private tables. */
  readonly rootKey: () => Promise<Buffer>;
  readonly history: History;
  /** A read from the event log waits while the log restarts. */
  readonly logRestarts: Pick<RestartWait, 'repeated'>;
  readonly sessionProofs: Pick<SessionProofs, 'requireFresh'>;
  /** It never fails: each of its parts fails alone. */
  readonly operationsState: () => Promise<OperationsState>;
  readonly timeZone: string;
  /** Lower case. */
  readonly adminEmail: string | undefined;
  readonly captcha: CaptchaConfig;
  readonly allowsLocalAccounts: boolean;
  readonly signUp: SignUp;
  /** The button that leads to the provider; undefined without one. */
  readonly singleSignOn: { readonly name: string } | undefined;
  /** Host names under which the pages refuse to work; lower case. */
  readonly blockedHostnames: readonly string[];
  /**
   * The address of the external chat assistant. `{prompt}` is replaced by the text; without it the
   * text is the parameter `q`.
   */
  readonly chatUrl: string | undefined;
  /** False: pages compute no findings. */
  readonly proposals: boolean;
  /** From the data file, read at the start. */
  readonly courses: Courses;
  /** The ranges of the hospital's laboratory; undefined: the samples of the product. */
  readonly referenceRanges: readonly ReferenceRange[] | undefined;
}

export interface ReadRequest<Input> {
  readonly db: Pool;
  readonly dependencies: Dependencies;
  readonly caller: Session;
  readonly input: Input;
  /** The `team` header, if it was sent. */
  readonly teamHeader: string | undefined;
  /**
   * The subject of the answer, by default the caller and their teams. Only streams of the subject make the answer
   * stale. `readableTeam` sets the team.
   */
  readonly about: About;
  /** Records an access for the access log, once there is an answer. `readableTeam` records charts and patients. */
  readonly accessed: (what: Accessed) => void;
}

/** An answer as text, bytes or a stream instead of a value for JSON; with a file name it is a download. */
export class WrittenAnswer {
  readonly body: Readable | Buffer | string;
  readonly type: string;
  readonly fileName: string | undefined;
  constructor(body: Readable | Buffer | string, type: string, fileName?: string) {
    this.body = body;
    this.type = type;
    this.fileName = fileName;
  }
}

export interface ReadRoute<Served extends Call = Call> {
  readonly call: Served;
  /** Answered without a token. */
  readonly isOpen?: boolean;
  /** The schema of path and query parameters. */
  readonly input: z.ZodType;
  /** The answer carries an `ETag`. */
  readonly versioned?: boolean;
  readonly answer: (dependencies: Dependencies) => Middleware;
}

/** `unknown` if the schema has exactly the parameters of the call's path and query, else a type that no schema has. */
type Takes<Schema extends z.ZodObject, Name> = [keyof Schema['shape'], Name] extends [Name, keyof Schema['shape']]
  ? unknown
  : { readonly otherParametersThanTheCall: never };
type Sent<Path extends string, Given> = Params<Path> | (Given extends Query<infer Name> ? Name : never);
type Answered<Answer> = Answer extends FileOf<string> ? WrittenAnswer : Answer | WrittenAnswer;

interface Read<Schema extends z.ZodObject, Answer, Name> {
  /** Parameters that it does not name are refused. */
  readonly input: Schema & Takes<Schema, Name>;
  /**
   * The streams that the answer comes from, by name or by prefix (`user-`). `X-Read-After` waits only for these, and
   * only these make the answer stale.
   */
  readonly from: (input: z.output<Schema>, caller: Session) => readonly string[];
  /** In a page it needs a fresh proof of who is there: always, or with this input. */
  readonly needsProof?: true | ((input: z.output<Schema>) => boolean);
  /** The answer comes from the audit rows: these are waited for, and make it stale. */
  readonly isAudit?: true;
  /** The answer's `ETag`, read before the answer. A caller that has this version (`If-None-Match`) gets 304. */
  readonly version?: (db: Pool) => Promise<string>;
  readonly answer: (request: ReadRequest<z.output<Schema>>) => Promise<Answered<Answer>>;
}

/** A read that needs a signed-in caller. */
export function read<Path extends string, Answer, Given, Schema extends z.ZodObject>(
  call: Call<'GET', Path, Answer, Given>,
  route: Read<Schema, Answer, Sent<Path, Given>>,
): ReadRoute<Call<'GET', Path>> {
  const schema: Schema = route.input;
  return {
    call,
    input: schema,
    versioned: route.version !== undefined,
    answer: (dependencies) => async (ctx) => {
      const caller = callerOf(ctx);
      const input = validInput(schema, inputOf(ctx, schema));
      const { needsProof = false } = route;
      if (needsProof === true || (needsProof && needsProof(input)))
        await dependencies.sessionProofs.requireFresh(caller.sessionId);
      const about: About = { user: caller.userId };
      await dependencies.freshness(
        ctx,
        { from: route.from(input, caller), isAudit: route.isAudit, userId: caller.userId, about },
        async () => {
          if (route.version && isNotModified(ctx, await route.version(dependencies.db))) return;
          const { answer, accesses } = await dependencies.logRestarts.repeated(async () => {
            const accesses: Accessed[] = [];
            const answer = await route.answer({
              ...requestOf(ctx, dependencies, input, about),
              caller,
              accessed: (what) => accesses.push(what),
            });
            return { answer, accesses };
          });
          await dependencies.accessLog.note(caller.userId, accesses, caller.sessionId);
          send(ctx, answer);
        },
      );
    },
  };
}

/** A read without or with a token; a signed-in caller may get more. */
export type OpenReadRequest<Input> = Omit<ReadRequest<Input>, 'caller' | 'accessed'> & {
  readonly caller: Session | undefined;
};

/** A read that does not need a session, such as a public profile. */
export function publicRead<Path extends string, Answer, Given, Schema extends z.ZodObject>(
  call: Call<'GET', Path, Answer, Given>,
  route: Pick<Read<Schema, Answer, Sent<Path, Given>>, 'input'> & {
    readonly from: (input: z.output<Schema>) => readonly string[];
    readonly answer: (request: OpenReadRequest<z.output<Schema>>) => Promise<Answer>;
  },
): ReadRoute<Call<'GET', Path>> {
  const schema: Schema = route.input;
  return {
    call,
    isOpen: true,
    input: schema,
    answer: (all) => async (ctx) => {
      const caller = ctx.state['session'] as Session | undefined;
      const dependencies = caller ? all : { ...all, ...all.anonymous };
      const input = validInput(schema, inputOf(ctx, schema));
      const about: About = {};
      await dependencies.freshness(ctx, { from: route.from(input), userId: caller?.userId, about }, async () => {
        ctx.body = await route.answer({ ...requestOf(ctx, dependencies, input, about), caller });
      });
    },
  };
}

const requestOf = <Input>(
  ctx: Context,
  dependencies: Dependencies,
  input: Input,
  about: About,
): Omit<OpenReadRequest<Input>, 'caller'> => ({
  db: dependencies.db,
  dependencies,
  input,
  teamHeader: ctx.get('team') || undefined,
  about,
});

function send(ctx: Context, answer: unknown): void {
  if (answer instanceof WrittenAnswer) {
    if (answer.fileName !== undefined) ctx.attachment(answer.fileName);
    ctx.type = answer.type;
    ctx.body = answer.body;
  } else ctx.body = answer;
}

/**
 * Sets the `ETag`. Not koa's `fresh`: to a script's request with `If-None-Match` a browser adds
 * `Cache-Control: no-cache`, which `fresh` treats as a miss.
 * @returns whether the caller has this version; then the answer is 304
 */
export function isNotModified(ctx: Context, version: string): boolean {
  const etag = `"${version}"`;
  ctx.set('etag', etag);
  const isMatch = ctx
    .get('if-none-match')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag);
  if (isMatch) ctx.status = 304;
  return isMatch;
}

/** A read for the sign-up and landing pages, without a session: no data of teams or people. */
export const openRead = <Path extends string, Answer>(
  call: Call<'GET', Path, Answer>,
  answer: (dependencies: Dependencies) => Answer,
): ReadRoute<Call<'GET', Path>> => openReadOf(call, z.object({}), answer);

export const openReadOf = <Path extends string, Answer, Schema extends z.ZodObject>(
  call: Call<'GET', Path, Answer>,
  input: Schema,
  answer: (dependencies: Dependencies, input: z.output<Schema>) => Answer,
): ReadRoute<Call<'GET', Path>> => ({
  call,
  isOpen: true,
  input,
  answer: (dependencies) => async (ctx) => {
    const parsed = validInput(input, inputOf(ctx, input));
    await dependencies.freshness(ctx, { from: [], userId: undefined, about: {} }, async () => {
      ctx.body = answer(dependencies, parsed);
    });
  },
});

/**
 * Path and query parameters; the path wins. An empty parameter is absent. A repeated or unknown parameter is refused:
 * an ignored filter would show more than the caller asked for, and an ignored `asOf` another instant.
 */
function inputOf(ctx: Context, schema: z.ZodObject): Record<string, string> {
  const input: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...ctx.query, ...(ctx['params'] as Record<string, string>) })) {
    if (Array.isArray(value)) throw new HttpProblem(refusal('parameter-repeated', { name }), { field: name });
    // Postgres cannot hold a zero character.
    if (value?.includes('\0')) throw new HttpProblem(refusal('parameter-character', { name }), { field: name });
    if (!value) continue;
    if (!Object.hasOwn(schema.shape, name))
      throw new HttpProblem(refusal('unknown-parameter', { name }), { field: name });
    input[name] = value;
  }
  return input;
}
