/**
 * What can happen on `catalogue`: the lists that every team shares. The type "No error" is always there (`codes.ts`).
 */
import * as z from 'zod';
import type { EventsOf } from '../event-schema.ts';
import { Id } from '../values/fields.ts';

export const catalogueEvents = {
  ErrorTypeAdded: z.object({ errTypeId: Id, label: z.string() }),
  ErrorTypeRenamed: z.object({ errTypeId: Id, label: z.string() }),
  TagAdded: z.object({ tagId: Id, label: z.string() }),
  TagRenamed: z.object({ tagId: Id, label: z.string() }),
  /** The admin account has every browser read the trade labels anew. Versions count from 1. */
  TradeListUpdated: z.object({ version: z.int().positive() }),
};
export type CatalogueEvent = EventsOf<typeof catalogueEvents>;

export const catalogueStream = 'catalogue';
