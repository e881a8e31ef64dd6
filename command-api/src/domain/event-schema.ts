/** Turns a table `{ EventType: schema of its data }` into the aggregate's event union. */
import type * as z from 'zod';

export type EventsOf<Table extends Record<string, z.ZodType>> = {
  [Type in keyof Table & string]: { readonly type: Type; readonly data: z.output<Table[Type]> };
}[keyof Table & string];
