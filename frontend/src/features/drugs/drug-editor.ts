/** The form's machine with its calls. One idempotency key an intention, so that no drug is added twice. */
import type { Answer, Drug } from 'command-api/contract/entities';
import { fromPromise } from 'xstate';
import { ApiError } from '../../platform/http/api.ts';
import { api } from '../../sync/client.ts';
import { drafts, type DraftKey } from '../../platform/storage/draft-storage.ts';
import { createIdempotencyKeys } from '../../platform/http/idempotency-key.ts';
import { differs } from '../../editing/conflict/merge.ts';
import { queryClient } from '../../sync/cache/query-client.ts';
import { queryKeys } from '../../sync/cache/query-keys.ts';
import { sendCommand } from '../../sync/send-command.ts';
import { addDrug, changeDrug } from './api.ts';
import { contentOf, drugGroups, type DrugContent, type DrugDraft } from './drug-draft.ts';
import { drugMachine } from './drug.machine.ts';

export const drugDraftKey = (user: string, drug: string | undefined): DraftKey => ({
  user,
  of: `drug/${drug ?? 'new'}`,
});

/** What a command answered is there for whoever opens the drug next, by any of its trade labels. */
function keep({ stream: _stream, revision: _revision, ...drug }: Answer<Drug>): Drug {
  for (const { _id } of drug.tradeLabels) queryClient.setQueryData(queryKeys.drugOf(_id), drug);
  return drug;
}

function createSaving(): (sent: { draft: DrugDraft; saved: Drug | undefined }) => Promise<Drug> {
  const idempotencyKeys = createIdempotencyKeys();
  /** Sent as new, and no answer came: it may be there. */
  let unanswered: DrugContent | undefined;
  /** Added by an earlier attempt whose answer came late. */
  let added: Drug | undefined;

  const add = async (content: DrugContent): Promise<Drug> => {
    unanswered = content;
    try {
      const { compatibility: _none, ...body } = content;
      const answer = await sendCommand(idempotencyKeys, body, (idempotencyKey) =>
        api(addDrug, { body, idempotencyKey }),
      );
      unanswered = undefined;
      return keep(answer);
    } catch (error) {
      if (!ApiError.from(error).isTransient) unanswered = undefined;
      throw error;
    }
  };
  const update = async (content: DrugContent, { _id, version }: Drug): Promise<Drug> => {
    const body = { ...content, _id };
    return keep(
      await sendCommand(idempotencyKeys, [body, version], (idempotencyKey) =>
        api(changeDrug, { body, ifVersion: version, idempotencyKey }),
      ),
    );
  };

  return async ({ draft, saved }) => {
    const content = contentOf(draft);
    const standing = saved ?? added;
    if (standing) return update(content, standing);
    if (unanswered && differs(drugGroups, unanswered, content)) {
      // First learn what became of the earlier attempt, under its own key; then bring it to what is typed now.
      added = await add(unanswered);
      return update(content, added);
    }
    return add(content);
  };
}

/** One a form: it remembers what it sent. The answer settles its draft, also where the form is gone by then. */
export function drugLogic(draft: DraftKey) {
  const save = createSaving();
  return drugMachine.provide({
    actors: {
      save: fromPromise<Drug, { draft: DrugDraft; saved: Drug | undefined }>(async ({ input }) => {
        const saved = await save(input);
        drafts.settle(draft);
        return saved;
      }),
    },
  });
}
export type DrugLogic = ReturnType<typeof drugLogic>;
