/** What bodies of several families share. */
import * as z from 'zod';

/**
 * Fields of the specification's bodies that say who or where; accepted and never believed (decisions, "HTTP
 * conventions").
 */
export const ignored = z.unknown().optional().describe('Accepted and never believed.');
export const emptyToNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable());
/** What a DELETE says: all that it needs is in its path. */
export const Nothing = z.strictObject({});
/** The fields that were said: what was left out stays as it is. */
export const said = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
