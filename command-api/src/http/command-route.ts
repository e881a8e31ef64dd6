/**
 * The shape of each command route: caller → command id and `If-Match` → body (schema) → command → answer. A route file
 * is a list of these.
 */
import type { SecurityOrigin } from 'service-kit/security-log/record';
import type { Session } from 'service-kit/security/sessions';
import { deviceInWords } from '../accounts/device-words.ts';
import { isRefusedAttempt, type RefusedAttempt, type RefusedKind } from '../accounts/refused-attempts.ts';
import { Id } from 'language/domain/values/fields';
import { refusal } from 'language/domain/reasons/refusal';
import { revisionToJson } from 'language/domain/values/revision';
import { type ClientCookies, clientCookies } from 'service-kit/http/client-cookies';
import { callerOf, HttpProblem, notFound, problemOf } from 'service-kit/http/http-problem';
import { deviceLanguage, requestLanguage } from 'service-kit/language/request-language';
import { validInput } from 'service-kit/http/validate-input';
import type { Context, Middleware } from 'koa';
import type * as z from 'zod';
import { TooManyWaiting } from '../commands/command-batcher.ts';
import type { Outcome } from '../commands/intent.ts';
import type { Body, Call, Method, Params } from 'language/contract/calls/call';
import type * as contract from 'language/contract/entities';
import { GATEWAY_HEADER } from 'language/contract/gateway';
import type { LanguageChoice } from 'language/contract/languages';
import { ASKS_FOR_COOKIE, SESSION_HEADER } from 'language/contract/sessions';
import { mailWords } from '../processes/mail/mail-words.ts';
import { type Dependencies, openDependencies } from './dependencies.ts';
import { basedOn } from './headers.ts';
import { commandOf, bodyMark } from './command-of-request.ts';
import { isSecret } from './is-secret.ts';
import { bodyOf } from './json-body.ts';
import { dependenciesOf } from './seed-times.ts';

export interface CommandRequest<Body, Param extends string = string> {
  readonly dependencies: Dependencies;
  readonly caller: Session;
  readonly body: Body;
  /** A part of the path, such as `reviewId`. @throws HttpProblem 404 when it cannot be an id */
  param(name: Param): string;
  readonly commandId: string;
  readonly basedOn: bigint | undefined;
  /** The `team` header, if one was sent. */
  readonly teamHeader: string | undefined;
  readonly client: Client;
}

/** The program or browser that sends the request. */
export interface Client {
  /** For the limits of attempts. */
  readonly address: string;
  /** As it names itself, which may be anything; empty if it does not. */
  readonly userAgent: string;
  /** BCP 47: one of those of mails. */
  readonly language: string;
  /** Undefined where none was chosen on the device. */
  readonly chosenLanguage: LanguageChoice | undefined;
  readonly cookies: ClientCookies;
  /** It is a page of the product, and the installation keeps the sessions of pages in cookies. */
  readonly asksForCookie: boolean;
  /** A page of the product that begins a session, and says so. */
  readonly isPage: boolean;
}

/** A call and its answer. A command has its schema of the body, which the API description shows. */
export interface CommandRoute<Served extends Call = Call> {
  readonly call: Served;
  readonly body?: z.ZodType;
  /** The body of a route that reads a form itself. */
  readonly form?: z.ZodType;
  /** The query. */
  readonly input?: z.ZodType;
  /** It answers 201. */
  readonly makes?: boolean;
  /** It needs no token. */
  readonly isOpen?: boolean;
  readonly answer: (dependencies: Dependencies) => Middleware;
}

/** `unknown` if the schema takes the call's body, else a type that no schema has. */
type Takes<Schema extends z.ZodType, Sent> = [Sent] extends [undefined]
  ? unknown
  : [Sent, Body<Schema>] extends [Body<Schema>, Sent]
    ? unknown
    : { readonly anotherBodyThanTheCall: never };

/** A command of a signed-in caller. It answers 201 if it makes something, otherwise 200. */
export function command<M extends Method, Path extends string, Answer extends object, Sent, Schema extends z.ZodType>(
  call: Call<M, Path, Answer, Sent>,
  route: {
    makes?: true;
    body: Schema & Takes<Schema, Sent>;
    /** In a page it needs a fresh proof of who is there: always, or with this body. */
    needsProof?: true | ((body: z.output<Schema>) => boolean);
    /** The security log has where it came from, beside its events. */
    keepsOrigin?: true;
    /** A refused attempt to prove who the caller is gets into the security log. */
    refusedAs?: RefusedKind;
    answer: (request: CommandRequest<z.output<Schema>, Params<Path>>) => Promise<Answer>;
  },
): CommandRoute<Call<M, Path>> {
  return {
    call,
    body: route.body,
    makes: route.makes === true,
    answer: (dependencies) => async (ctx) => {
      const caller = callerOf(ctx);
      const request: CommandRequest<z.output<Schema>, Params<Path>> = {
        dependencies: await dependenciesOf(ctx, dependencies),
        caller,
        commandId: commandOf(ctx, caller.userId),
        basedOn: basedOn(ctx.get('if-match')),
        body: validInput(route.body, bodyOf(ctx)),
        param: (name) => paramOf(ctx, name),
        teamHeader: ctx.get('team') || undefined,
        client: clientOf(ctx, dependencies),
      };
      const { needsProof = false } = route;
      if (needsProof === true || (needsProof && needsProof(request.body)))
        await dependencies.sessionProofs.requireFresh(caller.sessionId);
      if (route.keepsOrigin) await dependencies.keepOrigin(request.commandId, { sessionId: caller.sessionId });
      await answerWith(ctx, route.makes ? 201 : 200, () =>
        noting(request, route.refusedAs, { userId: caller.userId }, () =>
          request.dependencies.commandKeys.use(request.commandId, bodyMark(ctx, bodyOf(ctx)), () =>
            dependencies.logRestarts.repeated(() => route.answer(request)),
          ),
        ),
      );
    },
  };
}

