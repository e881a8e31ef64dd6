/** Turns a table `{ EventType: schema of its data }` into the aggregate's event union. */
import type * as z from 'zod';

export type EventsOf<Table extends Record<string, z.ZodType>> = {
  [Type in keyof Table & string]: { readonly type: Type; readonly data: z.output<Table[Type]> };
}[keyof Table & string];

/**
 * The end of a switch over an event union: compiles only while every type has its case. At run time it leaves things as they are
 * where a newer version has written a type that this one does not know, so that `evolve` stays total.
 */
export const unknownEvent = <Unchanged>(_event: never, unchanged: Unchanged): Unchanged => unchanged;
