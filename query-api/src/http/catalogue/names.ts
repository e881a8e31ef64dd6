/**
 * SQL: the names of error types, drugs and tags in answers: of today, or of an instant
 * (docs/decisions/read-side/names-by-id.md). An entry has the labels that it was written with. They are shown only where
 * the catalogue does not know the id.
 */
import { allStates, statesAt } from '../reports/states.ts';

/** SQL expressions that a statement selects from. `tag_name` has all names of each tag: `key`, `tag_id`, `label`. */
export type NameTables = Readonly<Record<'error_type' | 'trade_label' | 'tag_name', string>>;

/** SQL: what is the same in all spellings of a tag, as the catalogue compares them. */
export const tagKey = (name: string): string => `lower(btrim(${name}))`;

/**
 * SQL: each name that a tag has or had, with the label of now, or of the instant. A name of two tags belongs to the one
 * that had it last.
 */
export const tagNames = (instant?: string): string => /* sql */ `(
  select distinct on (${tagKey('had.label')}) ${tagKey('had.label')} as key, had.tag_id, shown.label
  from ${allStates('tag')} had
  join ${instant === undefined ? 'tag' : statesAt('tag', instant)} shown on shown.tag_id = had.tag_id
  ${instant === undefined ? '' : `where had.since <= ${instant}`}
  order by ${tagKey('had.label')}, had.until desc, had.tag_id)`;

export const currentNames: NameTables = { error_type: 'error_type', trade_label: 'trade_label', tag_name: tagNames() };
export const namesAt = (instant: string): NameTables => ({
  error_type: statesAt('error_type', instant),
  trade_label: statesAt('trade_label', instant),
  tag_name: tagNames(instant),
});

/** SQL: the name of a trade label. */
export const tradeName = (id: string, written: string, { trade_label }: NameTables = currentNames): string =>
  `coalesce((select named.label from ${trade_label} named where named.trade_label_id = ${id}), ${written})`;

// `entry` is the alias of a row of `review_entry`.

/** SQL: the name of the entry's error type. */
export const typeLabel = (entry: string, { error_type }: NameTables = currentNames): string =>
  `coalesce((select named.label from ${error_type} named where named.err_type_id = ${entry}.err_type), ${entry}.err_type_label)`;

/** SQL: the name of the entry's drug. */
export const drugLabel = (entry: string, tables: NameTables = currentNames): string =>
  tradeName(`${entry}.err_drug`, `${entry}.err_drug_label`, tables);

/**
 * SQL: a JSON list of something of each tag of an entry, in the order of writing. The names are one JSON object, which
 * Postgres makes once for a statement.
 * @param shown of `known.tag`, which has `_id` and `name` or is null, and `given.tag`
 */
const ofEachTag = (entry: string, shown: string, { tag_name }: NameTables): string => /* sql */ `
  case when jsonb_array_length(${entry}.drug_tags) = 0 then ${entry}.drug_tags else (
    select jsonb_agg(${shown} order by given.place)
    from jsonb_array_elements(${entry}.drug_tags) with ordinality as given(tag, place)
    cross join lateral (
      select (
        select jsonb_object_agg(named.key, jsonb_build_object('_id', named.tag_id, 'name', named.label))
        from ${tag_name} named
      ) -> ${tagKey("given.tag ->> 'name'")} as tag
    ) known) end`;

/** SQL: the entry's tags, `[{name}]`. */
export const drugTags = (entry: string, tables: NameTables = currentNames): string =>
  ofEachTag(entry, "jsonb_build_object('name', coalesce(known.tag -> 'name', given.tag -> 'name'))", tables);

/** SQL: the ids of the entry's tags, null for one that is not in the catalogue. */
export const drugTagIds = (entry: string, tables: NameTables = currentNames): string =>
  ofEachTag(entry, "known.tag -> '_id'", tables);
