/**
 * The way to the server: endpoint objects whose path parameters and body are typed, and one function that calls them.
 */
import type { ConflictProblem, Problem, Written } from 'command-api/contract/entities';
import { uuid } from '../browser/uuid.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Params<P extends string> = P extends `${string}:${infer K}/${infer R}`
  ? K | Params<`/${R}`>
  : P extends `${string}:${infer K}`
    ? K
    : never;

export interface Endpoint<P extends string, Res, Body> {
  readonly method: Method;
  readonly path: P;
  /** What is answered is taken as it is, a `Blob`. */
  readonly file?: true;
  readonly _res?: Res;
  readonly _body?: Body;
}
/** An answer that is kept from visit to visit, with the version (`ETag`) that it was given. */
export interface VersionedCache<Body = unknown> {
  get(): { version: string; body: Body } | undefined;
  set(version: string, body: Body): void;
}
/** `endpoint<Patient>()('GET', '/api/patients/:id')`: a missing parameter or body is a compile error at the call. */
export const endpoint =
  <Res, Body = undefined>() =>
  <const P extends string>(method: Method, path: P): Endpoint<P, Res, Body> => ({ method, path });
export const fileEndpoint = <const P extends string>(path: P): Endpoint<P, Blob, undefined> => ({
  method: 'GET',
  path,
  file: true,
});

const GENERIC = 'Unexpected Error';
const UNREACHABLE = 'No connection to the server';
const CUT_OFF = 'The answer of the server did not arrive whole';

/** Everything that can go wrong with a call. Status 0: no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** Why, for a program: stable, and one a sentence. Undefined where the server itself has not answered. */
  readonly reason: Problem['reason'] | undefined;
  /** What stands in the sentence of the reason. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Messages per field of the body that was refused. */
  readonly fields: Readonly<Record<string, string>>;
  readonly body: unknown;
  constructor(status: number, message: string, body?: unknown) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.code = isProblem(body) ? body.code : undefined;
    this.reason = isProblem(body) ? body.reason : undefined;
    this.values = (isProblem(body) ? body.values : undefined) ?? {};
    this.fields = (isProblem(body) ? body.fields : undefined) ?? {};
  }
  static from(error: unknown): ApiError {
    return error instanceof ApiError ? error : new ApiError(0, error instanceof Error ? error.message : GENERIC);
  }
  /** 409 of an edit: what the entity is now, and who changed it when. */
  get conflict(): ConflictProblem | undefined {
    return this.reason === 'changed-since' ? (this.body as ConflictProblem) : undefined;
  }
  get endsSession(): boolean {
    return this.reason === 'token-failed';
  }
  /** Worth asking again: nothing is known of the outcome, or a part of the server was away. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string';

export type CallOptions<P extends string, Body> = ([Params<P>] extends [never]
  ? { params?: undefined }
  : { params: Record<Params<P>, string> }) &
  ([Body] extends [undefined] ? { body?: undefined } : { body: Body }) & {
    query?: Record<string, string | number | undefined>;
    /** The team that the resource belongs to, sent as the header `team`. */
    team?: string;
    /** `If-Match`: the version of the entity that the person was looking at. */
    ifVersion?: number;
    /** `Idempotency-Key`: one a person's intention, the same again when it is retried. Made here when absent. */
    idempotencyKey?: string;
    /** Of a read: asked only whether what is kept is still the newest. */
    cache?: VersionedCache;
    signal?: AbortSignal | undefined;
  };

export interface ApiSettings {
  /** The origin, such as `location.origin`. */
  base: string;
  token: () => string | undefined;
  onSessionEnd: () => void;
  /** `<stream>@<revision>` that a read has to have reached. */
  readAfter?: () => string | undefined;
  /** Every answer of a command says which stream it moved to which revision. */
  onWritten?: (written: Written) => void;
  /** Every answer of a read says whether it may be older than it should be (`X-Stale`). */
  onRead?: (path: string, mayBeBehind: boolean) => void;
  fetch?: typeof fetch;
}

/** One call. @throws ApiError; the signal's own reason when it was aborted. It never toasts and never navigates. */
export type Api = <P extends string, Res, Body>(
  endpoint: Endpoint<P, Res, Body>,
  options: CallOptions<P, Body>,
) => Promise<Res>;

export const createApi =
  (settings: ApiSettings): Api =>
  async <P extends string, Res, Body>(e: Endpoint<P, Res, Body>, o: CallOptions<P, Body>): Promise<Res> => {
    const params: Record<string, string> = o.params ?? {};
    const url = new URL(
      e.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
      settings.base,
    );
    for (const [name, value] of Object.entries(o.query ?? {}))
      if (value !== undefined && value !== '') url.searchParams.set(name, String(value));

    const isRead = e.method === 'GET';
    const headers = new Headers({ accept: 'application/json' });
    const token = settings.token();
    if (token) headers.set('authorization', `bearer ${token}`);
    if (o.team) headers.set('team', o.team);
    if (o.ifVersion !== undefined) headers.set('if-match', String(o.ifVersion));
    if (o.body !== undefined) headers.set('content-type', 'application/json');
    if (!isRead) headers.set('idempotency-key', o.idempotencyKey ?? uuid());
    const after = isRead ? settings.readAfter?.() : undefined;
    if (after) headers.set('x-read-after', after);
    const held = o.cache?.get();
    if (held) headers.set('if-none-match', held.version);

    let response: Response;
    try {
      response = await (settings.fetch ?? fetch)(url, {
        method: e.method,
        headers,
        body: o.body === undefined ? null : JSON.stringify(o.body),
        signal: o.signal ?? null,
      });
    } catch (cause) {
      if (o.signal?.aborted) throw cause;
      throw new ApiError(0, UNREACHABLE);
    }
    if (isRead) settings.onRead?.(url.pathname, response.headers.get('x-stale') === 'true');
    if (response.status === 304 && held) return held.body as Res;
    const body = await bodyOf(response, e.file === true, o.signal);
    if (!response.ok) {
      const error = new ApiError(response.status, isProblem(body) ? body.message : GENERIC, body);
      // Only the session that was asked with has ended; a call that was under way through a new sign-in must not end
      // that one.
      if (error.endsSession && settings.token() === token) settings.onSessionEnd();
      throw error;
    }
    if (!isRead && isWritten(body)) settings.onWritten?.(body);
    const version = response.headers.get('etag');
    // Whoever has signed out meanwhile leaves nothing behind.
    if (o.cache && version !== null && settings.token() === token) o.cache.set(version, body);
    return body as Res;
  };

/**
 * An answer that was cut off on its way, or is a page of somebody's proxy, is no answer, however good its status:
 * nothing is known of the outcome. @throws ApiError with status 0, so that what was asked is asked again under the same
 * key
 */
async function bodyOf(response: Response, isFile: boolean, signal: AbortSignal | undefined): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await (isFile && response.ok ? response.blob() : response.json());
  } catch (cause) {
    if (signal?.aborted) throw cause;
    if (response.ok) throw new ApiError(0, CUT_OFF);
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
