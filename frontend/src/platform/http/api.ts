/** The HTTP client: one function for the calls of the contract. A missing parameter or body is a compile error. */
import type { Call, FileOf, Method, Params, Query } from 'language/contract/calls/call';
import { EVENT_LOG_HEADER } from 'language/contract/live';
import type { ConflictProblem, Problem, TransferredProblem, Written } from 'language/contract/entities';
import { ASKS_FOR_COOKIE, SESSION_HEADER, UNATTENDED_HEADER } from 'language/contract/sessions';
import { uuid } from '../browser.ts';
import { noteServerTime } from '../time/server-clock.ts';
import { isAttended } from '../last-input.ts';
import { fieldRefusalText, refusalText } from '../language/refusal-text.ts';
import { headersOfProof, keyOfProof, type SessionProof } from './session-proof.ts';
import { translate } from '../language/language.ts';
import { noteEventLog } from './event-log.ts';

/** Stores an answer with its version (`ETag`) from visit to visit. */
export interface VersionedCache<Body = unknown> {
  get(): { version: string; body: Body } | undefined;
  set(version: string, body: Body): void;
}
/** A call whose answer is a file in another format than its own. */
export const asFile = <M extends Method, Path extends string, Sent>(
  call: Call<M, Path, unknown, Sent>,
): Call<M, Path, FileOf<string>, Sent> => ({ method: call.method, path: call.path, isFile: true });

/** Any failure of a call. Status 0: no answer arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** A stable code for programs. Undefined where a proxy answered instead of the server. */
  readonly reason: Problem['reason'] | undefined;
  /** The values within the message. */
  readonly values: Readonly<Record<string, string | number>>;
  readonly body: unknown;
  readonly #problem: Problem | undefined;
  constructor(status: number, message: string, body?: unknown) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.code = isProblem(body) ? body.code : undefined;
    this.reason = isProblem(body) ? body.reason : undefined;
    this.values = (isProblem(body) ? body.values : undefined) ?? {};
    this.#problem = isProblem(body) ? body : undefined;
  }
  /** The text that the person reads: the message in the language of the page. */
  get text(): string {
    return refusalText(this, this.message);
  }
  /** A sentence for each invalid field of the body, in the language of the page. */
  get fields(): Readonly<Record<string, string>> {
    const { fields = {}, fieldReasons = {} } = this.#problem ?? {};
    return Object.fromEntries(
      Object.entries(fields).map(([name, sentence]) => [name, fieldRefusalText(fieldReasons[name] ?? {}, sentence)]),
    );
  }
  static from(error: unknown): ApiError {
    return error instanceof ApiError
      ? error
      : new ApiError(0, error instanceof Error ? error.message : translate('http.unexpected'));
  }
  /** 409 of an edit: the current entity, and who changed it when. */
  get conflict(): ConflictProblem | undefined {
    return this.reason === 'changed-since' ? (this.body as ConflictProblem) : undefined;
  }
  /** 403 of a patient who was transferred: the person's team, which has the past. */
  get transferredBy(): string | undefined {
    return this.reason === 'chart-transferred' ? (this.body as TransferredProblem).team : undefined;
  }
  get endsSession(): boolean {
    return this.reason === 'token-failed';
  }
  /** The person has locked the session, in another tab or a moment ago. */
  get isSessionLocked(): boolean {
    return this.reason === 'session-locked';
  }
  /** A retry may succeed: the outcome is unknown, or a part of the server was unavailable. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/** The person has no access: the resource does not exist for them, or they may not see it (any more). */
export const isAccessLost = (error: ApiError | null | undefined): boolean =>
  error?.status === 404 || error?.status === 403;

/** The person may read it once they have set up a second factor. */
export const needsSecondFactor = (error: ApiError | null | undefined): boolean =>
  error?.reason === 'second-factor-required';

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';

export type CallOptions<Path extends string, Sent> = ([Params<Path>] extends [never]
  ? { params?: undefined }
  : { params: Record<Params<Path>, string> }) &
  ([Sent] extends [Query<infer Name>]
    ? { query?: Query<Name>['query']; body?: undefined }
    : [Sent] extends [undefined]
      ? { query?: undefined; body?: undefined }
      : { query?: undefined; body: Sent }) & {
    /** The team that the resource belongs to, sent as the header `team`. */
    team?: string;
    /** `If-Match`: the version of the entity that the edit is based on. */
    ifVersion?: number;
    /** Header `Idempotency-Key`: the same for every retry. A new one is made when it is absent. */
    idempotencyKey?: string;
    /** For a read: asks with `If-None-Match` whether the cached answer is current. */
    cache?: VersionedCache;
    signal?: AbortSignal | undefined;
    /** In place of the browser's. */
    fetch?: typeof fetch;
  };

