/** The described fields of a thing as the texts of a flat form. Empty: not set. */
import { type Described, pick } from 'language/domain/values/record-fields';

export const textsOf = <Fields extends Described>(fields: Fields, thing: object) =>
  Object.fromEntries(
    Object.entries<unknown>(pick(fields, thing)).map(([name, value]) => [
      name,
      typeof value === 'string' || typeof value === 'number' ? String(value) : '',
    ]),
  ) as Readonly<Record<keyof Fields & string, string>>;
