/** Schemas of what arrives from sockets, from projections and from other instances. */
import type { PresenceTouch, Seen, Watch } from 'language/contract/live';
import { DecidedFinding } from 'language/domain/admission/events';
import { limits } from 'language/domain/values/codes';
import { Id } from 'language/domain/values/fields';
import { type Touched, touchedKinds } from 'language/domain/values/touched';
import * as z from 'zod';

export const WatchPayload: z.ZodType<Watch> = z.union([
  z.strictObject({ admission: Id, revision: z.int().optional() }).transform(({ admission }) => ({ admission })),
  z.strictObject({ team: Id }),
]);

const Target = z.union([
  z.templateLiteral(['review:', z.string().regex(/^[A-Za-z0-9._:-]{1,80}$/)]),
  z.templateLiteral(['note:', z.string().regex(/^[A-Za-z0-9._:-]{1,80}$/)]),
  z.templateLiteral(['medication:', z.string().regex(/^[A-Za-z0-9._:-]{1,80}$/)]),
  z.literal('admission'),
]);
export const PresencePayload: z.ZodType<PresenceTouch> = z.strictObject({
  admission: Id,
  target: Target,
  mode: z.enum(['viewing', 'editing']),
});

const kinds: ReadonlySet<string> = new Set(touchedKinds);
const isTouched = (tag: string): tag is Touched => kinds.has(tag.slice(0, tag.indexOf(':')));

export const SeenPayload: z.ZodType<Seen> = z.strictObject({
  admission: Id,
  revision: z.int().nonnegative(),
  findings: z
    .array(DecidedFinding.omit({ fingerprint: true }))
    .max(limits.findingsShown)
    .exactOptional(),
});

const Revision = z.string().regex(/^\d+$/).transform(BigInt);
/**
 * A projection's notice (`projections/schema/version`: ChangeNotice). A tag of a kind that clients do not know is left
 * out; the revision is sent anyway.
 */
export const NoticePayload = z.object({
  stream: z.string(),
  revision: Revision,
  /** Absent while an older version of projections runs beside this service. */
  from: Revision.optional(),
  touched: z.array(z.string()).transform((tags) => tags.filter(isTouched)),
  actorId: z.string(),
  at: z.string(),
  teamId: z.string().optional(),
  /** Only where traces are made. */
  commandIds: z.array(z.string()).default([]),
});
export type Notice = z.infer<typeof NoticePayload>;

const Present = z.object({ userId: z.string(), target: z.string(), mode: z.enum(['viewing', 'editing']) });
/** The messages between instances of this service (`presence/presence-sync.ts`): ids only. */
export const PresenceSyncPayload = z.union([
  z.object({ from: z.string(), admission: z.string(), people: z.array(Present) }),
  z.object({ from: z.string(), is: z.enum(['new', 'gone']) }),
]);
export type PresenceSyncMessage = z.infer<typeof PresenceSyncPayload>;

/** A person has looked at a chart (`chart-seen.ts`). */
export const ChartSeenPayload = z.object({ userId: z.string(), admission: z.string() });
