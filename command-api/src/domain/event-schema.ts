/** Turns a table `{ EventType: schema of its data }` into the aggregate's event union. */
import type * as z from 'zod';
import type { DomainEvent } from './command.ts';

export type EventsOf<Table extends Record<string, z.ZodType>> = {
  [Type in keyof Table & string]: { readonly type: Type; readonly data: z.output<Table[Type]> };
}[keyof Table & string];

/**
 * The end of a switch over an event union: compiles only while every type has its case. At run time it leaves things as
 * they are where a newer version has written a type that this one does not know, so that `evolve` stays total.
 */
export const unknownEvent = <Unchanged>(_event: never, unchanged: Unchanged): Unchanged => unchanged;

/**
 * The event as one of the table's, or undefined for a type that this code does not know (a newer version may have
 * written it). The log has held every event of a known type against its schema when it was read; the type is all there
 * is to ask.
 */
export const known = <Table extends Record<string, z.ZodType<object>>, Event extends DomainEvent>(
  table: Table,
  event: Event,
): (Event & EventsOf<Table>) | undefined => (isIn(table, event) ? event : undefined);

const isIn = <Table extends Record<string, z.ZodType<object>>, Event extends DomainEvent>(
  table: Table,
  event: Event,
): event is Event & EventsOf<Table> => Object.hasOwn(table, event.type);
