/**
 * The one shape of a read: who asks → what is asked (schema) → as new as asked → rights → one statement → the
 * contract's shape. A route file is a list of these.
 */
import { refusal } from 'command-api/domain/reasons/refusal';
import type { Readable } from 'node:stream';
import type { Session } from 'service-kit/security/sessions';
import type { CaptchaConfig } from 'command-api/contract/profiles';
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
import type { BatchedReviews } from './admissions/batched-reviews.ts';
import type { Rights } from './rights.ts';

/** What every read is answered from. */
export interface Dependencies {
  /** Reads only; its search path is the read schema. */
  readonly db: Pool;
  /** For answers that have no greatest length. */
  readonly longAnswers: LongAnswers;
  readonly reviews: BatchedReviews;
  readonly rights: Rights;
  readonly freshness: Freshness;
  readonly accessLog: AccessLog;
  readonly history: History;
  readonly timeZone: string;
  /** Lower case. */
  readonly adminEmail: string | undefined;
  readonly captcha: CaptchaConfig;
  /** Under which the pages refuse to work; lower case. */
  readonly blockedHostnames: readonly string[];
  /** Of the external chat assistant; `{prompt}` marks the place of the text, else it is `q`. */
  readonly chatUrl: string | undefined;
  /** Of the data file, as it stood at the start. */
  readonly courses: Courses;
}

export interface ReadRequest<Input> {
  readonly db: Pool;
  readonly dependencies: Dependencies;
  readonly caller: Session;
  readonly input: Input;
  /** The `team` header, where one was sent. */
  readonly teamHeader: string | undefined;
  /**
   * Whom the answer is about, if not the caller and their teams: whose streams count when one stands still.
   * `readableTeam` fills in the team.
   */
  readonly about: About;
  /**
   * Says what is looked at, for the access log: written down when there is an answer. `readableTeam` says it of charts
   * and patients.
   */
  readonly accessed: (what: Accessed) => void;
}

/**
 * An answer that is written already, or while it is read, rather than a shape to be made JSON of; with a file's name it
 * is for keeping.
 */
export class WrittenAnswer {
  readonly body: Readable | string;
  readonly type: string;
  readonly fileName: string | undefined;
  constructor(body: Readable | string, type: string, fileName?: string) {
    this.body = body;
    this.type = type;
    this.fileName = fileName;
  }
}

export interface ReadRoute {
  readonly path: string;
  /** Answered without a token. */
  readonly open: boolean;
  /** Of path and query together. */
  readonly input: z.ZodType;
  /** Its answer carries an `ETag`. */
  readonly versioned?: boolean;
  readonly answer: (dependencies: Dependencies) => Middleware;
}

interface Read<Schema extends z.ZodObject> {
  /** What it does not name is refused. */
  readonly input: Schema;
  /**
   * The streams that the answer comes from, by name or by prefix (`user-`): what `X-Read-After` may wait for, and what
   * makes it stale.
   */
  readonly from: (input: z.output<Schema>, caller: Session) => readonly string[];
  /** It is made of the auditor's rows: what it waits for, and what makes it stale. */
  readonly isAudit?: true;
  /**
   * The answer's `ETag`, where it has one: a caller that holds this version already (`If-None-Match`) gets 304. Read
   * before the answer.
   */
  readonly version?: (db: Pool) => Promise<string>;
  readonly answer: (request: ReadRequest<z.output<Schema>>) => Promise<unknown>;
}

/** A read that needs a signed-in caller. */
export function read<Schema extends z.ZodObject>(path: string, route: Read<Schema>): ReadRoute {
  return {
    path,
    open: false,
    input: route.input,
    versioned: route.version !== undefined,
    answer: (dependencies) => async (ctx) => {
      const caller = callerOf(ctx);
      const input = validInput(route.input, inputOf(ctx, route.input));
      const about: About = { user: caller.userId };
      const accesses: Accessed[] = [];
      await dependencies.freshness(
        ctx,
        { from: route.from(input, caller), isAudit: route.isAudit, userId: caller.userId, about },
        async () => {
          if (route.version && isHeld(ctx, await route.version(dependencies.db))) return;
          const answer = await route.answer({
            db: dependencies.db,
            dependencies,
            caller,
            input,
            teamHeader: ctx.get('team') || undefined,
            about,
            accessed: (what) => accesses.push(what),
          });
          await dependencies.accessLog.note(caller.userId, accesses);
          show(ctx, answer);
        },
      );
    },
  };
}

/** Asked by anybody: with a token the caller is known, and may be shown more. */
export type OpenReadRequest<Input> = Omit<ReadRequest<Input>, 'caller' | 'accessed'> & {
  readonly caller: Session | undefined;
};

/** A read of somebody who need not be signed in, such as a public profile. */
export function publicRead<Schema extends z.ZodObject>(
  path: string,
  route: Pick<Read<Schema>, 'input'> & {
    readonly from: (input: z.output<Schema>) => readonly string[];
    readonly answer: (request: OpenReadRequest<z.output<Schema>>) => Promise<unknown>;
  },
): ReadRoute {
  return {
    path,
    open: true,
    input: route.input,
    answer: (dependencies) => async (ctx) => {
      const caller = ctx.state['session'] as Session | undefined;
      const input = validInput(route.input, inputOf(ctx, route.input));
      const about: About = {};
      await dependencies.freshness(ctx, { from: route.from(input), userId: caller?.userId, about }, async () => {
        ctx.body = await route.answer({
          db: dependencies.db,
          dependencies,
          caller,
          input,
          teamHeader: ctx.get('team') || undefined,
          about,
        });
      });
    },
  };
}

function show(ctx: Context, answer: unknown): void {
  if (answer instanceof WrittenAnswer) {
    if (answer.fileName !== undefined) ctx.attachment(answer.fileName);
    ctx.type = answer.type;
    ctx.body = answer.body;
  } else ctx.body = answer;
}

/**
 * Not koa's `fresh`: a browser adds `Cache-Control: no-cache` of its own to a request that a script has given
 * `If-None-Match`.
 * @returns whether the caller holds this version already; then the answer is 304.
 */
export function isHeld(ctx: Context, version: string): boolean {
  const etag = `"${version}"`;
  ctx.set('etag', etag);
  const held = ctx
    .get('if-none-match')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag);
  if (held) ctx.status = 304;
  return held;
}

/**
 * A read that the sign-up and the landing page need before anybody is signed in: nothing of a team, nothing of a
 * person.
 */
export const openRead = (path: string, answer: (dependencies: Dependencies) => unknown): ReadRoute =>
  openReadOf(path, z.object({}), answer);

export const openReadOf = <Schema extends z.ZodObject>(
  path: string,
  input: Schema,
  answer: (dependencies: Dependencies, input: z.output<Schema>) => unknown,
): ReadRoute => ({
  path,
  open: true,
  input,
  answer: (dependencies) => async (ctx) => {
    const parsed = validInput(input, inputOf(ctx, input));
    await dependencies.freshness(ctx, { from: [], userId: undefined, about: {} }, async () => {
      ctx.body = answer(dependencies, parsed);
    });
  },
});

/**
 * Path and query together; the path wins. An empty parameter counts as absent, a repeated one is refused, and so is an
 * unknown one: a filter that nobody heeds shows more than was asked for, and a moment (`asOf`) that nobody heeds
 * another one.
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
