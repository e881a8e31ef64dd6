/** The body of a command: JSON, at most 1 MB, with text that Postgres can hold. */
import { bodyParser } from '@koa/bodyparser';
import type { Context, Middleware } from 'koa';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';

const LIMIT = '1mb';
/**
 * The deepest body of the contract has four levels. Without a bound, a megabyte of brackets would overflow the stack.
 */
const DEPTH_MAX = 20;
const parse = bodyParser({
  enableTypes: ['json'],
  extendTypes: { json: ['application/json'] },
  jsonLimit: LIMIT,
  encoding: 'utf-8',
  // A removal may have a reason.
  parsedMethods: ['POST', 'PUT', 'DELETE'],
});

/**
 * Parses the body into `ctx.request.body`.
 * @throws HttpProblem 400 for another content type or a compressed body; 413 and 400 come from the parser
 */
export const jsonBody: Middleware = async (ctx, next) => {
  // Other types would arrive as an empty object. A POST without a body may have length 0.
  if (ctx.request.length !== 0 && ctx.is('application/json') === false) throw new HttpProblem(refusal('not-json'));
  // No client of the product compresses. A broken compressed body would be reported as the server's failure.
  if (!['', 'identity'].includes(ctx.get('content-encoding').toLowerCase()))
    throw new HttpProblem(refusal('body-encoded'));
  await parse(ctx, async () => {
    refuseUnstorable(bodyOf(ctx), '', 1);
    await next();
  });
};

export const bodyOf = (ctx: Context): unknown => (ctx.request as { body?: unknown }).body ?? {};

/**
 * Postgres holds neither the zero character nor half of a surrogate pair: an event with one could be written but not
 * projected, and would stop its stream.
 */
function refuseUnstorable(value: unknown, path: string, depth: number): void {
  if (depth > DEPTH_MAX) throw new HttpProblem(refusal('body-nested-too-deeply'));
  if (typeof value === 'string') {
    if (/\0|\p{Surrogate}/u.test(value)) throw new HttpProblem(refusal('text-not-storable'), { field: path });
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value))
      refuseUnstorable(part, path === '' ? name : `${path}.${name}`, depth + 1);
  }
}
