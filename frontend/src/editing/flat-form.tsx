/**
 * A form over a saved thing whose fields are texts: what was changed, and based on which version. A newer version fills
 * the form only while nothing is typed.
 */
import { useMemo, useState } from 'react';
import { confirm } from '../components/dialogs/confirm.tsx';
import { eventLogId, versionIn } from '../platform/http/event-log.ts';
import { useSessionUser } from '../platform/session/session.ts';
import { DraftOffer } from './draft-offer.tsx';
import { useKeptDraft } from './use-kept-draft.ts';
import { useTranslation } from '../platform/language/use-translation.ts';

export type Texts = Readonly<Record<string, string>>;
/** The typed and unsaved text, with what it is based on: enough to go on when the thing has changed or is gone. */
export interface FlatFormDraft<Fields extends Texts> {
  was: Partial<Fields>;
  changed: Partial<Fields>;
}
export interface FlatForm<Fields extends Texts> {
  draft: Fields;
  /** The state that the draft is based on; `version` is the `If-Match` of the edit. */
  base: { fields: Fields; version: number };
  /** The fields that differ from the base: only these are sent. */
  changed: Partial<Fields>;
  isDirty: boolean;
  /** Undefined while nothing would be lost. */
  unsaved: FlatFormDraft<Fields> | undefined;
  /** Counts how often it was filled from outside: a rich text reads its text only when it is drawn first. */
  round: number;
  change(patch: Partial<Fields>): void;
  /** Begins again from what is saved now; `draft`: with this typed over it. */
  take(fields: Fields, version: number, draft?: Fields): void;
  /** The sent draft is saved as `fields`. Text that was typed after it was sent stays. */
  settle(sent: Fields, fields: Fields, version: number): void;
  /** Goes on with a stored draft, based on its own version: the save shows whether the thing changed since. */
  restore(draft: FlatFormDraft<Fields>, version: number): void;
}

export const changedFields = <Fields extends Texts>(base: Fields, draft: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(draft).filter(([field, text]) => text !== base[field])) as Partial<Fields>;

interface Held<Fields extends Texts> {
  base: Base<Fields>;
  draft: Fields;
  round: number;
}
/** `log`: the event log that the version is of. */
interface Base<Fields extends Texts> {
  fields: Fields;
  version: number;
  log: string | undefined;
}
const baseOf = <Fields extends Texts>(fields: Fields, version: number): Base<Fields> => ({
  fields,
  version,
  log: eventLogId(),
});

/** @param start the fields that the form begins with instead of the saved ones */
export function useFlatForm<Fields extends Texts>(
  saved: Fields,
  version: number,
  start?: { draft: FlatFormDraft<Fields>; version: number },
): FlatForm<Fields> {
  const [held, hold] = useState<Held<Fields>>(() =>
    start
      ? {
          base: baseOf({ ...saved, ...start.draft.was }, start.version),
          draft: { ...saved, ...start.draft.was, ...start.draft.changed },
          round: 0,
        }
      : { base: baseOf(saved, version), draft: saved, round: 0 },
  );
  const { draft, round } = held;
  const ofThisLog = versionIn(held.base.log, held.base.version);
  const base = useMemo(() => ({ fields: held.base.fields, version: ofThisLog }), [held.base.fields, ofThisLog]);
  const changed = useMemo(() => changedFields(base.fields, draft), [base, draft]);
  const isDirty = Object.keys(changed).length > 0;
  const unsaved = useMemo(() => (isDirty ? { was: base.fields, changed } : undefined), [isDirty, base, changed]);
  const take = (fields: Fields, of: number, kept = fields): void =>
    hold((now) => ({ base: baseOf(fields, of), draft: kept, round: now.round + 1 }));
  if (version > base.version && !isDirty) take(saved, version);
  return {
    draft,
    base,
    changed,
    isDirty,
    unsaved,
    round,
    take,
    change: (patch) => hold((now) => ({ ...now, draft: { ...now.draft, ...patch } })),
    settle: (sent, fields, of) =>
      hold((now) => ({
        base: baseOf(fields, of),
        draft: { ...fields, ...changedFields(sent, now.draft) },
        round: now.round + 1,
      })),
    restore: ({ was, changed: typed }, of) =>
      hold((now) => ({
        base: baseOf({ ...now.base.fields, ...was }, of),
        draft: { ...now.base.fields, ...was, ...typed },
        round: now.round + 1,
      })),
  };
}

/**
 * Makes a check whether a stored draft can be shown in a form of these fields. It may lack a field that is newer than the
 * draft: the form takes that one from what is saved.
 */
export const isFlatDraft =
  <Fields extends Texts>(fields: Fields) =>
  (value: unknown): value is FlatFormDraft<Fields> => {
    if (typeof value !== 'object' || value === null || !('was' in value) || !('changed' in value)) return false;
    const { was, changed } = value;
    const texts = (of: unknown): of is Texts =>
      typeof of === 'object' &&
      of !== null &&
      Object.entries(of).every(([field, text]) => field in fields && typeof text === 'string');
    return texts(was) && texts(changed);
  };

interface Props<Fields extends Texts> {
  form: FlatForm<Fields>;
  /** The thing that the form is of, such as `team/7`; `team/new` for a new thing. */
  of: string;
  /** The name that a person reads. */
  what: string;
  /** The server does not have it yet. */
  isNew?: boolean;
  /** It is saved: no draft is kept any more. */
  isDone?: boolean;
}

/** Keeps what is typed in a flat form, and offers it in this place when the form opens again. */
export function FlatDraft<Fields extends Texts>({ form, of, what, isNew = false, isDone = false }: Props<Fields>) {
  const t = useTranslation();
  const user = useSessionUser()?._id ?? '';
  const [isUsable] = useState(() => isFlatDraft(form.base.fields));
  const unsaved = isDone ? undefined : form.unsaved;
  const key = { user, of };
  useKeptDraft(key, unsaved, isNew ? undefined : form.base.version, () => unsaved);
  const restore = async (go: () => void): Promise<void> => {
    if (
      !form.isDirty ||
      (await confirm({
        title: t('draft.replace.title'),
        body: t('draft.replace.body'),
        yes: t('draft.replace.yes'),
        no: t('draft.replace.no'),
        danger: true,
      }))
    )
      go();
  };
  return (
    <DraftOffer
      key={of}
      draftKey={key}
      what={what}
      isUsable={isUsable}
      version={isNew ? undefined : form.base.version}
      onRestore={({ value, base }) => void restore(() => form.restore(value, base ?? form.base.version))}
    />
  );
}
