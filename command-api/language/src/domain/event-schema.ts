/** Turns a table `{ EventType: schema of its data }` into the aggregate's event union. */
import type * as z from 'zod';
import type { DomainEvent } from './command.ts';

export type EventsOf<Table extends Record<string, z.ZodType>> = {
  [Type in keyof Table & string]: { readonly type: Type; readonly data: z.output<Table[Type]> };
}[keyof Table & string];

/**
 * The default of a switch over an event union: compiles only while every type has its case. At run time an unknown
 * type, written by a newer version, changes nothing, so `evolve` stays total.
 */
export const unknownEvent = <Unchanged>(_event: never, unchanged: Unchanged): Unchanged => unchanged;

/**
 * The event as one of the table's, or undefined for an unknown type (a newer version may have written it). Only the
 * type is checked: reading from the log has validated the data already.
 */
export const knownEvent = <Table extends Record<string, z.ZodType<object>>, Event extends DomainEvent>(
  table: Table,
  event: Event,
): (Event & EventsOf<Table>) | undefined => (isIn(table, event) ? event : undefined);

const isIn = <Table extends Record<string, z.ZodType<object>>, Event extends DomainEvent>(
  table: Table,
  event: Event,
): event is Event & EventsOf<Table> => Object.hasOwn(table, event.type);
