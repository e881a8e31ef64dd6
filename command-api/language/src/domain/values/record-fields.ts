/**
 * The fields of records, each described once (docs/add-a-field.md). Rows, answers, forms, histories and files are made
 * from the descriptions, or the compiler compares them. The browser loads this file, so it imports nothing.
 */

/**
 * The values of a field. `label`: the name that an id had when it was written. `line` has one line, `text` several,
 * `markup` is HTML. `ids` are ids or codes. `letter`, `code` and `choice` are of a list in `codes.ts`; a choice is a word, or empty. A `number` is
 * always known.
 */
export type FieldKind =
  | 'id'
  | 'label'
  | 'line'
  | 'text'
  | 'markup'
  | 'day'
  | 'letter'
  | 'code'
  | 'choice'
  | 'rating'
  | 'number'
  | 'ids'
  | 'items';

export interface Field {
  readonly kind: FieldKind;
  /** The field with the label of this id. The server looks it up: no person writes it. */
  readonly label?: string;
  /** A day that is always known. */
  readonly isRequired?: true;
  /** Fields of one group only make sense together, and are merged together. Absent: a group of its own. */
  readonly group?: string;
}
/** A description of each field: a forgotten one does not compile. */
export type FieldsOf<Thing, Kind extends Field = Field> = { readonly [Name in keyof Thing]-?: Kind };
export type Described = Readonly<Record<string, Field>>;

export const namesOf = <Fields extends Described>(fields: Fields) => Object.keys(fields) as (keyof Fields & string)[];

/** The value of a field that is not filled in. */
export function emptyOf({ kind }: Field): '' | null | [] {
  switch (kind) {
    case 'id':
    case 'label':
    case 'line':
    case 'text':
    case 'markup':
    case 'choice':
      return '';
    case 'day':
    case 'letter':
    case 'code':
    case 'rating':
    case 'number':
      return null;
    case 'ids':
    case 'items':
      return [];
    default:
      return kind satisfies never;
  }
}

export type Picked<Thing, Name> = { [Field in Name & keyof Thing]: Exclude<Thing[Field], undefined> };
/** The described fields of a thing. One that the thing lacks, such as one of an older version, is empty. */
export const pick = <Fields extends Described, Thing extends object>(
  fields: Fields,
  thing: Thing,
): Picked<Thing, keyof Fields> => {
  const values = thing as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, values[name] ?? emptyOf(field)]),
  ) as Picked<Thing, keyof Fields>;
};

/** The described fields that a change may name. One that it does not name stays undefined. */
export const named = <Fields extends Described, Thing extends object>(
  fields: Fields,
  change: Thing,
): { [Field in keyof Fields & keyof Thing]: Thing[Field] } => {
  const values = change as Readonly<Record<string, unknown>>;
  return Object.fromEntries(namesOf(fields).map((name) => [name, values[name]])) as {
    [Field in keyof Fields & keyof Thing]: Thing[Field];
  };
};

/** The present fields: absent ones stay unchanged. */
export const presentFields = <Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

/** Values are compared as JSON: the members of items are in one order. */
export const isSame = (fields: Described, one: object, other: object): boolean =>
  JSON.stringify(pick(fields, one)) === JSON.stringify(pick(fields, other));

/** The fields by their groups, in the order of the first of each. */
export function groupsOf<Fields extends Described>(fields: Fields): (keyof Fields & string)[][] {
  const names = namesOf(fields);
  const groupOf = (name: keyof Fields & string): string => fields[name]?.group ?? name;
  return [...new Set(names.map(groupOf))].map((group) => names.filter((name) => groupOf(name) === group));
}

type Written<Fields extends Described> = {
  readonly [Name in keyof Fields as Fields[Name]['kind'] extends 'label' ? never : Name]: Fields[Name];
};
/** The fields that a person writes: all without the labels. */
export const written = <Fields extends Described>(fields: Fields): Written<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, { kind }]) => kind !== 'label')) as Written<Fields>;

/** The names of the ids that have a label, by that of the label. */
export const idsByLabel = <Fields extends Described>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([id, { label }]) => (label === undefined ? [] : [[label, id] as const])),
  ) as Readonly<Record<string, keyof Fields & string>>;
