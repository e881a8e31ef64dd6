/** What can happen on `drug-<id>`. */
import * as z from 'zod';
import type { EventsOf } from '../event-schema.ts';
import { Id } from '../fields.ts';
import { RichText } from '../rich-text.ts';

/** `_id` survives edits and names its drug: `<drugId>.<n>`, so that an entry's trade label is looked up in the stream that knows it. */
export const TradeLabel = z.object({ _id: Id, label: z.string() });
export const ErrorTemplate = z.object({ errType: Id, isAdult: z.boolean(), label: RichText });

export const drugEvents = {
  DrugAdded: z.object({
    label: z.string(),
    tradeLabels: z.array(TradeLabel),
    errTemps: z.array(ErrorTemplate),
    tags: z.array(Id),
    tips: z.string(),
  }),
};
export type DrugEvent = EventsOf<typeof drugEvents>;

export const drugStream = (drugId: string): string => `drug-${drugId}`;
export const drugOfTradeLabel = (tradeLabelId: string): string => tradeLabelId.split('.')[0] ?? tradeLabelId;
