/**
 * The rules by which one kind of editor compares, merges and checks its drafts. The editor machine
 * takes them as a parameter.
 */
import type { ApiError } from '../platform/http/api.ts';
import { differs, mergeDisjoint, mineOverTheirs, groupsToDecide, yieldToTheirs, type FieldGroups } from './merge.ts';

export interface Versioned {
  version: number;
}

/**
 * `Saved` is the thing as the server has it, `Draft` what the form shows, `Content` what both are compared by. `Draft`
 * and `Content` are one type unless the form holds more than is sent, such as the keys of rows.
 */
export interface EditorFields<Saved extends Versioned, Draft extends object, Content extends object = Draft> {
  /** Fields that are only merged together. */
  groups: FieldGroups<Content>;
  savedContent: (saved: Saved) => Content;
  draftContent: (draft: Draft) => Content;
  toDraft: (content: Content) => Draft;
  /** True if a draft of a new thing holds nothing that a person typed. */
  isBlank: (draft: Draft) => boolean;
  /** True if the server can take the draft. */
  isComplete: (draft: Draft) => boolean;
  /** A change with the rules between the fields. Left out where there are none. */
  change?: (draft: Draft, patch: Partial<Draft>) => Draft;
  /** Reads the entity that a 409 carries. Undefined when it is not this one. */
  read: (current: unknown, saved: Saved | undefined) => Saved | undefined;
  /** The form is open as long as the screen is: a save or a cancel begins it again. */
  isKeptOpen?: boolean;
  /** A save adds a thing again that was deleted elsewhere while it was edited. */
  canBeAddedAgain?: boolean;
}

/** A newer state than the one that is being edited. */
export interface Theirs<Saved> {
  current: Saved;
  /** The name of the person who saved it; empty when it is not known. */
  by: string;
  /** Instant, ISO 8601. */
  at: string | undefined;
}

export interface EditorContext<Saved, Draft> {
  /** The version that the draft is based on. Undefined: not saved yet. */
  saved: Saved | undefined;
  draft: Draft;
  /** The draft that a new thing began with. */
  start: Draft;
  theirs: Theirs<Saved> | undefined;
  error: ApiError | undefined;
  /** A save was asked for while something was missing. */
  isMissingShown: boolean;
  /** It was deleted elsewhere while it was edited: a save adds it again. */
  isRemovedElsewhere: boolean;
  /** It is saved beside the next one, which the person has gone on to. */
  isInBackground: boolean;
  /** The author of the change that was merged with this one on its way. */
  mergedWith: string | undefined;
  /** Counts how often the form was filled from outside: a rich text reads its text only when it is drawn first. */
  round: number;
  /** The id of what holds it, such as the review of an entry. Empty where the screen does not ask. */
  parentId: string;
}

type Held<Saved, Draft> = Pick<EditorContext<Saved, Draft>, 'saved' | 'draft'>;
type Compared<Saved, Draft> = Pick<EditorContext<Saved, Draft>, 'saved' | 'draft' | 'theirs'>;

/** True if the draft holds something that is not saved. */
export const isDirty = <Saved extends Versioned, Draft extends object, Content extends object>(
  fields: EditorFields<Saved, Draft, Content>,
  { saved, draft }: Held<Saved, Draft>,
): boolean =>
  saved ? differs(fields.groups, fields.savedContent(saved), fields.draftContent(draft)) : !fields.isBlank(draft);

/** Both changes in one draft, or undefined when they touch the same fields. */
export function mergeWith<Saved extends Versioned, Draft extends object, Content extends object>(
  fields: EditorFields<Saved, Draft, Content>,
  { saved, draft }: Held<Saved, Draft>,
  theirs: Saved,
): Draft | undefined {
  const { groups, savedContent, draftContent, toDraft } = fields;
  const merged = saved && mergeDisjoint(groups, savedContent(saved), draftContent(draft), savedContent(theirs));
  return merged && toDraft(merged);
}

/** My changes over theirs: what only they changed stays theirs. */
export function keepMine<Saved extends Versioned, Draft extends object, Content extends object>(
  { groups, savedContent, draftContent, toDraft }: EditorFields<Saved, Draft, Content>,
  { saved, draft, theirs }: Compared<Saved, Draft>,
): Draft {
  return saved && theirs
    ? toDraft(mineOverTheirs(groups, savedContent(saved), draftContent(draft), savedContent(theirs.current)))
    : draft;
}

export interface Comparison<Content> {
  /** The version that both changes began with. Undefined when it is not known. */
  was: Content | undefined;
  yours: Content;
  theirs: Content;
  /** The groups that a person has to decide. */
  toDecide: FieldGroups<Content>;
}
export function compare<Saved extends Versioned, Draft extends object, Content extends object>(
  { groups, savedContent, draftContent }: EditorFields<Saved, Draft, Content>,
  { saved, draft, theirs: newer }: Compared<Saved, Draft>,
): Comparison<Content> | undefined {
  if (!newer) return undefined;
  const was = saved && saved.version < newer.current.version ? savedContent(saved) : undefined;
  const [yours, theirs] = [draftContent(draft), savedContent(newer.current)];
  return { was, yours, theirs, toDecide: groupsToDecide(groups, was, yours, theirs) };
}

/** Theirs in all that had to be decided; what only I changed stays mine. */
export function takeTheirs<Saved extends Versioned, Draft extends object, Content extends object>(
  fields: EditorFields<Saved, Draft, Content>,
  context: Compared<Saved, Draft>,
): { draft: Draft; hasMineLeft: boolean } {
  const compared = compare(fields, context);
  if (!compared) return { draft: context.draft, hasMineLeft: false };
  const { was, yours, theirs } = compared;
  const content = yieldToTheirs(fields.groups, was, yours, theirs);
  return { draft: fields.toDraft(content), hasMineLeft: differs(fields.groups, content, theirs) };
}
