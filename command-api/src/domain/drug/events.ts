/** What can happen on `drug-<id>`. */
import * as z from 'zod';
import type { EventsOf } from '../event-schema.ts';
import { Id } from '../values/fields.ts';
import { RichText } from '../values/rich-text.ts';

/**
 * `_id` survives edits and names its drug: `<drugId>.<n>`, so that an entry's trade label is looked up in the stream
 * that knows it.
 */
export const TradeLabel = z.object({ _id: Id, label: z.string() });
export const ErrorTemplate = z.object({ errType: Id, isAdult: z.boolean(), label: RichText });
/** How this drug goes with another one, by that one's root id: `category` in a word or two, `note` as plain text. */
export const Compatibility = z.object({ drug: Id, category: z.string(), note: z.string() });

/**
 * Everything that the drug form holds. Each event carries the whole of it: what was before is what the event before it
 * said.
 */
const content = {
  label: z.string(),
  /** In the order of the form. */
  tradeLabels: z.array(TradeLabel),
  errTemps: z.array(ErrorTemplate),
  /** Tag ids. */
  tags: z.array(Id),
  tips: z.string(),
};

export const drugEvents = {
  DrugAdded: z.object(content),
  DrugChanged: z.object({ ...content, compatibility: z.array(Compatibility) }),
  /** The drug as it stood at an earlier revision, said anew. */
  DrugRestored: z.object({ ...content, compatibility: z.array(Compatibility), fromRevision: z.int().nonnegative() }),
};
export type DrugEvent = EventsOf<typeof drugEvents>;

export const drugStream = (drugId: string): string => `drug-${drugId}`;