export interface ApiSettings {
  /** The origin, such as `location.origin`. */
  base: string;
  /** The proof of the session of this tab; undefined without one. */
  proof: () => SessionProof | undefined;
  onSessionEnd: () => void;
  /**
   * Asks the person to prove who they are, where a call needs a fresh proof. The call is repeated if they do.
   * @returns true if they have
   */
  askForProof?: () => Promise<boolean>;
  onSessionLocked?: () => void;
  /** Header `X-Read-After`: each `<stream>@<revision>` that the read model must have reached. */
  readAfter?: () => string | undefined;
  /** Called with the streams and revisions that a command has written. */
  onWritten?: (written: Written) => void;
  /** Called for each read. `isStale`: the read model lags behind (`X-Stale`). */
  onRead?: (path: string, isStale: boolean) => void;
  fetch?: typeof fetch;
}

export type Received<Answer> = Answer extends FileOf<string> ? Blob : Answer;

/** @throws ApiError; the signal's reason when the call was aborted. It shows no toast and does not navigate. */
export type Api = <M extends Method, Path extends string, Answer, Sent>(
  call: Call<M, Path, Answer, Sent>,
  options: CallOptions<Path, Sent>,
) => Promise<Received<Answer>>;

export function createApi(settings: ApiSettings): Api {
  const send = sender(settings);
  return async (call, options) => {
    // The repeated call is the same command.
    const sent = { ...options, idempotencyKey: options.idempotencyKey ?? uuid() };
    try {
      return await send(call, sent);
    } catch (error) {
      if (!(error instanceof ApiError && error.reason === 'proof-needed')) throw error;
      if (!(await settings.askForProof?.())) throw error;
      return send(call, sent);
    }
  };
}

const sender =
  (settings: ApiSettings): Api =>
  async <M extends Method, Path extends string, Answer, Sent>(
    call: Call<M, Path, Answer, Sent>,
    o: CallOptions<Path, Sent>,
  ): Promise<Received<Answer>> => {
    const params: Record<string, string> = o.params ?? {};
    const url = new URL(
      call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
      settings.base,
    );
    for (const [name, value] of Object.entries(o.query ?? {}))
      if (value !== undefined && value !== '') url.searchParams.set(name, String(value));

    const isRead = call.method === 'GET';
    const headers = new Headers({ accept: 'application/json' });
    const proof = call.beginsSession ? undefined : settings.proof();
    const isSameSession = (): boolean => keyOf(settings.proof()) === keyOf(proof);
    for (const [name, value] of Object.entries(headersOfProof(proof))) headers.set(name, value);
    if (call.beginsSession) headers.set(SESSION_HEADER, ASKS_FOR_COOKIE);
    if (!isAttended()) headers.set(UNATTENDED_HEADER, 'true');
    if (o.team) headers.set('team', o.team);
    // A forgotten version is based on nothing that this log has.
    if (o.ifVersion !== undefined) headers.set('if-match', String(Math.max(0, o.ifVersion)));
    if (o.body !== undefined) headers.set('content-type', 'application/json');
    if (!isRead) headers.set('idempotency-key', o.idempotencyKey ?? uuid());
    const after = isRead ? settings.readAfter?.() : undefined;
    if (after) headers.set('x-read-after', after);
    const cached = o.cache?.get();
    if (cached) headers.set('if-none-match', cached.version);

    let response: Response;
    try {
      response = await (o.fetch ?? settings.fetch ?? fetch)(url, {
        method: call.method,
        headers,
        body: o.body === undefined ? null : JSON.stringify(o.body),
        signal: o.signal ?? null,
      });
    } catch (cause) {
      if (o.signal?.aborted) throw cause;
      throw new ApiError(0, translate('http.noConnection'));
    }
    noteServerTime(response.headers.get('date'));
    noteEventLog(response.headers.get(EVENT_LOG_HEADER));
    if (isRead) settings.onRead?.(url.pathname, response.headers.get('x-stale') === 'true');
    if (response.status === 304 && cached) return cached.body as Received<Answer>;
    const body = await bodyOf(response, call.isFile === true, o.signal);
    if (!response.ok) {
      const error = new ApiError(response.status, isProblem(body) ? body.message : translate('http.unexpected'), body);
      // A call that was sent before a new sign-in must not end the new session.
      if (error.endsSession && isSameSession()) settings.onSessionEnd();
      if (error.isSessionLocked && isSameSession()) settings.onSessionLocked?.();
      throw error;
    }
    if (!isRead && isWritten(body)) settings.onWritten?.(body);
    const version = response.headers.get('etag');
    // After a sign-out nothing is stored.
    if (o.cache && version !== null && isSameSession()) o.cache.set(version, body);
    return body as Received<Answer>;
  };

const keyOf = (proof: SessionProof | undefined): string | undefined => proof && keyOfProof(proof);

/**
 * A truncated answer or a proxy's HTML page leaves the outcome unknown, also with status 200.
 * @throws ApiError with status 0, so that the call is retried with the same key
 */
async function bodyOf(response: Response, isFile: boolean, signal: AbortSignal | undefined): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await (isFile && response.ok ? response.blob() : response.json());
  } catch (cause) {
    if (signal?.aborted) throw cause;
    if (response.ok) throw new ApiError(0, translate('http.cutOff'));
    return undefined;
  }
}

const isWritten = (body: unknown): body is Written =>
  typeof body === 'object' &&
  body !== null &&
  'stream' in body &&
  typeof body.stream === 'string' &&
  'revision' in body &&
  typeof body.revision === 'number';
