/** The events of `drug-<id>`. */
import * as z from 'zod';
import type { EventsOf } from '../event-schema.ts';
import { dddRoutes, type DddUnit, dddUnits } from './defined-doses.ts';
import { Id } from '../values/fields.ts';
import { RichText } from '../values/rich-text.ts';

/** `_id` survives edits. It is `<drugId>.<n>`, so an entry's trade label leads to its drug's stream. */
export const TradeLabel = z.object({ _id: Id, label: z.string() });
export const ErrorTemplate = z.object({
  errType: Id,
  isAdult: z.boolean(),
  label: RichText,
  /** The PCNE codes that it brings into an entry. */
  pcne: z.array(z.string()).exactOptional(),
});
/** Compatibility with another drug (`drug`: its root id). `category` is a word or two, `note` is plain text. */
export const Compatibility = z.object({ drug: Id, category: z.string(), note: z.string() });

/** The content of the drug form. Each event has all of it. */
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
  /** The content of the drug at an earlier revision. */
  DrugRestored: z.object({ ...content, compatibility: z.array(Compatibility), fromRevision: z.int().nonnegative() }),
  /** From the hospital's file (`classification.ts`). The other events leave it as it is. */
  DrugClassified: z.object({
    atc: z.string(),
    ddds: z.array(
      z.object({
        value: z.number(),
        unit: z.literal(Object.keys(dddUnits) as DddUnit[]),
        route: z.union([z.literal(''), z.enum(dddRoutes)]),
      }),
    ),
  }),
};
export type DrugEvent = EventsOf<typeof drugEvents>;

export const drugStream = (drugId: string): string => `drug-${drugId}`;
