/**
 * The demo has a past: its seed sends with each command when it was done and when it was recorded. For all other
 * requests both are the server's clock. Three locks hold that: a secret, which the launcher makes at each start with
 * `SEED=demo` and gives to this service and the seed only; a marker, which says that the demo is complete; and the
 * gateway, which removes these headers from every request (docs/decisions/write-side/two-times.md).
 */
import type { Context } from 'koa';
import * as z from 'zod';
import { DEMO_MARKER, SEED_HEADERS } from 'language/contract/seed';
import { because } from 'language/domain/reasons/because';
import { anyBody } from '../accounts/command-keys.ts';
import { noLimits } from '../accounts/rate-limits.ts';
import { refusal } from 'language/domain/reasons/refusal';
import { HttpProblem } from 'service-kit/http/http-problem';
import { validInput } from 'service-kit/http/validate-input';
import type { Dependencies } from './dependencies.ts';
import { isSecret } from './is-secret.ts';

const Instant = z.iso.datetime(because('not-an-instant')).transform((text) => new Date(text));
const Times = z
  .object({ [SEED_HEADERS.occurredAt]: Instant, [SEED_HEADERS.recordedAt]: Instant })
  .transform((said) => ({ occurredAt: said[SEED_HEADERS.occurredAt], recordedAt: said[SEED_HEADERS.recordedAt] }))
  .refine(({ occurredAt, recordedAt }) => occurredAt <= recordedAt, because('recorded-before-done'))
  .refine(({ recordedAt }) => recordedAt.getTime() <= Date.now(), because('recorded-in-future'));

/**
 * The seed signs in at each start, also where others have used up the tries of this machine's address: limits do not count
 * it. A demo that was interrupted goes on another day with the same keys and that day's dates.
 * @returns the dependencies of the request's commands, with the seed's times if the seed sends them
 * @throws HttpProblem 403 for other senders, and for the seed's times once the demo is complete; 400 for impossible times
 */
export async function dependenciesOf(ctx: Pick<Context, 'get'>, dependencies: Dependencies): Promise<Dependencies> {
  const secret = ctx.get(SEED_HEADERS.secret);
  if (secret === '') return dependencies;
  if (!isSecret(secret, dependencies.seedSecret)) throw new HttpProblem(refusal('not-the-seed'));
  const unlimited: Dependencies = { ...dependencies, limits: noLimits, commandKeys: anyBody };
  const said = [SEED_HEADERS.occurredAt, SEED_HEADERS.recordedAt].map((name) => [name, ctx.get(name)] as const);
  if (said.every(([, time]) => time === '')) return unlimited;
  if (await isComplete(dependencies)) throw new HttpProblem(refusal('not-the-seed'));
  const { occurredAt, recordedAt } = validInput(Times, Object.fromEntries(said));
  // It is no stranger: solving the sign-ups' challenges took 2 s of a first start.
  return {
    ...unlimited,
    captcha: undefined,
    handle: (intent) => dependencies.handle({ ...intent, at: occurredAt, recordedAt }),
  };
}

const isComplete = async ({ folds }: Dependencies): Promise<boolean> =>
  (await folds.catalogue.loadRecent('')).tags.some(({ label }) => label === DEMO_MARKER);
