/**
 * Saves a flat form beside other people. A change of other fields is merged and reported; a change of the same fields
 * is shown, and the person decides. No editor machine: the form stays open to typing while a save is under way, and
 * merges inside the one save.
 */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorAlert } from '../components/screen-states.tsx';
import type { ComparedValue } from '../components/text/compared-value.tsx';
import { type Api, ApiError } from '../platform/http/api.ts';
import { createIdempotencyKeys } from '../platform/http/idempotency-key.ts';
import { useSessionUser } from '../platform/session/session.ts';
import { drafts } from '../platform/storage/draft-storage.ts';
import { api } from '../sync/client.ts';
import { sendCommand } from '../sync/commands.ts';
import { Conflict } from './conflict.tsx';
import { changedFields, type FlatForm, type Texts } from './flat-form.tsx';
import {
  conflictingGroups,
  groupsToDecide,
  mineOverTheirs,
  yieldToTheirs,
  type CurrentVersion,
  type FieldGroups,
} from './merge.ts';
import { refusedFields } from './refused-fields.ts';

interface Options<Fields extends Texts, Res> {
  groups: FieldGroups<Fields>;
  /** The place of its draft. The answer settles the draft, also when the form is closed by then. */
  draft?: string;
  /** Reads the entity that the server answers, or that a 409 carries. */
  read: (current: unknown) => CurrentVersion<Fields> | undefined;
  /** The reason why it was refused when it was sent before, by another form. */
  refusedBefore?: ApiError | undefined;
  /** @throws ApiError; QueuedError when it waits in the outbox */
  send: (changed: Partial<Fields>, ifVersion: number) => Promise<Res>;
  /** The fields sent instead of the form's draft, such as with the suggested discharge date. */
  mine?: Fields;
  /** `mergedWith`: the author of the change that it was merged with. */
  onSaved: (answer: Res, mergedWith: string | undefined) => void;
  onError?: (error: Error) => void;
  /** The person took theirs, and nothing of mine is left. */
  onTheirs?: (theirs: CurrentVersion<Fields>) => void;
}
interface ToDecide<Fields extends Texts> {
  by: string;
  at: string | undefined;
  fields: readonly (keyof Fields)[];
  /** Undefined when the version that mine is based on is not known. */
  was: Fields | undefined;
  yours: Fields;
  theirs: Fields;
  /** The person typed after the save: the focus stays in the form. */
  hasTypedSince: boolean;
}
interface FlatSave<Fields extends Texts> {
  save: () => void;
  isBusy: boolean;
  isSaved: boolean;
  /** The reason why it was refused. Null in a conflict. */
  error: ApiError | null;
  refused: Readonly<Record<string, string>>;
  toDecide: ToDecide<Fields> | undefined;
  keepMine: () => void;
  takeTheirs: () => void;
  goOn: () => void;
}

/** Sends the commands of a form, each intention under one key, and retries as `useCommand` does. */
export function useSendTo(): Api {
  const [idempotencyKeys] = useState(() => createIdempotencyKeys());
  return (call, order) =>
    sendCommand(idempotencyKeys, order, (idempotencyKey) => api(call, { ...order, idempotencyKey }));
}

