/**
 * The demo has a past: its seed says of each command when it was done and when the log took it. For everything else
 * both are the server's clock, and no client can set them. Three locks: the secret, which the launcher makes at each
 * start with `SEED=demo` and gives to this service and to the seed alone; the marker, after which the demo is complete
 * and has no more past to be written; and the gateway, which takes the headers away from every request from outside.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import * as z from 'zod';
import { DEMO_MARKER, SEED_HEADERS } from '../contract/seed.ts';
import { because } from '../domain/reasons/because.ts';
import { refusal } from '../domain/reasons/refusal.ts';
import { HttpProblem } from 'service-kit/http/http-problem';
import { validInput } from 'service-kit/http/validate-input';
import type { Dependencies } from './dependencies.ts';

const Instant = z.iso.datetime(because('not-an-instant')).transform((text) => new Date(text));
const Times = z
  .object({ [SEED_HEADERS.occurredAt]: Instant, [SEED_HEADERS.recordedAt]: Instant })
  .transform((said) => ({ occurredAt: said[SEED_HEADERS.occurredAt], recordedAt: said[SEED_HEADERS.recordedAt] }))
  .refine(({ occurredAt, recordedAt }) => occurredAt <= recordedAt, because('recorded-before-done'))
  .refine(({ recordedAt }) => recordedAt.getTime() <= Date.now(), because('recorded-in-future'));

/** Of the same length whatever is compared, so that the time it takes says nothing. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * @returns the house that the request's commands are answered from: with times of their own where the seed says them
 * @throws HttpProblem 403 for everyone but the seed, and for the seed once the demo is complete; 400 for times that
 * cannot be
 */
export async function dependenciesOf(ctx: Pick<Context, 'get'>, dependencies: Dependencies): Promise<Dependencies> {
  const secret = ctx.get(SEED_HEADERS.secret);
  if (secret === '') return dependencies;
  const isSeed =
    dependencies.seedSecret !== undefined && timingSafeEqual(digest(secret), digest(dependencies.seedSecret));
  if (!isSeed || (await isComplete(dependencies))) throw new HttpProblem(refusal('not-the-seed'));
  const { occurredAt, recordedAt } = validInput(
    Times,
    Object.fromEntries([SEED_HEADERS.occurredAt, SEED_HEADERS.recordedAt].map((name) => [name, ctx.get(name)])),
  );
  return { ...dependencies, handle: (intent) => dependencies.handle({ ...intent, at: occurredAt, recordedAt }) };
}

const isComplete = async ({ folds }: Dependencies): Promise<boolean> =>
  (await folds.catalogue.loadRecent('')).tags.some(({ label }) => label === DEMO_MARKER);
