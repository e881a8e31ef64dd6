/** What bodies of several families share. */
import * as z from 'zod';

/** Fields of the specification's bodies that say who or where; accepted and never believed (decisions, "HTTP conventions"). */
export const ignored = z.unknown().optional();
export const emptyToNull = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable());
