/**
 * Saving a flat form beside others: what somebody else changed meanwhile is put together with mine where it is other
 * fields, and said; where it is the same ones, the person decides (`editing/flat-form/form-conflict.tsx`).
 */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, type CallOptions, type Endpoint } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { drafts } from '../../platform/storage/draft-storage.ts';
import { changedFields, type FlatForm, type Texts } from './flat-form.ts';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { over, overlapping, undecided, yielding, type Groups } from '../conflict/merge.ts';
import { stillRefused } from '../refused-fields.ts';
import { sendCommand } from '../../sync/send-command.ts';
import { useSessionUser } from '../../platform/session/session.ts';
import type { CurrentVersion } from '../conflict/conflict-base.ts';

interface Options<Fields extends Texts, Res> {
  groups: Groups<Fields>;
  /** The place of its draft: the answer settles it, also where the form is gone by then. */
  draft?: string;
  /** Of what the server answers, or says in a conflict, that the thing is now. */
  read: (current: unknown) => CurrentVersion<Fields> | undefined;
  /** Why it was refused when it was sent before, in another form or by another way. */
  refusedBefore?: ApiError | undefined;
  /** @throws ApiError, or what else keeps it from being answered */
  send: (changed: Partial<Fields>, ifVersion: number) => Promise<Res>;
  /** Such as with the suggested date of a discharge; the form's own draft where it is left out. */
  mine?: Fields;
  /** `mergedWith`: whose change it was put together with. */
  onSaved: (answer: Res, mergedWith: string | undefined) => void;
  onError?: (error: Error) => void;
  /** Theirs was taken, and nothing of mine is left. */
  onTheirs?: (theirs: CurrentVersion<Fields>) => void;
}
export interface ToDecide<Fields extends Texts> {
  by: string;
  at: string | undefined;
  fields: readonly (keyof Fields)[];
  /** Undefined where it is not known what mine was made of. */
  was: Fields | undefined;
  yours: Fields;
  theirs: Fields;
  /** The person has typed since. */
  quiet: boolean;
}
export interface FlatSave<Fields extends Texts> {
  save: () => void;
  busy: boolean;
  saved: boolean;
  /** Why it was refused, where that is not a conflict. */
  error: ApiError | null;
  refused: Readonly<Record<string, string>>;
  toDecide: ToDecide<Fields> | undefined;
  keepMine: () => void;
  takeTheirs: () => void;
  goOn: () => void;
}

/** Commands of a form under one key an intention, retried as `useCommand` retries. */
export function useSendTo(): <P extends string, Res, Body>(
  endpoint: Endpoint<P, Res, Body>,
  order: CallOptions<P, Body>,
) => Promise<Res> {
  const [idempotencyKeys] = useState(() => createIdempotencyKeys());
  return (endpoint, order) =>
    sendCommand(idempotencyKeys, order, (idempotencyKey) => api(endpoint, { ...order, idempotencyKey }));
}

export function useFlatSave<Fields extends Texts, Res>(
  form: FlatForm<Fields>,
  options: Options<Fields, Res>,
): FlatSave<Fields> {
  const { groups, read, mine = form.draft } = options;
  const user = useSessionUser()?._id ?? '';
  const { base } = form;
  /** What was in the form when it was sent. */
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
          if (!theirs || overlapping(groups, of.fields, typed, theirs.fields).length > 0) throw error;
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
  const refused = stillRefused(error, (field) => !(field in sent) || sent[field] === form.draft[field]);
  return {
    save: () => save(mine, base),
    busy: edit.isPending,
    saved: edit.isSuccess,
    error: theirs ? null : refused.error,
    refused: refused.fields,
    toDecide: theirs && {
      by: error?.conflict?.changedBy?.name ?? '',
      at: error?.conflict?.changedAt,
      was,
      yours: mine,
      theirs: theirs.fields,
      fields: undecided(groups, was, mine, theirs.fields)
        .flat()
        .filter((field) => mine[field] !== theirs.fields[field]),
      quiet: sent !== form.draft,
    },
    // With all that it belongs together with: my dose is not joined to their frequency.
    keepMine: () => theirs && save(over(groups, base.fields, mine, theirs.fields), theirs),
    takeTheirs: () => {
      if (!theirs) return;
      const left = yielding(groups, was, mine, theirs.fields);
      form.take(theirs.fields, theirs.version, left);
      reset();
      if (Object.keys(changedFields(theirs.fields, left)).length === 0) options.onTheirs?.(theirs);
    },
    goOn: reset,
  };
}
