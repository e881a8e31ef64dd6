/**
 * The one shape of a read: who asks → what is asked (schema) → as new as asked → rights → one statement → the contract's shape.
 * A route file is a list of these.
 */
import type { Session } from 'command-api/accounts/sessions';
import { callerOf, HttpProblem } from 'command-api/service/http';
import type { Context, Middleware } from 'koa';
import type { Pool } from 'pg';
import * as z from 'zod';
import { answerAsNewAsAsked } from './freshness.ts';

/** What every read is answered from. */
export interface House {
  /** Reads only; its search path is the read schema. */
  readonly db: Pool;
  readonly timeZone: string;
  /** Lower case. */
  readonly adminEmail: string | undefined;
}

export interface Asked<Input> {
  readonly db: Pool;
  readonly house: House;
  readonly caller: Session;
  readonly input: Input;
  /** The `team` header, where one was sent. */
  readonly teamHeader: string | undefined;
}

export interface ReadRoute {
  readonly path: string;
  /** Answered without a token. */
  readonly open: boolean;
  readonly answer: (house: House) => Middleware;
}

/**
 * A read that needs a signed-in caller.
 * @param from the streams that the answer comes from, by name or by prefix (`user-`): what `X-Read-After` may wait for
 */
export function read<Schema extends z.ZodType>(
  path: string,
  route: { input: Schema; from: (input: z.output<Schema>) => readonly string[]; answer: (asked: Asked<z.output<Schema>>) => Promise<unknown> },
): ReadRoute {
  return {
    path,
    open: false,
    answer: (house) => async (ctx) => {
      const caller = callerOf(ctx);
      const input = route.input.parse(inputOf(ctx));
      await answerAsNewAsAsked(ctx, house.db, route.from(input), async () => {
        ctx.body = await route.answer({ db: house.db, house, caller, input, teamHeader: ctx.get('team') || undefined });
      });
    },
  };
}

/** A read that the sign-up and the landing page need before anybody is signed in: nothing of a team, nothing of a person. */
export const openRead = (path: string, answer: (house: House) => unknown): ReadRoute => ({
  path,
  open: true,
  answer: (house) => async (ctx) => {
    await answerAsNewAsAsked(ctx, house.db, [], async () => {
      ctx.body = answer(house);
    });
  },
});

/** Path and query together; the path wins. An empty parameter counts as absent, a repeated one is refused. */
function inputOf(ctx: Context): Record<string, string> {
  const input: Record<string, string> = {};
  for (const [name, value] of Object.entries({ ...ctx.query, ...(ctx['params'] as Record<string, string>) })) {
    if (Array.isArray(value)) throw new HttpProblem('invalid', `${name} was sent more than once`, { fields: { [name]: 'Send this once' } });
    // Postgres cannot hold a zero character.
    if (value?.includes('\0')) throw new HttpProblem('invalid', `${name} holds a character that cannot be`, { fields: { [name]: 'This holds a character that cannot be' } });
    if (value) input[name] = value;
  }
  return input;
}
