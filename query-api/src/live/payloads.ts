/** What comes in from sockets and from projections, checked before it is believed. */
import type { PresenceTouch, Touched, Watch } from 'command-api/contract/live';
import { Id } from 'command-api/domain/fields';
import * as z from 'zod';

export const WatchPayload: z.ZodType<Watch> = z.union([
  z.strictObject({ admission: Id, revision: z.int().optional() }).transform(({ admission }) => ({ admission })),
  z.strictObject({ team: Id }),
]);

const Target = z.union([z.templateLiteral(['review:', z.string().regex(/^[A-Za-z0-9._:-]{1,80}$/)]), z.templateLiteral(['note:', z.string().regex(/^[A-Za-z0-9._:-]{1,80}$/)]), z.literal('admission')]);
export const PresencePayload: z.ZodType<PresenceTouch> = z.strictObject({ admission: Id, target: Target, mode: z.enum(['viewing', 'editing']) });

const isTouched = (tag: string): tag is Touched => /^(admission|patient|review|entry|note|gallery|medication|team|user|drug|catalogue):/.test(tag);

/** A projection's notice (`projections/schema/version`: ChangeNotice). A tag of a kind that no client knows is left out: the revision is told all the same. */
export const NoticePayload = z.object({
  stream: z.string(),
  revision: z.string().regex(/^\d+$/).transform(BigInt),
  touched: z.array(z.string()).transform((tags) => tags.filter(isTouched)),
  actorId: z.string(),
  at: z.string(),
  teamId: z.string().optional(),
});
export type Notice = z.infer<typeof NoticePayload>;
