/** Reads the entity that a 409 carries in `current`. */

export interface CurrentVersion<Fields> {
  fields: Fields;
  version: number;
}

/** Whether it has all of these fields. The types of their values are trusted. */
export const hasFields = <Entity extends object>(
  current: unknown,
  fields: readonly (keyof Entity)[],
): current is Entity => typeof current === 'object' && current !== null && fields.every((field) => field in current);

/** Makes a reader that answers the fields of a form with their version. */
export const createVersionReader =
  <Entity extends { version: number }, Fields>(
    needed: readonly (keyof Entity)[],
    fieldsOf: (entity: Entity) => Fields,
  ) =>
  (current: unknown): CurrentVersion<Fields> | undefined =>
    hasFields<Entity>(current, ['version', ...needed])
      ? { fields: fieldsOf(current), version: current.version }
      : undefined;
