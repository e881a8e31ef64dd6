/** The events of `catalogue`: the lists that all teams share. The type "No error" is not stored (`codes.ts`). */
import * as z from 'zod';
import type { EventsOf } from '../event-schema.ts';
import { Id } from '../values/fields.ts';
import { StatementContent } from './statement-fields.ts';

export const catalogueEvents = {
  ErrorTypeAdded: z.object({ errTypeId: Id, label: z.string() }),
  ErrorTypeRenamed: z.object({ errTypeId: Id, label: z.string() }),
  /** PCNE codes of its errors for which no one chose codes (`pcne.ts`). */
  ErrorTypeMapped: z.object({ errTypeId: Id, pcne: z.array(z.string()) }),
  TagAdded: z.object({ tagId: Id, label: z.string() }),
  TagRenamed: z.object({ tagId: Id, label: z.string() }),
  /** The admin account makes every browser reload the trade labels. Versions count from 1. */
  TradeListUpdated: z.object({ version: z.int().positive() }),
  /** A new statement, or its next version. It is a draft until it is approved. */
  StatementWritten: z.object({ statementId: Id, content: StatementContent }),
  /** `approvedBy`: the name of the clinician, as written. Again: the use of the statement is counted from then on. */
  StatementApproved: z.object({ statementId: Id, approvedBy: z.string() }),
  /** It is a draft again. */
  StatementWithdrawn: z.object({ statementId: Id }),
};
export type CatalogueEvent = EventsOf<typeof catalogueEvents>;

export const catalogueStream = 'catalogue';
