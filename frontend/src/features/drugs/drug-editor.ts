/** The editor of a drug and its calls. Each intention has one idempotency key, so that no drug is added twice. */
import * as catalogueCalls from 'language/contract/calls/catalogue';
import { useSelector } from '@xstate/react';
import type { Answer, Drug } from 'language/contract/entities';
import { useEffect, useRef } from 'react';
import { notify } from '../../components/toasts/toaster.tsx';
import { translate } from '../../platform/language/language.ts';
import { useTranslation } from '../../platform/language/use-translation.ts';
import { mergedText } from '../../editing/merged-text.ts';
import { useKeptDraft } from '../../editing/use-kept-draft.ts';
import { useUnsaved } from '../../platform/storage/unsaved-changes.ts';
import { ApiError } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { drafts, type DraftKey } from '../../platform/storage/draft-storage.ts';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { differs } from '../../editing/merge.ts';
import { createEditorMachine, type Editor, type Sending } from '../../editing/editor.machine.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { sendCommand } from '../../sync/commands.ts';
import {
  contentOf,
  drugFields,
  isDrugDirty,
  type DrugContent,
  type DrugDraft,
  type DrugEditorContext,
} from './drug-draft.ts';

export type DrugEditor = Editor<Drug, DrugDraft, DrugContent>;

export const drugDraftKey = (user: string, drug: string | undefined): DraftKey => ({
  user,
  of: `drug/${drug ?? 'new'}`,
});

/** Keeps the answer for the next reader of the drug, under each of its trade labels. */
function cacheDrug({ stream: _stream, revision: _revision, ...drug }: Answer<Drug>): Drug {
  for (const { _id } of drug.tradeLabels) queryClient.setQueryData(queryKeys.drugOf(_id), drug);
  return drug;
}

function createSaving(): (sending: Sending<Drug, DrugDraft>) => Promise<Drug> {
  const idempotencyKeys = createIdempotencyKeys();
  /** Sent as new, and no answer came: the server may have it. */
  let unanswered: DrugContent | undefined;
  /** Added by an earlier attempt whose answer came late. */
  let added: Drug | undefined;

  const add = async (content: DrugContent): Promise<Drug> => {
    unanswered = content;
    try {
      const { compatibility: _none, ...body } = content;
      const answer = await sendCommand(idempotencyKeys, body, (idempotencyKey) =>
        api(catalogueCalls.addDrug, { body, idempotencyKey }),
      );
      unanswered = undefined;
      return cacheDrug(answer);
    } catch (error) {
      if (!ApiError.from(error).isTransient) unanswered = undefined;
      throw error;
    }
  };
  const update = async (content: DrugContent, { _id, version }: Drug): Promise<Drug> => {
    const body = { ...content, _id };
    return cacheDrug(
      await sendCommand(idempotencyKeys, [body, version], (idempotencyKey) =>
        api(catalogueCalls.changeDrug, { body, ifVersion: version, idempotencyKey }),
      ),
    );
  };

  return async ({ draft, saved }) => {
    const content = contentOf(draft);
    const existing = saved ?? added;
    if (existing) return update(content, existing);
    if (unanswered && differs(drugFields.groups, unanswered, content)) {
      // Repeats the earlier attempt under its own key, then changes its result to what is typed now.
      added = await add(unanswered);
      return update(content, added);
    }
    return add(content);
  };
}

/** One for each form: it remembers what it sent. The answer settles the draft, also when the form is gone by then. */
export function createDrugMachine(draftKey: DraftKey) {
  const save = createSaving();
  return createEditorMachine(drugFields, {
    save: async (sending) => {
      const saved = await save(sending);
      drafts.settle(draftKey);
      return saved;
    },
  });
}

/** A drug does not wait in the outbox: its draft is unsaved until the answer, also while it is sent. */
const unsavedIn = (state: { hasTag: (tag: 'open') => boolean; context: DrugEditorContext }): DrugDraft | undefined =>
  state.hasTag('open') && isDrugDirty(state.context) ? state.context.draft : undefined;

/** Asks before the drug form is left, keeps its draft, and reports what came of a save. */
export function useDrugKeeper(editor: DrugEditor, user: string, onAdded: (drug: Drug) => void): void {
  const t = useTranslation();
  const unsaved = useSelector(editor, unsavedIn);
  const saved = useSelector(editor, (state) => state.context.saved);
  const isAdded = useSelector(editor, (state) => state.matches('added'));
  const key = drugDraftKey(user, isAdded ? undefined : saved?._id);
  useUnsaved(unsaved && (unsaved.label === '' ? t('drug.unsavedNew') : t('drug.unsaved', { label: unsaved.label })), {
    onSearch: true,
  });
  useKeptDraft(key, unsaved, isAdded ? undefined : saved?.version, () => unsavedIn(editor.getSnapshot()));
  const latestOnAdded = useRef(onAdded);
  useEffect(() => {
    latestOnAdded.current = onAdded;
  });
  useEffect(() => {
    const news = editor.on('*', (event) => {
      if (event.type === 'unchanged') notify.info(translate('drug.toast.unchanged'));
      else notify.saved(translate(event.type === 'added' ? 'drug.toast.added' : 'drug.toast.updated'));
      if (event.type === 'edited' && event.mergedWith !== undefined) notify.info(mergedText(event.mergedWith));
    });
    return () => news.unsubscribe();
  }, [editor]);
  // After the draft is removed: the guard must not ask about what was just saved.
  useEffect(() => {
    if (isAdded && saved) latestOnAdded.current(saved);
  }, [isAdded, saved]);
}