/** The request of a caller who is not signed in. */
export type OpenCommandRequest<Body> = Pick<CommandRequest<Body>, 'dependencies' | 'commandId' | 'body' | 'client'>;

/** A command of a caller who is not signed in. */
export function openCommand<M extends Method, Path extends string, Answer, Sent, Schema extends z.ZodType>(
  call: Call<M, Path, Answer, Sent>,
  route: {
    makes?: true;
    body: Schema & Takes<Schema, Sent>;
    refusedAs?: RefusedKind;
    /** Whose account is tried. */
    tries?: (request: OpenCommandRequest<z.output<Schema>>) => Tried;
    answer: (request: OpenCommandRequest<z.output<Schema>>) => Promise<object>;
  },
): CommandRoute<Call<M, Path>> {
  return {
    call,
    body: route.body,
    makes: route.makes === true,
    isOpen: true,
    answer: (dependencies) => async (ctx) => {
      const request: OpenCommandRequest<z.output<Schema>> = {
        dependencies: await dependenciesOf(ctx, openDependencies(dependencies)),
        commandId: commandOf(ctx, undefined),
        body: validInput(route.body, bodyOf(ctx)),
        client: clientOf(ctx, dependencies),
      };
      await answerWith(ctx, route.makes ? 201 : 200, () =>
        noting(request, route.refusedAs, route.tries?.(request) ?? {}, () =>
          request.dependencies.commandKeys.use(request.commandId, bodyMark(ctx, bodyOf(ctx)), () =>
            dependencies.logRestarts.repeated(() => route.answer(request)),
          ),
        ),
      );
    },
  };
}

type Tried = Pick<RefusedAttempt, 'userId' | 'email'>;

/** Notes a refused attempt for the security log. */
async function noting<Answer>(
  { dependencies, client }: Pick<CommandRequest<unknown>, 'dependencies' | 'client'>,
  kind: RefusedKind | undefined,
  tried: Tried,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (error) {
    const reason = kind && problemOf(error)?.refusal.reason;
    if (reason && isRefusedAttempt(reason))
      dependencies.refusedAttempts.note({ kind, reason, origin: originOf(client), ...tried });
    throw error;
  }
}

async function answerWith(ctx: Context, status: number, answer: () => Promise<object>): Promise<void> {
  try {
    ctx.body = await answer();
    ctx.status = status;
  } catch (error) {
    throw error instanceof TooManyWaiting ? new HttpProblem(refusal('too-many-saving')) : error;
  }
}

export const clientOf = (
  ctx: Context,
  { browserSessions, gatewaySecret }: Pick<Dependencies, 'browserSessions' | 'gatewaySecret'>,
): Client => ({
  address: addressOf(ctx, gatewaySecret),
  userAgent: ctx.get('user-agent'),
  language: requestLanguage(ctx.req, mailWords.codes),
  chosenLanguage: deviceLanguage(ctx.req),
  cookies: clientCookies(ctx),
  asksForCookie: browserSessions.mode === 'cookie' && ctx.get(SESSION_HEADER) === ASKS_FOR_COOKIE,
  isPage: ctx.get(SESSION_HEADER) === ASKS_FOR_COOKIE,
});

/** For the security log. */
export const originOf = ({ address, userAgent }: Pick<Client, 'address' | 'userAgent'>): SecurityOrigin => ({
  address,
  device: deviceInWords(userAgent),
});

function paramOf(ctx: Context, name: string): string {
  const id = Id.safeParse((ctx['params'] as Record<string, string>)[name]);
  if (!id.success) throw notFound();
  return id.data;
}

/**
 * The address that attempts are counted by. The gateway writes one address into `X-Forwarded-For`, as it or the trusted
 * proxies in front of it saw it (`TRUSTED_PROXIES`), and drops the client's own header. A program on the same machine may
 * reach this service past the gateway: with `GATEWAY_SECRET`, which a launcher always sets, its own address counts. Without
 * it the network must let only the gateway in.
 */
function addressOf(ctx: Context, gatewaySecret: string | undefined): string {
  const own = ctx.req.socket.remoteAddress ?? 'unknown';
  if (gatewaySecret !== undefined && !isSecret(ctx.get(GATEWAY_HEADER), gatewaySecret)) return own;
  return ctx.get('x-forwarded-for').split(',').at(-1)?.trim() || own;
}

/** The fields that a command's answer adds to the entity. */
export const written = ({ stream, revision }: Pick<Outcome<unknown>, 'stream' | 'revision'>): contract.Written => ({
  stream,
  revision: revisionToJson(revision),
});