export function useFlatSave<Fields extends Texts, Res>(
  form: FlatForm<Fields>,
  options: Options<Fields, Res>,
): FlatSave<Fields> {
  const { groups, read, mine = form.draft } = options;
  const user = useSessionUser()?._id ?? '';
  const { base } = form;
  /** The form's draft when it was sent. */
  const [sent, setSent] = useState(form.draft);
  const [before, setBefore] = useState(options.refusedBefore ?? null);
  const edit = useMutation<
    { answer: Res; mergedWith: string | undefined },
    Error,
    { draft: Fields; typed: Fields; of: CurrentVersion<Fields> }
  >({
    mutationFn: async ({ typed, of }) => {
      const changed = changedFields(of.fields, typed);
      let mergedWith: string | undefined;
      for (let { version } = of; ;) {
        try {
          return { answer: await options.send(changed, version), mergedWith };
        } catch (error) {
          const conflict = ApiError.from(error).conflict;
          const theirs = conflict && read(conflict.current);
          if (!theirs || conflictingGroups(groups, of.fields, typed, theirs.fields).length > 0) throw error;
          mergedWith = conflict.changedBy?.name ?? '';
          version = theirs.version;
        }
      }
    },
    retry: false,
    onSuccess: ({ answer, mergedWith }, { draft }) => {
      if (options.draft !== undefined) drafts.settle({ user, of: options.draft });
      const now = read(answer);
      if (now) form.settle(draft, now.fields, now.version);
      options.onSaved(answer, mergedWith);
    },
    onError: (error) => options.onError?.(error),
  });
  const save = (typed: Fields, of: CurrentVersion<Fields>): void => {
    setSent(form.draft);
    setBefore(null);
    edit.mutate({ draft: form.draft, typed, of });
  };

  const reset = (): void => {
    setBefore(null);
    edit.reset();
  };
  const error = edit.error instanceof ApiError ? edit.error : before;
  const theirs = error?.conflict && read(error.conflict.current);
  const was = theirs && base.version < theirs.version ? base.fields : undefined;
  const refused = refusedFields(error, (field) => !(field in sent) || sent[field] === form.draft[field]);
  return {
    save: () => save(mine, base),
    isBusy: edit.isPending,
    isSaved: edit.isSuccess,
    error: theirs ? null : refused.error,
    refused: refused.fields,
    toDecide: theirs && {
      by: error?.conflict?.changedBy?.name ?? '',
      at: error?.conflict?.changedAt,
      was,
      yours: mine,
      theirs: theirs.fields,
      fields: groupsToDecide(groups, was, mine, theirs.fields)
        .flat()
        .filter((field) => mine[field] !== theirs.fields[field]),
      hasTypedSince: sent !== form.draft,
    },
    // By whole groups: my dose is not joined to their frequency.
    keepMine: () => theirs && save(mineOverTheirs(groups, base.fields, mine, theirs.fields), theirs),
    takeTheirs: () => {
      if (!theirs) return;
      const left = yieldToTheirs(groups, was, mine, theirs.fields);
      form.take(theirs.fields, theirs.version, left);
      reset();
      if (Object.keys(changedFields(theirs.fields, left)).length > 0) return;
      // A form that is closed now has no other render in which it would remove its draft.
      if (options.draft !== undefined) drafts.settle({ user, of: options.draft });
      options.onTheirs?.(theirs);
    },
    goOn: reset,
  };
}

interface Props<Fields extends Texts> {
  saving: FlatSave<Fields>;
  /** The names of the fields. A field without a name is shown by another one (a drug's label by the drug). */
  labels: Readonly<{ [Field in keyof Fields]?: string }>;
  /** The form in which a field's text is shown. Left out: as it is. */
  shown?: (field: keyof Fields, text: string) => ComparedValue;
}

/** The outcome of a save: a conflict as was, yours and theirs; any other refusal as its message. */
export function FormConflict<Fields extends Texts>({ saving, labels, shown = (_, text) => ({ text }) }: Props<Fields>) {
  const { toDecide, error } = saving;
  if (!toDecide) return <ErrorAlert error={error} />;
  const { by, at, was, yours, theirs, fields, hasTypedSince } = toDecide;
  const said = (field: keyof Fields, of: Fields) => shown(field, of[field] ?? '');
  return (
    <Conflict
      by={by}
      at={at}
      hasTypedSince={hasTypedSince}
      differences={fields.flatMap((field) => {
        const label = labels[field];
        return label === undefined
          ? []
          : [
              {
                field: label,
                ...(was ? { was: said(field, was) } : {}),
                yours: said(field, yours),
                theirs: said(field, theirs),
              },
            ];
      })}
      onKeepMine={saving.keepMine}
      onTakeTheirs={saving.takeTheirs}
      onGoOn={saving.goOn}
    />
  );
}
