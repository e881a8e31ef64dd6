/** What comes in from sockets and from projections, checked before it is believed. */
import type { PresenceTouch, Seen, Touched, Watch } from 'command-api/contract/live';
import { Id } from 'command-api/domain/values/fields';
import * as z from 'zod';

export const WatchPayload: z.ZodType<Watch> = z.union([
  z.strictObject({ admission: Id, revision: z.int().optional() }).transform(({ admission }) => ({ admission })),
  z.strictObject({ team: Id }),
]);

const Target = z.union([
  z.templateLiteral(['review:', z.string().regex(/^[A-Za-z0-9._:-]{1,80}$/)]),
  z.templateLiteral(['note:', z.string().regex(/^[A-Za-z0-9._:-]{1,80}$/)]),
  z.literal('admission'),
]);
export const PresencePayload: z.ZodType<PresenceTouch> = z.strictObject({
  admission: Id,
  target: Target,
  mode: z.enum(['viewing', 'editing']),
});

const isTouched = (tag: string): tag is Touched =>
  /^(admission|patient|review|entry|note|gallery|medication|team|user|drug|catalogue):/.test(tag);

export const SeenPayload: z.ZodType<Seen> = z.strictObject({ admission: Id, revision: z.int().nonnegative() });

/**
 * A projection's notice (`projections/schema/version`: ChangeNotice). A tag of a kind that no client knows is left out:
 * the revision is told all the same.
 */
const Revision = z.string().regex(/^\d+$/).transform(BigInt);
export const NoticePayload = z.object({
  stream: z.string(),
  revision: Revision,
  /** Absent while projections of an older version are running beside this service. */
  from: Revision.optional(),
  touched: z.array(z.string()).transform((tags) => tags.filter(isTouched)),
  actorId: z.string(),
  at: z.string(),
  teamId: z.string().optional(),
});
export type Notice = z.infer<typeof NoticePayload>;

const Present = z.object({ userId: z.string(), target: z.string(), mode: z.enum(['viewing', 'editing']) });
/** What instances of this service tell each other of presence (`presence/presence-sync.ts`): ids only. */
export const ElsewherePayload = z.union([
  z.object({ from: z.string(), admission: z.string(), people: z.array(Present) }),
  z.object({ from: z.string(), is: z.enum(['new', 'gone']) }),
]);
export type Elsewhere = z.infer<typeof ElsewherePayload>;

/** That somebody has looked at a chart (`chart-seen.ts`). */
export const LookedPayload = z.object({ userId: z.string(), admission: z.string() });
