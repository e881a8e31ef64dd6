/** What a conflict says that a thing is now (`current` of a 409), read as that thing. */

export interface CurrentVersion<Fields> {
  fields: Fields;
  version: number;
}

/** Whether all of these fields are in it; what they hold is the server's word. */
export const holds = <Entity extends object>(current: unknown, fields: readonly (keyof Entity)[]): current is Entity =>
  typeof current === 'object' && current !== null && fields.every((field) => field in current);

/** Reads it as the fields of a form. */
export const currentAs =
  <Entity extends { version: number }, Fields>(
    needed: readonly (keyof Entity)[],
    fieldsOf: (entity: Entity) => Fields,
  ) =>
  (current: unknown): CurrentVersion<Fields> | undefined =>
    holds<Entity>(current, ['version', ...needed])
      ? { fields: fieldsOf(current), version: current.version }
      : undefined;
